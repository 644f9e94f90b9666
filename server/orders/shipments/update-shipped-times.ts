import { eq, getTableColumns, sql } from 'drizzle-orm'
import { lastShipment, type OrderRow } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Writes when an order shipped, from its parcels: it is shipped with the last one, once everything that was not cancelled is shipped.
 * Returns the order with its last parcel; the caller has locked it and moved its units.
 */
export async function updateShippedTimes(
  tx: Transaction,
  orderId: string,
): Promise<Pick<OrderRow, 'order' | 'lastShipment'>> {
  const ofParcels = sql`FROM shipments WHERE order_id = ${orderId} AND undone_at IS NULL`
  const lastShippedAt = sql`(
    SELECT max(shipped_at) ${ofParcels} AND NOT EXISTS (
      SELECT FROM order_lines WHERE order_id = ${orderId} AND shipped_quantity + cancelled_quantity < quantity))`
  const [updated] = await tx
    .update(orders)
    .set({
      firstShippedAt: sql`(SELECT min(shipped_at) ${ofParcels})`,
      shippedAt: lastShippedAt,
      // One that owes nothing waits for nothing.
      awaitingStockSince: sql`CASE WHEN ${lastShippedAt} IS NULL THEN awaiting_stock_since END`,
    })
    .where(eq(orders.id, orderId))
    .returning({ ...getTableColumns(orders), lastShipment })
  if (!updated) throw new Error('A locked order was not found.')
  const { lastShipment: last, ...order } = updated
  return { order, lastShipment: last }
}
