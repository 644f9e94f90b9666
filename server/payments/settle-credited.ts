import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { keepPayable } from '#server/orders/keep-payable.ts'
import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import { openCents } from '#server/orders/order-rules.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { newId } from '#server/platform/ids.ts'

interface Credited {
  /** The money that has come and that the order does not cost any more. */
  surplusCents: number
  reason: RefundRow['reason']
  /** Whether units were cancelled: then others may still come, though nothing is to be paid. */
  cancels: boolean
}

/**
 * Moves an order on that is not paid and costs less now; the caller has locked it. Staff send a surplus back; money that covers the rest pays
 * the order; one that costs nothing any more, and of which nothing has shipped, is cancelled.
 */
export async function settleCredited(
  tx: Transaction,
  queueMail: QueueMail,
  actor: Actor,
  credited: OrderRow,
  { surplusCents, reason, cancels }: Credited,
): Promise<void> {
  const { order } = credited
  const { receivedCents, currency } = order
  const last = receivedCents + surplusCents > 0 ? await getLastReceived(tx, order.id) : undefined
  if (last && surplusCents > 0) await oweSurplus(tx, actor, credited, { ...last, amountCents: surplusCents, reason })
  // What is on account or was free from the start still comes, though nothing is to be paid.
  const isAccepted = order.confirmedAt !== null || order.paidAt !== null
  if (order.cancelledAt || order.expiredAt) return
  if (openCents(order) > 0) await keepPayable(tx, credited)
  else if (last && receivedCents > 0) {
    const facts = { transactionId: last.intentId, amountCents: receivedCents, currency }
    await payOrder(tx, queueMail, credited, { transactionId: last.intentId, by: actor, facts, byCredit: true })
  } else if (!order.firstShippedAt && !(cancels && isAccepted && (await hasUnitsToCome(tx, order.id))))
    await closeUnpaidOrder(tx, order.id, {
      as: 'cancelled',
      by: actor,
      onAccount: order.confirmedAt !== null,
      isFree: order.paidAt !== null,
    })
}

/** Returns whether units of an order are neither shipped nor cancelled. */
export const hasUnitsToCome = async (db: Database | Transaction, orderId: string): Promise<boolean> =>
  (await listOrderLines(db, orderId)).some((line) => unitsOwed(line) > 0)

/** Says who began a refund. */
export const originOf = ({ buyerId }: OrderRow['order'], { id }: Actor) =>
  ({ origin: buyerId === id ? 'buyer' : 'admin', requestedBy: id }) as const

/** Returns the last payment that staff recorded for an order that has received money. */
async function getLastReceived(tx: Transaction, orderId: string): Promise<PaymentRow> {
  const [last] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNull(payments.canceledAt), ne(payments.method, 'card')))
    .orderBy(desc(payments.createdAt), desc(payments.intentId))
    .limit(1)
  if (!last) throw new Error('An order has received money without a payment.')
  return last
}

/** Writes down money that staff are to send back, since its order does not cost it; the caller has locked the order. */
export async function oweSurplus(
  tx: Transaction,
  actor: Actor,
  { order }: OrderRow,
  {
    intentId,
    amountCents,
    currency,
    reason,
  }: Pick<RefundRow, 'amountCents' | 'currency' | 'reason'> & { intentId: string },
): Promise<void> {
  await tx.insert(refunds).values({
    id: newId(),
    intentId,
    orderId: order.id,
    amountCents,
    currency,
    reason,
    ...originOf(order, actor),
    state: 'pending',
    isSurplus: true,
  })
  await recordOrderEvent(tx, order.id, {
    kind: 'refund_requested',
    by: actor,
    facts: { amountCents, currency, reason },
  })
}
