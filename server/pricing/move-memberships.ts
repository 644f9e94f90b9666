import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Puts the one that stays into the customer groups of a merged account, too, and gives it the price lists for that account alone. */
export async function moveMemberships(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ groups: number }> {
  await tx.execute(sql`UPDATE price_lists SET user_id = ${to} WHERE user_id = ${from}`)
  await tx.execute(sql`
    DELETE FROM group_members WHERE user_id = ${from} AND group_id IN (SELECT group_id FROM group_members WHERE user_id = ${to})`)
  const { rowCount } = await tx.execute(sql`UPDATE group_members SET user_id = ${to} WHERE user_id = ${from}`)
  return { groups: rowCount ?? 0 }
}
