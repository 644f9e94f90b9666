import { and, eq, isNull, sql } from 'drizzle-orm'
import { findOrder } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

export interface Settlement {
  orderId: string
  transactionId: string
  amountCents: number
  currency: string
}

/**
 * Writes down that an order was paid by this transaction. Answers `paid` also when the very same was written before,
 * `closed` when the order ended before the money came, `other-payment` when another transaction paid it, `mismatch`
 * when the money is not exactly the order's total.
 */
export async function markOrderPaid(
  tx: Transaction,
  { orderId, transactionId, amountCents, currency }: Settlement,
): Promise<'paid' | 'closed' | 'other-payment' | 'mismatch'> {
  const written = await tx
    .update(orders)
    .set({ paidAt: sql`now()`, transactionId, openSlot: null })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.totalCents, amountCents),
        eq(orders.currency, currency),
        isNull(orders.paidAt),
        isNull(orders.cancelledAt),
        isNull(orders.expiredAt),
      ),
    )
    .returning({ id: orders.id })
  if (written.length > 0) return 'paid'
  const order = (await findOrder(tx, orderId))?.order
  if (order?.transactionId === transactionId) return 'paid'
  if (order && (order.totalCents !== amountCents || order.currency !== currency)) return 'mismatch'
  return order?.paidAt ? 'other-payment' : 'closed'
}
