import { eq, sql } from 'drizzle-orm'
import type { CustomerGroup } from '#contract/pricing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { getGroup, lockGroup } from '#server/pricing/list-groups.ts'
import { customerGroups } from '#server/pricing/pricing.tables.ts'

/** Adds a customer group; throws `group-name-taken`. */
export function addGroup(db: Database, given: string, by: AuditActor | undefined): Promise<CustomerGroup> {
  const name = given.trim()
  return db
    .transaction(async (tx) => {
      const [row] = await tx.insert(customerGroups).values({ name }).returning()
      if (!row) throw new Error('The insert of a group answered no row.')
      const subject = { type: 'group' as const, id: String(row.id) }
      await recordAuditEvent(tx, by, { kind: 'group-added', subject, after: { name } })
      return getGroup(tx, String(row.id))
    })
    .catch(throwTaken(name))
}

/** Returns those of the names that no group has in any case of letters, each once. */
export async function findMissingGroups(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT (array_agg(asked ORDER BY place))[1] AS name FROM unnest(${sql.param(names)}::text[]) WITH ORDINALITY AS given (asked, place)
    WHERE NOT EXISTS (SELECT FROM customer_groups WHERE lower(name) = lower(asked)) GROUP BY lower(asked) ORDER BY min(place)`)
  return rows.map(({ name }) => name)
}

/** Adds the groups of these names that the shop does not have, however they are written, and returns their ids. */
export async function addMissingGroups(
  tx: Transaction,
  names: readonly string[],
  by: AuditActor | undefined,
): Promise<number[]> {
  if (names.length === 0) return []
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`
    INSERT INTO customer_groups (name)
    SELECT DISTINCT ON (lower(name)) name FROM unnest(${sql.param(names)}::text[]) WITH ORDINALITY given (name, place) ORDER BY lower(name), place
    ON CONFLICT (lower(name)) DO NOTHING RETURNING id::float8 AS id, name`)
  for (const { id, name } of rows)
    await recordAuditEvent(tx, by, { kind: 'group-added', subject: { type: 'group', id: String(id) }, after: { name } })
  return rows.map(({ id }) => id)
}

/** Deletes those of the groups that nobody is in, and that no price list and no quantity is for. */
export async function removeUnusedGroups(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    DELETE FROM customer_groups WHERE id = ANY (${sql.param(ids)}::bigint[])
      AND NOT EXISTS (SELECT FROM group_members WHERE group_id = customer_groups.id)
      AND NOT EXISTS (SELECT FROM price_lists WHERE group_id = customer_groups.id)
      AND NOT EXISTS (SELECT FROM quantity_rules WHERE group_id = customer_groups.id)`)
}

/** Returns the names of groups. */
export const readGroupNames = async (db: Database, ids: readonly number[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db.execute<{ name: string }>(
          sql`SELECT name FROM customer_groups WHERE id = ANY (${sql.param(ids)}::bigint[]) ORDER BY lower(name)`,
        )
      ).rows.map(({ name }) => name)

/** Renames a customer group; throws `group-not-found` or `group-name-taken`. */
export function renameGroup(db: Database, id: string, given: string, by: AuditActor): Promise<CustomerGroup> {
  const name = given.trim()
  return db
    .transaction(async (tx) => {
      const before = await lockGroup(tx, id)
      await tx.update(customerGroups).set({ name }).where(eq(customerGroups.id, before.id))
      const subject = { type: 'group' as const, id }
      await recordAuditEvent(tx, by, { kind: 'group-changed', subject, before: { name: before.name }, after: { name } })
      return getGroup(tx, id)
    })
    .catch(throwTaken(name))
}

/** Deletes a customer group with members and quantity rules; throws `group-not-found`, or `group-in-use` if a price list is for it. */
export function deleteGroup(db: Database, id: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const { id: groupId, name } = await lockGroup(tx, id)
    const { priceLists } = await getGroup(tx, id)
    if (priceLists.length > 0) throw problem('group-in-use', { lists: priceLists.map((list) => list.name).join(', ') })
    await tx.delete(customerGroups).where(eq(customerGroups.id, groupId))
    await recordAuditEvent(tx, by, { kind: 'group-deleted', subject: { type: 'group', id }, before: { name } })
  })
}

const throwTaken = (name: string) => (error: unknown) => {
  throw violatedConstraint(error) === 'customer_groups_name' ? problem('group-name-taken', { name }) : error
}
