import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Takes units out of stock again after a refund that restocked them has failed; the caller has locked the order. If they are
 * sold, the order waits for stock.
 */
export async function undoRestock(tx: Transaction, { order, line }: OrderRow, quantity: number): Promise<void> {
  if (quantity === 0 || order.shippedAt) return
  const { productId } = line
  if (await reserveStock(tx, { orderId: order.id, productId, quantity, by: undefined })) return
  await tx
    .update(orders)
    .set({ awaitingStockSince: sql`coalesce(awaiting_stock_since, now())` })
    .where(eq(orders.id, order.id))
}
