import { eq, sql } from 'drizzle-orm'
import { restoreCredit } from '#server/customers/reserve-credit.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { costCents, isUnpaid, openCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface Reopening {
  /** What is taken back. */
  amountCents: number
  /** The refunds that were not sent, by which the order costs less instead. */
  creditedCents: number
  /** The surplus that was not sent and may not be there any more. */
  surplusCents: number
}

/**
 * Opens an order again, whose row the caller has locked, since money that was recorded for it is taken back: it is no longer paid. On account,
 * it counts against the credit of its buyer again; in advance, it waits as long as at first. Returns it as it is then, and the money that has
 * come and that it does not cost. Throws `credit-limit-in-the-way`.
 */
export async function reopenOrder(
  tx: Transaction,
  row: OrderRow,
  taken: Reopening,
): Promise<{ reopened: OrderRow; surplusCents: number }> {
  const { order } = row
  const isClosed = order.cancelledAt !== null || order.expiredAt !== null
  const creditedCents = order.creditedCents + taken.creditedCents
  const leftCents = order.receivedCents + taken.surplusCents - taken.amountCents
  const surplusCents = Math.max(0, leftCents - (isClosed ? 0 : costCents({ ...order, creditedCents })))
  const sums = { creditedCents, receivedCents: leftCents - surplusCents, refundAskedCents: 0 }
  const unpaid = { paidAt: null, transactionId: null, restockedQuantity: 0 }
  await tx
    .update(orders)
    .set({
      ...sums,
      ...unpaid,
      ...(!order.confirmedAt && {
        expiresAt: sql`greatest(${orders.expiresAt}, now() + (${orders.expiresAt} - ${orders.placedAt}))`,
      }),
    })
    .where(eq(orders.id, order.id))
  const reopened = { ...row, order: { ...order, ...sums, ...unpaid } }
  const cents = openCents(reopened.order) - (isUnpaid(order) ? openCents(order) : 0)
  if (order.confirmedAt && !isClosed && cents > 0) await restoreCredit(tx, { buyerId: order.buyerId, cents })
  return { reopened, surplusCents }
}
