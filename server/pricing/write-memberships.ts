import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes in which groups a customer is, by their names. */
export interface Memberships {
  userId: string
  groups: readonly string[]
}

/** Puts customers into these groups and takes them out of all others. Throws `group-not-found`. */
export async function writeMemberships(tx: Transaction, memberships: readonly Memberships[]): Promise<void> {
  const names = [...new Set(memberships.flatMap(({ groups }) => groups))]
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`
    SELECT id::float8 AS id, name FROM customer_groups WHERE name = ANY (${sql.param(names)}::text[]) ORDER BY id FOR SHARE`)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const wanted = memberships.flatMap(({ userId, groups }) =>
    groups.map((name) => {
      const group = ids.get(name)
      if (group === undefined) throw problem('group-not-found')
      return { user: userId, group }
    }),
  )
  const users = sql.param(memberships.map(({ userId }) => userId))
  await tx.execute(sql`DELETE FROM group_members WHERE user_id = ANY (${users}::uuid[])`)
  await tx.execute(sql`
    INSERT INTO group_members (user_id, group_id) SELECT "user", "group"
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS given ("user" uuid, "group" bigint)
    ON CONFLICT DO NOTHING`)
}
