import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Deletes the movements of products that are deleted. */
export const deleteProductMovements = (tx: Transaction, productIds: readonly string[]): Promise<void> =>
  deleteMovements(tx, sql`product_id = ANY (${sql.param(productIds)}::uuid[])`)

/** Deletes the movements of orders that are deleted, and gives their units back to the products, which the caller has locked. */
export async function deleteOrderMovements(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const ofOrders = sql`order_id = ANY (${sql.param(orderIds)}::uuid[])`
  await tx.execute(sql`
    WITH moved AS (SELECT product_id, sum(available_change) AS change FROM stock_movements WHERE ${ofOrders} GROUP BY product_id)
    UPDATE products SET available_quantity = available_quantity - moved.change FROM moved WHERE id = moved.product_id`)
  await deleteMovements(tx, ofOrders)
}

/** A trigger keeps movements from being changed or deleted otherwise. */
async function deleteMovements(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(sql`SET LOCAL shop.deletes_stock_movements = 'on'`)
  await tx.execute(sql`DELETE FROM stock_movements WHERE ${which}`)
  await tx.execute(sql`SET LOCAL shop.deletes_stock_movements = 'off'`)
}
