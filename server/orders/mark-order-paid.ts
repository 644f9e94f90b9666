import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Writes down that an order, whose row the caller has locked, was paid by this transaction with exactly its total. An order
 * that has expired meanwhile is taken up again: with units of today's stock it is `paid`, without them `paid-short`. One
 * that was cancelled, or paid by another transaction, stays as it is: `cancelled`, `other-payment`.
 */
export async function markOrderPaid(
  tx: Transaction,
  { order, line }: OrderRow,
  transactionId: string,
): Promise<'paid' | 'paid-short' | 'cancelled' | 'other-payment'> {
  if (order.paidAt) return 'other-payment'
  if (order.cancelledAt) return 'cancelled'
  const isLate = order.expiredAt !== null
  const { productId, quantity } = line
  const hasUnits = !isLate || (await reserveStock(tx, { orderId: order.id, productId, quantity, by: undefined }))
  await tx
    .update(orders)
    .set({
      paidAt: sql`now()`,
      transactionId,
      openSlot: null,
      expiredAt: null,
      awaitingStockSince: hasUnits ? null : sql`now()`,
    })
    .where(eq(orders.id, order.id))
  await recordOrderEvent(tx, order.id, {
    kind: hasUnits ? (isLate ? 'paid_late' : 'paid') : 'paid_short',
    facts: { transactionId, amountCents: order.totalCents, currency: order.currency },
  })
  return hasUnits ? 'paid' : 'paid-short'
}
