import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Selects the ids of the members of a customer group; nobody for an id that no group has. */
export const groupMemberIds = (groupId: string): SQL =>
  sql`(SELECT user_id FROM group_members WHERE group_id = ${Number(groupId)})`

/** Returns the groups of users by their ids, by name; those in no group are missing. */
export async function findGroupsOf(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, { _id: string; name: string }[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; groups: { _id: string; name: string }[] }>(sql`
    SELECT user_id AS id, json_agg(json_build_object('_id', groups.id::text, 'name', name) ORDER BY lower(name)) AS groups
    FROM group_members JOIN customer_groups groups ON groups.id = group_id
    WHERE user_id = ANY (${sql.param([...ids])}::uuid[]) GROUP BY user_id`)
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}
