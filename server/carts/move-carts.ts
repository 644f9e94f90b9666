import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Moves the carts and saved lists of a merged account to the one that stays; its active cart becomes another one beside theirs, with this name. */
export async function moveCarts(
  tx: Transaction,
  { from, to, name }: { from: string; to: string; name: string },
): Promise<{ carts: number; lists: number }> {
  const { rows } = await tx.execute<{ kind: string }>(sql`
    UPDATE carts SET user_id = ${to}, name = coalesce(nullif(carts.name, ''), left(${name}, 60)),
      is_active = is_active AND NOT EXISTS (SELECT FROM carts own WHERE own.user_id = ${to} AND own.is_active)
    WHERE user_id = ${from} RETURNING kind`)
  const lists = rows.filter(({ kind }) => kind === 'list').length
  return { carts: rows.length - lists, lists }
}
