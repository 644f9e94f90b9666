import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Moves the tax numbers and certificates of a merged account to the one that stays; of the same number, what is known best is kept. */
export async function moveTaxData(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ taxNumbers: number; certificates: number }> {
  await tx.execute(sql`
    DELETE FROM tax_ids worse USING tax_ids better
    WHERE worse.value = better.value AND (worse.user_id, better.user_id) IN ((${from}, ${to}), (${to}, ${from}))
      AND (better.status = 'verified', better.user_id = ${to}) > (worse.status = 'verified', worse.user_id = ${to})`)
  const numbers = await tx.execute(sql`UPDATE tax_ids SET user_id = ${to} WHERE user_id = ${from}`)
  const certificates = await tx.execute(sql`UPDATE exemption_certificates SET user_id = ${to} WHERE user_id = ${from}`)
  return { taxNumbers: numbers.rowCount ?? 0, certificates: certificates.rowCount ?? 0 }
}
