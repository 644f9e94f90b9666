import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { maxTagsEach, type Tag } from '#contract/tags.ts'
import { lockCustomer } from '#server/customers/find-customers.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { findOrAddTag } from '#server/customers/tags/find-or-add-tag.ts'
import { presentTag } from '#server/customers/tags/list-tags.ts'
import { customerTags, tags } from '#server/customers/tags/tags.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

// A tag may say something about a person: the audit log, which stays for ever, has its id and never its name.

/** Gives a customer a tag; one that is there already stays. Throws `customer-not-found` or `too-many-tags`. */
export async function tagCustomer(db: Database, userId: string, name: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await lockCustomer(tx, userId)
    await lockUser(tx, user.id)
    const tag = await findOrAddTag(tx, 'customer', name, by)
    const { rowCount } = await tx
      .insert(customerTags)
      .values({ userId: user.id, tagId: tag.id, taggedBy: by.id })
      .onConflictDoNothing()
    if (!rowCount) return
    const [held] = await tx.select({ count: count() }).from(customerTags).where(eq(customerTags.userId, user.id))
    if ((held?.count ?? 0) > maxTagsEach) throw problem('too-many-tags', { count: maxTagsEach })
    const subject = { type: 'user', id: user.id } as const
    await recordAuditEvent(tx, by, { kind: 'customer-tagged', subject, after: { tag: String(tag.id) } })
  })
}

/** Takes a tag off a customer, if it is there. Throws `customer-not-found`. */
export async function untagCustomer(db: Database, userId: string, tagId: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await lockCustomer(tx, userId)
    const isTag = and(eq(customerTags.userId, user.id), eq(customerTags.tagId, Number(tagId)))
    const { rowCount } = await tx.delete(customerTags).where(isTag)
    if (!rowCount) return
    const subject = { type: 'user', id: user.id } as const
    await recordAuditEvent(tx, by, { kind: 'customer-untagged', subject, before: { tag: tagId } })
  })
}

/** Returns the tags of customers by their ids, by name; those without any are missing. */
export async function findCustomerTags(db: Database, userIds: readonly string[]): Promise<Map<string, Tag[]>> {
  const found = new Map<string, Tag[]>()
  if (userIds.length === 0) return found
  const rows = await db
    .select({ userId: customerTags.userId, id: tags.id, name: tags.name })
    .from(customerTags)
    .innerJoin(tags, eq(tags.id, customerTags.tagId))
    .where(inArray(customerTags.userId, [...userIds]))
    .orderBy(sql`lower(${tags.name})`)
  for (const { userId, ...tag } of rows) found.set(userId, [...(found.get(userId) ?? []), presentTag(tag)])
  return found
}
