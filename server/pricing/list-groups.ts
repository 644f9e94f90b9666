import { eq, sql } from 'drizzle-orm'
import type { CustomerGroup } from '#contract/pricing.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { customerGroups } from '#server/pricing/pricing.tables.ts'

/** Returns the customer groups by name, or those of one customer. */
export async function listGroups(
  db: Database | Transaction,
  { id, email }: { id?: number | undefined; email?: string | undefined } = {},
): Promise<CustomerGroup[]> {
  const { rows } = await db.execute<Omit<CustomerGroup, '_id'> & { id: string } & Record<string, unknown>>(sql`
    SELECT id::text, name,
      (SELECT count(*)::int FROM group_members member JOIN users ON users.id = user_id AND removed_at IS NULL
        WHERE member.group_id = customer_groups.id) AS members,
      (SELECT count(*)::int FROM quantity_rules rule WHERE rule.group_id = customer_groups.id) AS "quantityRules",
      (SELECT coalesce(json_agg(json_build_object('_id', list.id::text, 'name', list.name) ORDER BY list.id), '[]')
        FROM price_lists list WHERE list.group_id = customer_groups.id) AS "priceLists"
    FROM customer_groups
    WHERE ${id === undefined ? sql`true` : sql`id = ${id}`} AND ${
      email === undefined
        ? sql`true`
        : sql`id IN (SELECT group_id FROM group_members JOIN users ON users.id = user_id
            WHERE removed_at IS NULL AND email = ${email.toLowerCase()})`
    }
    ORDER BY lower(name)`)
  return rows.map(({ id: _id, name, members, quantityRules, priceLists }) => ({
    _id,
    name,
    members,
    quantityRules,
    priceLists,
  }))
}

/** Returns a customer group; throws `group-not-found`. */
export async function getGroup(db: Database | Transaction, id: string): Promise<CustomerGroup> {
  const [group] = await listGroups(db, { id: Number(id) })
  if (!group) throw problem('group-not-found')
  return group
}

/** Locks a group until the end of the transaction; throws `group-not-found`. */
export async function lockGroup(tx: Transaction, id: string) {
  const [group] = await tx
    .select()
    .from(customerGroups)
    .where(eq(customerGroups.id, Number(id)))
    .for('update')
  if (!group) throw problem('group-not-found')
  return group
}
