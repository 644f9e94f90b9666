import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import { fromClockTime, storeDay } from '#contract/time-zone.ts'
import type { offlineMethods } from '#contract/payments.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { isRecordable, orderState } from '#server/orders/order-rules.ts'
import { offlineTransaction } from '#contract/offline-transaction.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { findPayment } from '#server/payments/find-payments.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

interface OfflinePayment {
  orderId: string
  method: (typeof offlineMethods)[number]
  /** Holds the text of the bank's list or the check. */
  reference: string
  /** The day of the store on which it came; today if absent. */
  receivedOn?: string | undefined
}

/**
 * Marks an order as paid by money that did not come by card: all of it, as an admin says; an expired one is taken up again with what is
 * in stock. Idempotent for one method, reference and day. Throws `order-not-found`, `order-move-not-allowed`, `payment-day-not-valid`,
 * `payment-in-progress`, or what the card provider refuses.
 */
export async function recordOfflinePayment(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  payment: OfflinePayment,
): Promise<OrderRow> {
  const row = await getOrderFor(db, payment.orderId, actor)
  if (await isRecorded(db, row, payment)) return row
  assertRecordable(row)
  // An open payment at the card provider is cancelled first, so that the buyer does not pay twice.
  await releasePayment(db, deps, row.order.id)
  try {
    await db.transaction((tx) => writePayment(tx, deps, actor, payment))
  } catch (error) {
    // The buyer has opened a card payment in between.
    if (violatedConstraint(error) === 'payments_live_of_order') throw problem('payment-in-progress')
    const now = await getOrderFor(db, row.order.id, actor)
    if (await isRecorded(db, now, payment)) return now
    throw error
  }
  return getOrderFor(db, row.order.id, actor)
}

async function isRecorded(
  db: Database,
  { order }: OrderRow,
  { method, reference, receivedOn }: OfflinePayment,
): Promise<boolean> {
  const known = order.transactionId === null ? undefined : await findPayment(db, order.transactionId)
  if (!known?.succeededAt || known.method !== method || known.reference !== reference) return false
  // A call without a day may be repeated after midnight.
  return receivedOn === undefined || receivedOn === storeDay(known.succeededAt)
}

function assertRecordable({ order }: OrderRow): void {
  if (!isRecordable(order)) throw problem('order-move-not-allowed', { state: orderState(order), move: 'paid' })
}

async function writePayment(
  tx: Transaction,
  { queueMail }: SettleDeps,
  actor: Actor,
  { orderId, method, reference, receivedOn }: OfflinePayment,
): Promise<void> {
  const row = await lockOrderFor(tx, orderId, actor)
  assertRecordable(row)
  const { order } = row
  const paidAt = receivedAt(order, receivedOn)
  const { totalCents: amountCents, currency } = order
  const transactionId = offlineTransaction(order.number)
  await tx.insert(payments).values({
    intentId: transactionId,
    orderId: order.id,
    amountCents,
    currency,
    receivedCents: amountCents,
    receivedCurrency: currency,
    succeededAt: paidAt ?? sql`now()`,
    method,
    reference,
    recordedBy: actor.id,
  })
  const paid = await payOrder(tx, queueMail, row, {
    transactionId,
    paidAt,
    by: actor,
    facts: { transactionId, amountCents, currency, method, reference },
  })
  await recordAuditEvent(tx, actor, {
    kind: 'payment-recorded',
    subject: { type: 'order', id: order.id },
    after: {
      amountCents,
      currency,
      // Without the reference, which can name people: the log keeps everything, and the payment has it.
      paymentMethod: method,
      ...(paid.order.paidAt && { receivedOn: storeDay(paid.order.paidAt) }),
    },
  })
}

/** Returns when money came that has come on a day of the store, undefined for today; throws `payment-day-not-valid`. */
function receivedAt({ placedAt }: OrderRow['order'], day: string | undefined): Date | undefined {
  const [first, today] = [storeDay(placedAt), storeDay(Date.now())]
  if (day === undefined || day === today) return undefined
  if (day < first || day > today) throw problem('payment-day-not-valid', { first })
  const noon = fromClockTime(`${day}T12:00`, currentStore().timeZone)
  return noon < placedAt ? placedAt : noon
}
