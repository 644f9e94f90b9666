import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { takeUnits } from '#server/orders/move-units.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Takes units that went back on the shelf with a refund which then failed out of stock again, for an order whose row the
 * caller has locked. When they are sold already, the order waits for stock.
 */
export async function takeBackUnits(tx: Transaction, { order, line }: OrderRow, quantity: number): Promise<void> {
  if (quantity === 0 || order.shippedAt) return
  const { productId } = line
  if (await takeUnits(tx, { orderId: order.id, productId, quantity, by: undefined })) return
  await tx
    .update(orders)
    .set({ awaitingStockSince: sql`coalesce(awaiting_stock_since, now())` })
    .where(eq(orders.id, order.id))
}
