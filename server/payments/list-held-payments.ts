import { desc, eq } from 'drizzle-orm'
import type { HeldPayment } from '#contract/payments.ts'
import { mostRows } from '#contract/paging.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import { isStillHeld } from '#server/payments/find-payments.ts'
import { listRefundsOfPayments } from '#server/payments/find-refunds.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { presentHeldPayment } from '#server/payments/present-payment.ts'
import type { Database } from '#server/platform/database.ts'

/** Money that is not exactly its order's and has not gone back yet, or not all of it, newest first. */
export async function listHeldPayments(db: Database): Promise<HeldPayment[]> {
  const rows = await db
    .select({ id: orders.id, payment: payments, order: orders, line: orderLines })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(isStillHeld)
    .orderBy(desc(payments.heldAt))
    .limit(mostRows)
  const sent = await listRefundsOfPayments(
    db,
    rows.map(({ payment }) => payment.intentId),
  )
  return rows.map((row) => {
    const ofIt = sent.filter(({ refund }) => refund.intentId === row.payment.intentId)
    return presentHeldPayment(row.payment, row, ofIt, 'admin')
  })
}
