import { eq } from 'drizzle-orm'
import { listOrderLines, unitsShort } from '#server/orders/order-lines.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Makes an order that waited for stock a paid one once it needs no more than it holds. */
export async function endShortage(tx: Transaction, orderId: string): Promise<void> {
  if ((await listOrderLines(tx, orderId)).some((line) => unitsShort(line) > 0)) return
  await tx.update(orders).set({ awaitingStockSince: null }).where(eq(orders.id, orderId))
}
