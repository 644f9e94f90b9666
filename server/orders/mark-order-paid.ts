import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { type LineUnits, reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Writes down that an order, whose row the caller has locked, was paid by this transaction with exactly its total. An order
 * that has expired meanwhile is taken up again with what is in stock today, line by line: it is `paid`, or `paid-short` if units are missing. One
 * that was cancelled, or paid by another transaction, stays as it is: `cancelled`, `other-payment`.
 */
export async function markOrderPaid(
  tx: Transaction,
  { order }: OrderRow,
  transactionId: string,
): Promise<'paid' | 'paid-short' | 'cancelled' | 'other-payment'> {
  if (order.paidAt) return 'other-payment'
  if (order.cancelledAt) return 'cancelled'
  const isLate = order.expiredAt !== null
  const missing = isLate ? await reserveAll(tx, order.id) : []
  const hasUnits = missing.length === 0
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

async function reserveAll(tx: Transaction, orderId: string): Promise<LineUnits[]> {
  const lines = (await listOrderLines(tx, orderId)).map(({ id, quantity }) => ({ lineId: id, units: quantity }))
  return reserveStock(tx, { orderId, lines, by: undefined })
}
