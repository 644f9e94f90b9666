import { releaseCredit } from '#server/customers/reserve-credit.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Takes an order that was paid or cancelled off what its buyer owes, if it was on account; the caller has locked it. */
export async function releaseOrderCredit(tx: Transaction, order: OrderRow['order']): Promise<void> {
  if (order.confirmedAt) await releaseCredit(tx, { buyerId: order.buyerId, cents: order.totalCents })
}
