import { desc, eq } from 'drizzle-orm'
import type { UnmatchedPayment } from '#contract/payments.ts'
import { maxRows } from '#contract/pagination.ts'
import { isFirstLine, lastShipment } from '#server/orders/find-orders.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import { isUnmatched } from '#server/payments/find-payments.ts'
import { listPaymentRefunds } from '#server/payments/find-refunds.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { presentUnmatchedPayment } from '#server/payments/present-payment.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns unmatched payments that are not fully refunded, newest first. */
export async function listUnmatchedPayments(db: Database): Promise<UnmatchedPayment[]> {
  const rows = await db
    .select({ id: orders.id, payment: payments, order: orders, firstLine: orderLines, lastShipment })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(orderLines, isFirstLine)
    .where(isUnmatched)
    .orderBy(desc(payments.heldAt))
    .limit(maxRows)
  const sent = await listPaymentRefunds(
    db,
    rows.map(({ payment }) => payment.intentId),
  )
  return rows.map((row) => {
    const ofIt = sent.filter(({ refund }) => refund.intentId === row.payment.intentId)
    return presentUnmatchedPayment(row.payment, row, ofIt, 'admin')
  })
}
