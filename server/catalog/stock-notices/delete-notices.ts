import { eq, or, sql } from 'drizzle-orm'
import { stockNotices } from '#server/catalog/stock-notices/stock-notices.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Deletes the address of a mailed link with all that it waits for. Throws `stock-notice-not-found`. */
export async function endNotices(db: Database, token: string): Promise<void> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM stock_notices WHERE email = (SELECT email FROM stock_notices WHERE token = ${token})`)
  if (!rowCount) throw problem('stock-notice-not-found')
}

/** Deletes what a deleted account waits for, also if it was asked for before signing up. */
export async function eraseStockNotices(tx: Transaction, user: { id: string; email: string }): Promise<void> {
  await tx
    .delete(stockNotices)
    .where(or(eq(stockNotices.userId, user.id), eq(stockNotices.email, user.email.toLowerCase())))
}
