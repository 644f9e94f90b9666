import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { orderName } from '#contract/order-name.ts'
import { offlineTransaction } from '#contract/offline-transaction.ts'
import type { offlineMethods } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { paymentReceivedMail } from '#server/orders/order-mails.ts'
import { awaitsFreight, isRecordable, openCents, orderState, takesSurplus } from '#server/orders/order-rules.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { receiveMoney } from '#server/orders/receive-money.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { findOpenPayment } from '#server/payments/find-payments.ts'
import { momentOnDay } from '#server/payments/moment-on-day.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { oweSurplus } from '#server/payments/settle-credited.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { hashRequest } from '#server/platform/http/idempotency-key.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

interface OfflinePayment {
  method: (typeof offlineMethods)[number]
  /** Holds the text of the bank's list or the check. */
  reference: string
  /** The day of the store on which it came; today if absent. */
  receivedOn?: string | undefined
  /** Takes money of orders that are paid or cancelled, too. */
  isSurplus?: true | undefined
  /** The orders that it pays, each once; all that is open of one without an amount. */
  parts: readonly OrderPart[]
  /** Tells a repeated call from another payment that is alike. */
  idempotencyKey?: string | undefined
}

interface Call extends OfflinePayment {
  /** Tells whether another call with its key asks for the same. */
  requestHash: string
}

interface OrderPart {
  orderId: string
  amountCents?: number | undefined
}

/**
 * Records money that did not come by card, for one or several orders of one buyer, all or nothing, and returns the orders. One whose open sum has
 * come is paid; an expired one is taken up again with what is in stock. Idempotent for one key or, without any, for one method, reference, day
 * and amount. What has come above the open sum, staff send back; where nothing is open, only with `isSurplus`. Throws `idempotency-key-reused` and others, or what the card provider refuses.
 */
export async function recordOfflinePayment(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  payment: OfflinePayment,
): Promise<OrderRow[]> {
  const named = payment.parts.map((part) => ({ ...part, orderId: parseId(part.orderId, 'order-not-found') }))
  const ids = named.map(({ orderId }) => orderId)
  if (new Set(ids).size < ids.length) throw problem('order-listed-twice')
  const requestHash = hashRequest([
    payment.method,
    payment.reference,
    payment.receivedOn,
    named.map(({ orderId, amountCents }) => [orderId, amountCents]),
  ])
  const call = { ...payment, parts: named, requestHash }
  for (const part of named) {
    const row = await getOrderFor(db, part.orderId, actor)
    if (await isRecorded(db, row, call, part)) continue
    assertRecordable(row, call)
    // An open payment at the card provider is cancelled first, so that the buyer does not pay twice.
    if (!takesSurplus(row.order)) await releasePayment(db, deps, row.order.id)
  }
  await db.transaction(async (tx) => {
    // In the order of their ids and before anything else, as everybody locks several orders.
    const parts = [...named].sort((a, b) => (a.orderId < b.orderId ? -1 : 1))
    const locked: { part: OrderPart; row: OrderRow }[] = []
    for (const part of parts) locked.push({ part, row: await lockOrderFor(tx, part.orderId, actor) })
    if (new Set(locked.map(({ row }) => row.order.buyerId)).size > 1) throw problem('orders-of-several-buyers')
    for (const { part, row } of locked)
      if (!(await isRecorded(tx, row, call, part))) await writePayment(tx, deps, actor, row, call, part)
  })
  return Promise.all(ids.map((id) => getOrderFor(db, id, actor)))
}

/** Selects the payments of an order that staff recorded and did not take back. */
const isRecordedFor = (orderId: string) =>
  and(
    eq(payments.orderId, orderId),
    ne(payments.method, 'card'),
    isNotNull(payments.succeededAt),
    isNull(payments.canceledAt),
  )

/**
 * Whether this part was recorded: by a call with the same key, be it taken back since, or without any by one that is alike. Such a call without an amount paid the
 * order, and one without a day may be repeated after midnight. Throws `idempotency-key-reused`.
 */
async function isRecorded(
  db: Database | Transaction,
  { order }: OrderRow,
  { method, reference, receivedOn, idempotencyKey, requestHash }: Call,
  { amountCents }: OrderPart,
): Promise<boolean> {
  if (idempotencyKey !== undefined) {
    const [before] = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.idempotencyKey, idempotencyKey)))
    if (before && before.requestHash !== requestHash) throw problem('idempotency-key-reused')
    return before !== undefined
  }
  const known = await db
    .select()
    .from(payments)
    .where(and(isRecordedFor(order.id), eq(payments.method, method), eq(payments.reference, reference)))
  return known.some(
    ({ intentId, succeededAt, receivedCents }) =>
      (amountCents === undefined ? intentId === order.transactionId : receivedCents === amountCents) &&
      (receivedOn === undefined || (succeededAt !== null && receivedOn === storeDay(succeededAt))),
  )
}

function assertRecordable({ order }: OrderRow, { isSurplus }: Call): void {
  if (takesSurplus(order)) {
    if (isSurplus) return
    throw problem('payment-is-surplus', { state: orderState(order) })
  }
  if (awaitsFreight(order)) throw problem('freight-open')
  if (!isRecordable(order)) throw problem('order-move-not-allowed', { state: orderState(order), move: 'paid' })
}

async function writePayment(
  tx: Transaction,
  { queueMail }: SettleDeps,
  actor: Actor,
  row: OrderRow,
  call: Call,
  part: OrderPart,
): Promise<void> {
  assertRecordable(row, call)
  const { method, reference, receivedOn, idempotencyKey, requestHash } = call
  const { order } = row
  // The buyer has opened a card payment in between.
  if (!takesSurplus(order) && (await findOpenPayment(tx, order.id))) throw problem('payment-in-progress')
  const { currency } = order
  const leftCents = takesSurplus(order) ? 0 : openCents(order)
  const amountCents = part.amountCents ?? leftCents
  if (amountCents === 0) throw problem('nothing-open', { orders: orderName(order.number) })
  if (order.expiredAt && amountCents < leftCents)
    throw problem('expired-order-partly-paid', { open: toAmount(leftCents, currency) })
  const receivedAt = momentOnDay(order, receivedOn)
  const transactionId = offlineTransaction(order.number, (await countRecorded(tx, order.id)) + 1)
  await tx.insert(payments).values({
    intentId: transactionId,
    orderId: order.id,
    amountCents,
    currency,
    receivedCents: amountCents,
    receivedCurrency: currency,
    succeededAt: receivedAt ?? sql`now()`,
    method,
    reference,
    recordedBy: actor.id,
    ...(idempotencyKey !== undefined && { idempotencyKey, requestHash }),
  })
  const surplusCents = Math.max(0, amountCents - leftCents)
  const received = await receiveMoney(tx, row, amountCents - surplusCents)
  const event = { transactionId, amountCents, currency, method, reference }
  if (leftCents > 0 && amountCents >= leftCents) {
    const paidAt = await lastReceivedAt(tx, order.id)
    await payOrder(tx, queueMail, received, { transactionId, paidAt, by: actor, facts: event, surplusCents })
  } else {
    await recordOrderEvent(tx, order.id, { kind: 'payment_received', by: actor, facts: event })
    await queueMail(tx, await paymentReceivedMail(tx, received, { amountCents, surplusCents }))
  }
  if (surplusCents > 0)
    await oweSurplus(tx, actor, row, {
      intentId: transactionId,
      amountCents: surplusCents,
      currency,
      reason: 'duplicate',
    })
  await recordAuditEvent(tx, actor, {
    kind: 'payment-recorded',
    subject: { type: 'order', id: order.id },
    // Without the reference, which can name people: the log keeps everything, and the payment has it.
    after: {
      amountCents,
      currency,
      paymentMethod: method,
      receivedOn: receivedOn ?? storeDay(Date.now()),
      ...(surplusCents > 0 && { surplusCents }),
    },
  })
}

const countRecorded = (tx: Transaction, orderId: string): Promise<number> =>
  tx.$count(payments, and(eq(payments.orderId, orderId), ne(payments.method, 'card')))

/** Returns when the last part of the money came. */
async function lastReceivedAt(tx: Transaction, orderId: string): Promise<Date | undefined> {
  const [last] = await tx
    .select({ at: payments.succeededAt })
    .from(payments)
    .where(isRecordedFor(orderId))
    .orderBy(sql`${payments.succeededAt} DESC`)
    .limit(1)
  return last?.at ?? undefined
}
