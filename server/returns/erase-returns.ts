import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Erases what a buyer wrote and showed in returns, and what was answered; goods and reasons stay for bookkeeping. */
export async function eraseReturns(tx: Transaction, buyer: { id: string }): Promise<void> {
  const theirs = sql`SELECT returns.id FROM returns JOIN orders ON orders.id = order_id WHERE buyer_id = ${buyer.id}`
  await tx.execute(
    sql`UPDATE return_lines SET photo_url = NULL WHERE photo_url IS NOT NULL AND return_id IN (${theirs})`,
  )
  await tx.execute(sql`UPDATE returns SET note = NULL, answer = NULL WHERE id IN (${theirs})`)
}
