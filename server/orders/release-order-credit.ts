import { releaseCredit } from '#server/customers/reserve-credit.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { openCents } from '#server/orders/order-rules.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Takes what was open of an order, or a part of it, off what its buyer owes, if it is on account; the caller has locked it. */
export async function releaseOrderCredit(
  tx: Transaction,
  order: OrderRow['order'],
  cents = openCents(order),
): Promise<void> {
  if (order.confirmedAt) await releaseCredit(tx, { buyerId: order.buyerId, cents })
}
