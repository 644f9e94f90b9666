import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Gives the use of an order's discount back, once, in the transaction that cancels or expires the order and after its products are locked. */
export async function releaseDiscount(db: Database | Transaction, orderId: string): Promise<void> {
  await db.execute(sql`
    WITH back AS (DELETE FROM discount_uses WHERE order_id = ${orderId} RETURNING discount_id)
    UPDATE discounts SET used_count = used_count - 1 FROM back WHERE id = back.discount_id`)
}
