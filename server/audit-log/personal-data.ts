import { type SQL, sql } from 'drizzle-orm'
import type { auditKinds } from '#contract/audit-log.ts'

/** What staff note on a customer, which only they see. */
const notedByStaff: readonly (typeof auditKinds)['people'][number][] = [
  'customer-note-added',
  'customer-note-deleted',
  'customer-tagged',
  'customer-untagged',
]

const selectActs = (id: string, which: SQL) => sql`
    SELECT jsonb_build_object('kind', kind, 'happened_at', happened_at, 'from_address', CASE WHEN actor_id = ${id} THEN from_address END) AS row
    FROM audit_events WHERE actor_id = ${id} OR (subject_type = 'user' AND subject_id = ${id}::text AND ${which}) ORDER BY audit_events.id`

/** Selects what a person did, and what was done with the account. */
export const auditData = {
  acts: ({ id }: { id: string }) => selectActs(id, sql`kind <> ALL (${sql.param(notedByStaff)}::text[])`),
}

/** Selects what staff noted, too. */
export const staffAuditData = { acts: ({ id }: { id: string }) => selectActs(id, sql`true`) }
