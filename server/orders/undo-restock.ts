import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsShort } from '#server/orders/order-lines.ts'
import { type LineUnits, reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Takes units out of stock again after a refund that restocked them has failed; the caller has locked the order. If some are
 * sold, or were not reserved while the refund took them back, the order waits for stock.
 */
export async function undoRestock(tx: Transaction, { order }: OrderRow, lines: readonly LineUnits[]): Promise<void> {
  if (lines.length > 0) {
    await tx.execute(sql`
      UPDATE order_lines SET restocked_quantity = restocked_quantity - units
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS given ("lineId" bigint, units integer) WHERE id = "lineId"`)
  }
  if (order.shippedAt) return
  if (lines.length > 0) await reserveStock(tx, { orderId: order.id, lines, by: undefined })
  const isShort = (await listOrderLines(tx, order.id)).some((line) => unitsShort(line) > 0)
  if (!isShort) return
  await tx
    .update(orders)
    .set({ awaitingStockSince: sql`coalesce(awaiting_stock_since, now())` })
    .where(eq(orders.id, order.id))
}
