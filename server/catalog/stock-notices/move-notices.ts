import { eq } from 'drizzle-orm'
import { stockNotices } from '#server/catalog/stock-notices/stock-notices.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Moves what a merged account waits for to the one that stays; the mail goes to the address that asked. */
export async function moveStockNotices(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<Record<never, number>> {
  await tx.update(stockNotices).set({ userId: to }).where(eq(stockNotices.userId, from))
  return {}
}
