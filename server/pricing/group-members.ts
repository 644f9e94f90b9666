import { and, eq, sql } from 'drizzle-orm'
import type { GroupMember } from '#contract/pricing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { getGroup, lockGroup } from '#server/pricing/list-groups.ts'
import { groupMembers, priceLists } from '#server/pricing/pricing.tables.ts'

/** Returns the members of a group by e-mail, and one beyond the page; `q` is a part of name or e-mail. Throws `group-not-found`. */
export async function listGroupMembers(
  db: Database,
  id: string,
  { limit, after }: Page,
  q = '',
): Promise<(Omit<GroupMember, '_id'> & { id: string })[]> {
  const group = await getGroup(db, id)
  const { rows } = await db.execute<{ id: string; email: string; name: string }>(sql`
    SELECT id, email, display_name AS name FROM group_members JOIN users ON users.id = user_id
    WHERE group_id = ${Number(group._id)} AND removed_at IS NULL
      AND (${q.trim() === ''} OR strpos(lower(email || ' ' || display_name), lower(${q.trim()})) > 0)
      AND (${after ?? null}::uuid IS NULL OR email > (SELECT email FROM users WHERE id = ${after ?? null}::uuid))
    ORDER BY email LIMIT ${limit + 1}`)
  return rows
}

/** Makes a customer a member of a group; does nothing for a member. Throws `group-not-found` or `user-not-found`. */
export function addGroupMember(db: Database, id: string, email: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const { id: groupId, name } = await lockGroup(tx, id)
    const userId = await getUserId(tx, email)
    const added = await tx.insert(groupMembers).values({ groupId, userId }).onConflictDoNothing().returning()
    if (added.length === 0) return
    const subject = { type: 'user' as const, id: userId }
    await recordAuditEvent(tx, by, { kind: 'group-joined', subject, after: { group: name } })
  })
}

/** Takes a customer out of a group; does nothing for one who is not in it. Throws `group-not-found` or `user-not-found`. */
export function removeGroupMember(db: Database, id: string, email: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const { id: groupId, name } = await lockGroup(tx, id)
    const userId = await getUserId(tx, email)
    const membership = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId))
    const removed = await tx.delete(groupMembers).where(membership).returning()
    if (removed.length === 0) return
    const subject = { type: 'user' as const, id: userId }
    await recordAuditEvent(tx, by, { kind: 'group-left', subject, before: { group: name } })
  })
}

/** Takes a user whose account is deleted out of all groups, and deletes the price lists for this user alone. */
export async function eraseMemberships(tx: Transaction, { id }: { id: string }): Promise<void> {
  await tx.delete(priceLists).where(eq(priceLists.userId, id))
  await tx.delete(groupMembers).where(eq(groupMembers.userId, id))
}

/** Returns the id of the user with an e-mail; throws `user-not-found`. */
export async function getUserId(db: Database | Transaction, email: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE email = ${email.toLowerCase()} AND removed_at IS NULL`,
  )
  if (!rows[0]) throw problem('user-not-found')
  return rows[0].id
}
