import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Moves the address book of a merged account to the one that stays, which keeps its default address and that of its bills. */
export async function moveAddresses(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ addresses: number }> {
  const { rowCount } = await tx.execute(sql`
    UPDATE addresses SET user_id = ${to},
      is_default = is_default AND NOT EXISTS (SELECT FROM addresses own WHERE own.user_id = ${to} AND own.is_default),
      is_billing = is_billing AND NOT EXISTS (SELECT FROM addresses own WHERE own.user_id = ${to} AND own.is_default)
    WHERE user_id = ${from}`)
  return { addresses: rowCount ?? 0 }
}
