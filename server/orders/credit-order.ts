import { eq } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { openCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Lowers what an order costs that is not paid, and what its buyer owes; the caller has locked it. Returns it as it is then, and the money that
 * has come and that it does not cost any more.
 */
export async function creditOrder(
  tx: Transaction,
  row: OrderRow,
  cents: number,
): Promise<{ credited: OrderRow; surplusCents: number }> {
  const { order } = row
  const surplusCents = Math.max(0, cents - openCents(order))
  const sums = {
    creditedCents: order.creditedCents + cents,
    receivedCents: order.receivedCents - surplusCents,
  }
  await tx.update(orders).set(sums).where(eq(orders.id, order.id))
  await releaseOrderCredit(tx, order, cents - surplusCents)
  return { credited: { ...row, order: { ...order, ...sums } }, surplusCents }
}
