import { type SQL, sql } from 'drizzle-orm'
import { type AuditArea, type AuditKind, type AuditEvent, auditKinds } from '#contract/audit-log.ts'
import { hasPermission, orderReaders, type Permission } from '#contract/permissions.ts'
import { currentStore } from '#contract/current-store.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'

export interface AuditFilter {
  /** Search text: each word must occur in the name of actor or subject, or in the id of the subject. */
  q?: string | undefined
  by?: string | undefined
  area?: AuditArea | undefined
  kind?: AuditKind | undefined
}

// A type, because rows of raw queries must have an index signature.
export type AuditRow = {
  id: string
  happenedAt: Date
  kind: AuditKind
  by: string | null
  byKey: string | null
  from: string | null
  subjectType: AuditEvent['subject']['type']
  subjectId: string
  name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Returns audit events, newest first, and one row beyond the page. */
export async function findAuditEvents(
  db: Database,
  filter: AuditFilter,
  page: Page,
  reader: { permissions: readonly Permission[] },
): Promise<AuditRow[]> {
  const kinds = filter.kind ? [filter.kind] : filter.area && auditKinds[filter.area]
  const conditions = [
    page.after !== undefined && sql`event.id < ${page.after}::bigint`,
    kinds && sql`event.kind = ANY(${sql.param(kinds)}::text[])`,
    filter.by !== undefined && byActorEmail(filter.by.toLowerCase()),
    containsWords(sql`concat_ws(' ', actor.email, subject.name, event.subject_id)`, filter.q ?? ''),
  ].filter((condition) => typeof condition === 'object')
  // The subject's name is looked up by id, so that the log never stores a name that may have to be erased.
  const { rows } = await db.execute<AuditRow>(sql`
    SELECT event.id, event.happened_at AS "happenedAt", event.kind,
      ${contentOf('before', reader)} AS before, ${contentOf('after', reader)} AS after,
      coalesce(actor.email, CASE WHEN event.from_address IS NOT NULL THEN subject.name END) AS by,
      CASE WHEN event.api_key_id IS NOT NULL THEN coalesce((SELECT name FROM api_keys WHERE id = event.api_key_id), '') END AS "byKey",
      event.from_address AS "from",
      event.subject_type AS "subjectType", event.subject_id AS "subjectId", subject.name
    FROM audit_events event
    LEFT JOIN users actor ON actor.id = event.actor_id
    LEFT JOIN LATERAL (
      SELECT email AS name FROM users WHERE event.subject_type = 'user' AND id = CASE
        WHEN event.subject_type = 'user' THEN event.subject_id::uuid END
      UNION ALL
      SELECT email FROM users WHERE event.subject_type = 'account' AND identity_uid = event.subject_id
      UNION ALL
      SELECT coalesce((SELECT name FROM staff_roles WHERE id = CASE
          WHEN event.subject_type = 'staff-role' THEN event.subject_id::uuid END), event.before ->> 'name', event.after ->> 'name')
      WHERE event.subject_type = 'staff-role'
      UNION ALL
      SELECT coalesce(event.after, event.before) ->> 'name' WHERE event.subject_type IN ('api-key', 'import', 'import-source')
      UNION ALL
      SELECT coalesce(event.after, event.before) ->> 'webAddress' WHERE event.subject_type = 'webhook'
      UNION ALL
      SELECT name FROM products WHERE event.subject_type = 'product' AND products.id = CASE
        WHEN event.subject_type = 'product' THEN event.subject_id::uuid END
      UNION ALL
      SELECT coalesce(
        (SELECT name FROM category_texts WHERE category_id = CASE
          WHEN event.subject_type = 'category' THEN event.subject_id::integer END ORDER BY language = main_language() DESC LIMIT 1),
        event.before #>> '{names,en}', event.before #>> '{names,de}', event.after #>> '{names,en}', event.after #>> '{names,de}') WHERE event.subject_type = 'category'
      UNION ALL
      SELECT coalesce((SELECT name FROM brands WHERE slug = event.subject_id), event.before ->> 'name', event.after ->> 'name')
      WHERE event.subject_type = 'brand'
      UNION ALL
      SELECT coalesce(
        (SELECT name FROM attribute_texts JOIN attributes ON id = attribute_id WHERE code = event.subject_id ORDER BY language = main_language() DESC LIMIT 1),
        event.before #>> '{names,en}', event.before #>> '{names,de}', event.after #>> '{names,en}', event.after #>> '{names,de}') WHERE event.subject_type = 'attribute'
      UNION ALL
      SELECT coalesce(event.after, event.before) ->> 'term' WHERE event.subject_type IN ('synonym', 'fits-phrase')
      UNION ALL
      SELECT name FROM discounts WHERE event.subject_type = 'discount' AND id = CASE
        WHEN event.subject_type = 'discount' THEN event.subject_id::uuid END
      UNION ALL
      SELECT coalesce((SELECT name FROM price_lists WHERE id = CASE
          WHEN event.subject_type = 'price-list' THEN event.subject_id::bigint END), event.before ->> 'name', event.after ->> 'name')
      WHERE event.subject_type = 'price-list'
      UNION ALL
      SELECT coalesce((SELECT name FROM customer_groups WHERE id = CASE
          WHEN event.subject_type = 'group' THEN event.subject_id::bigint END), event.before ->> 'name', event.after ->> 'name')
      WHERE event.subject_type = 'group'
      UNION ALL
      SELECT ${currentStore().orderPrefix}::text || number || ' · ' || product_names FROM orders WHERE event.subject_type = 'order' AND id = CASE
        WHEN event.subject_type = 'order' THEN event.subject_id::uuid END
      UNION ALL
      SELECT event.subject_id WHERE event.subject_type IN ('shipping', 'vehicle')
      UNION ALL
      SELECT display_name FROM reviews WHERE event.subject_type = 'review' AND id = CASE
        WHEN event.subject_type = 'review' THEN event.subject_id::uuid END
      LIMIT 1) subject ON true
    ${conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``}
    ORDER BY event.id DESC LIMIT ${page.limit + 1}`)
  return rows.map((row) => ({ ...row, happenedAt: new Date(row.happenedAt) }))
}

/**
 * Selects what an event holds. Of notes and of the tags of customers, the log has ids only: their texts are looked up, so that they go
 * with what they are about, and are shown to readers who see them there, too.
 */
function contentOf(part: 'before' | 'after', reader: { permissions: readonly Permission[] }) {
  const content = sql`event.${sql.raw(part)}`
  const seesOrders = hasPermission(reader, orderReaders)
  const seesCustomers = hasPermission(reader, 'customers')
  return sql`CASE event.kind
    WHEN 'order-note-added' THEN (
      SELECT jsonb_build_object('note', note) FROM order_notes WHERE ${seesOrders}::boolean AND id = (${content} ->> 'note')::uuid)
    WHEN 'customer-note-added' THEN (
      SELECT jsonb_build_object('note', note) FROM customer_notes WHERE ${seesCustomers}::boolean AND id = (${content} ->> 'note')::uuid)
    WHEN 'customer-tagged' THEN ${tagOf(content, seesCustomers)}
    WHEN 'customer-untagged' THEN ${tagOf(content, seesCustomers)}
    ELSE ${content} END`
}

const tagOf = (content: SQL, isShown: boolean) => sql`(
  SELECT jsonb_build_object('tag', tags.name) FROM tags JOIN users ON users.id::text = event.subject_id AND removed_at IS NULL
  WHERE ${isShown}::boolean AND tags.id = (${content} ->> 'tag')::bigint)`

/**
 * Matches the actor's e-mail. The creation of an account has no actor, since the user does not exist yet: it counts as done by
 * the owner.
 */
const byActorEmail = (email: string) => sql`(
  event.actor_id IN (SELECT id FROM users WHERE email = ${email})
  OR event.actor_id IS NULL AND event.from_address IS NOT NULL AND event.subject_type = 'account'
    AND event.subject_id IN (SELECT identity_uid FROM users WHERE email = ${email}))`
