import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { payableStep, toAmount } from '#contract/currency.ts'
import type { Refund } from '#contract/payments.ts'
import { cancellationCost, type RefundableOrder, refundAmount } from '#contract/refund-amount.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { hasPermission } from '#contract/permissions.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { findOrder, getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { type MessageDeps, tellSeller } from '#server/orders/order-messages.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import {
  listOrderLines,
  type OrderLine,
  unitsOwed,
  unitsShort,
  unitsTakenBack,
  unitsToRestock,
} from '#server/orders/order-lines.ts'
import { updateShippedTimes } from '#server/orders/shipments/update-shipped-times.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { orderCreditedMail, refundMail, unitsCancelledMail } from '#server/orders/order-mails.ts'
import {
  canMove,
  costCents,
  isChangeable,
  isCreditable,
  isUnpaid,
  openCents,
  orderState,
} from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { isOpen, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import { issueCreditNote } from '#server/payments/issue-credit-note.ts'
import { payments, type RefundRow, refundLines, refunds } from '#server/payments/payments.tables.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type LineUnits, type Movement, moveStock } from '#server/stock/move-stock.ts'

export interface RefundInput {
  orderId: string
  /** Set if it cancels the units of `returned`, or all that have not shipped, and pays back what they cost; the seller is told what the buyer does. */
  cancels?: { tellSeller: MessageDeps }
  /** Undefined for what the units and the shipping cost, or without either for all that is left. */
  amountCents: number | undefined
  /** The units that came back or are not delivered, by the positions of their lines; those to restock belong to them. Undefined where nothing is said of units. */
  returned: readonly LineAsked[] | undefined
  withShipping: boolean
  reason: Refund['reason']
  note: string
  /** The units to restock: of each line by its position, or a number that is taken from the first line on. */
  restock: number | readonly LineAsked[]
  /** The return whose units it pays back: they moved as they were received. */
  returnId?: string | undefined
  idempotencyKey: string | undefined
}

interface LineAsked {
  line: number
  units: number
}

/**
 * Refunds a paid order, never more than was paid, and what came back by its amounts; units are restocked at once. The refund is stored before the provider is
 * called, so that it is neither lost nor sent twice. Money that did not come by card goes back by hand: its refund is done as it is
 * recorded, or waits for staff if the buyer asks for it. An order that is not paid is credited instead, at most with what is open. Returns the id.
 */
export async function refundOrder(db: Database, deps: SettleDeps, actor: Actor, input: RefundInput): Promise<string> {
  // What a card is asked for changes with a credit, so that an open payment ends first, or pays the order.
  if (isUnpaid((await getOrderFor(db, input.orderId, actor)).order)) await releasePayment(db, deps, input.orderId)
  const refundId = await db.transaction((tx) => writeRefund(tx, deps, actor, input))
  await sendRefund(db, deps, refundId)
  return refundId
}

/** Writes a refund, which `sendRefund` sends once the transaction is committed. Throws as `refundOrder` does; returns its id. */
export async function writeRefund(
  tx: Transaction,
  { queueMail }: SettleDeps,
  actor: Actor,
  input: RefundInput,
): Promise<string> {
  const row = await lockOrderFor(tx, input.orderId, actor)
  const { order } = row
  const lines = await listOrderLines(tx, order.id)
  const repeated = await findExistingRefund(tx, order.id, lines, input)
  if (repeated) return repeated.id

  const cancels = input.cancels !== undefined
  if (cancels && !isChangeable(order, actor)) throw notCancellable(order)
  const way = await findWay(tx, row, cancels)
  const leftCents = way === 'credit' ? openCents(order) : costCents(order) - order.refundAskedCents
  const refundable = await findRefundableOrder(tx, order, lines, await readOrderAmounts(tx, order))
  const cancelled = cancels ? chooseCancelled(lines, input.returned) : undefined
  const restocked = cancelled ? releasedOf(lines, cancelled) : chooseLines(lines, input.restock)
  const returned = cancelled ?? chooseReturned(lines, refundable, input.returned ?? [], restocked)
  const { amountCents, withShipping } = cancelled
    ? cancellationCost(refundable, lines, cancelled)
    : {
        withShipping: input.withShipping,
        amountCents:
          input.amountCents ??
          (input.returned || returned.size > 0 || input.withShipping
            ? refundAmount(refundable, returned, input.withShipping)
            : leftCents),
      }
  if (amountCents === 0 && leftCents > 0 && !cancels) throw problem('refund-empty')
  if (amountCents > leftCents || (amountCents === 0 && !cancels))
    throw problem(way === 'credit' ? 'credit-too-large' : 'refund-too-large', {
      left: toAmount(leftCents, order.currency),
    })
  const step = payableStep(order.currency)
  if (amountCents % step !== 0 && way !== 'by-hand')
    throw problem('refund-not-payable', { step: toAmount(step, order.currency) })
  if (way === 'card' && amountCents > 0 && !hasPermission(actor, 'refunds') && order.buyerId !== actor.id)
    throw problem('permission-missing')
  const units = sumOf(restocked)
  const isMoneyToSend = way === 'by-hand' && !hasPermission(actor, 'refunds')
  // Nothing goes back for units that cost nothing, or all of whose money is on its way back.
  const intentId = way === 'credit' || amountCents === 0 ? null : order.transactionId

  const id = newId()
  const [refund] = await tx
    .insert(refunds)
    .values({
      id,
      intentId,
      orderId: order.id,
      amountCents,
      currency: order.currency,
      reason: input.reason,
      note: input.note,
      restockedQuantity: units,
      withShipping,
      origin: order.buyerId === actor.id ? 'buyer' : 'admin',
      requestedBy: actor.id,
      returnId: input.returnId,
      idempotencyKey: input.idempotencyKey,
      ...(isMoneyToSend && intentId !== null
        ? { state: 'pending' as const }
        : (way === 'by-hand' || intentId === null) && { state: 'succeeded' as const, endedAt: sql`now()` }),
    })
    .returning()
  if (!refund) throw new Error('A refund was not written.')
  if (returned.size > 0) {
    const restockedUnits = new Map(restocked.map((line) => [line.lineId, line.units]))
    const refunded = { refundable, returned, restockedUnits }
    const moved = lines.map((line) => (cancels ? divideCancelled(line, refunded) : divideRefunded(line, refunded)))
    await moveStock(tx, moved.flatMap(moveRefunded), actor)
    await tx.insert(refundLines).values(
      moved.flatMap(({ line: { id: orderLineId, position }, cancelled: cancelledQuantity, returned: backQuantity }) => {
        const returnedQuantity = returned.get(position) ?? 0
        const restockedQuantity = restockedUnits.get(orderLineId) ?? 0
        return returnedQuantity > 0
          ? [{ refundId: id, orderLineId, restockedQuantity, returnedQuantity, cancelledQuantity, backQuantity }]
          : []
      }),
    )
    // Without what is cancelled, the rest of a partly shipped order may be all of it.
    if (order.firstShippedAt) await updateShippedTimes(tx, order.id)
    if (order.awaitingStockSince) await endShortage(tx, order.id)
  }
  const facts = { amountCents, currency: order.currency }
  if (cancelled) {
    await recordOrderEvent(tx, order.id, { kind: 'units_cancelled', by: actor, facts: { units: sumUnits(cancelled) } })
  }
  if (intentId !== null) {
    // An order that is refunded now writes off what it still holds.
    await updateRefundTotals(tx, order.id, await sumActiveRefunds(tx, intentId))
    await recordOrderEvent(tx, order.id, {
      kind: way === 'by-hand' && !isMoneyToSend ? 'refunded' : 'refund_requested',
      by: actor,
      facts: { ...facts, reason: input.reason, ...(!cancels && { units }) },
    })
  } else if (amountCents > 0) {
    await recordOrderEvent(tx, order.id, { kind: 'credited', by: actor, facts: { ...facts, reason: input.reason } })
  }
  // A card refund has its credit note once the provider has sent it.
  const creditNote =
    (way === 'card' && intentId !== null) || amountCents === 0 ? undefined : await issueCreditNote(tx, row, refund)
  if (intentId === null && amountCents > 0)
    await creditOrder(tx, queueMail, row, { cents: amountCents, actor, cancels })
  const now = (await findOrder(tx, order.id)) ?? row
  if (input.cancels && cancelled && order.buyerId === actor.id)
    await tellSeller(tx, input.cancels.tellSeller, row, {
      kind: 'cancelled',
      message: input.note,
      units: [...cancelled].map(([line, each]) => ({ line, units: each })),
    })
  if (cancelled)
    await queueMail(tx, await unitsCancelledMail(tx, now, { ...refund, way, lines, cancelled, creditNote }))
  else if (way === 'by-hand') await queueMail(tx, await refundMail(tx, row, { ...refund, isByHand: true, creditNote }))
  else if (way === 'credit') await queueMail(tx, await orderCreditedMail(tx, now, { ...refund, creditNote }))
  if (refund.origin === 'admin')
    await recordAuditEvent(tx, actor, {
      subject: { type: 'order', id: order.id },
      ...(cancelled
        ? { kind: 'units-cancelled', after: { ...facts, units: sumUnits(cancelled) } }
        : intentId === null
          ? {
              kind: 'order-credited',
              before: { creditedCents: order.creditedCents },
              after: {
                creditedCents: order.creditedCents + amountCents,
                currency: order.currency,
                reason: input.reason,
              },
            }
          : {
              kind: 'order-refunded',
              before: { refundAskedCents: order.refundAskedCents },
              after: {
                refundAskedCents: order.refundAskedCents + amountCents,
                currency: order.currency,
                reason: input.reason,
                restockedUnits: units,
              },
            }),
    })
  return id
}

function notCancellable(order: OrderRow['order']): Error {
  if (order.disputedAt) return problem('order-disputed')
  const isPartly = order.firstShippedAt !== null && !order.shippedAt
  return problem('order-move-not-allowed', {
    state: isPartly ? 'partly_shipped' : orderState(order),
    move: 'cancelled',
  })
}

/** How money goes back: to the card, by hand, or not at all, since it has not come yet. */
export type RefundWay = 'card' | 'by-hand' | 'credit'

/** Returns how money of an order goes back; throws `order-move-not-allowed`, `order-disputed` or `payment-in-progress`. */
async function findWay(tx: Transaction, { order }: OrderRow, cancels: boolean): Promise<RefundWay> {
  const state = orderState(order)
  if (order.disputedAt) throw problem('order-disputed')
  if (isUnpaid(order) && (cancels || isCreditable(order))) {
    const [open] = await tx
      .select({ id: payments.intentId })
      .from(payments)
      .where(and(eq(payments.orderId, order.id), isOpen, isNull(payments.succeededAt)))
    // It was opened since, with the sum of before.
    if (open) throw problem('payment-in-progress')
    return 'credit'
  }
  if (!canMove(state, 'refunded') || (order.transactionId === null && !cancels))
    throw problem('order-move-not-allowed', { state, move: 'refunded' })
  if (order.transactionId === null) return 'credit'
  const [payment] = await tx.select().from(payments).where(eq(payments.intentId, order.transactionId))
  return payment !== undefined && payment.method !== 'card' ? 'by-hand' : 'card'
}

/** Lowers what an order costs that is not paid, and what its buyer owes; one that costs nothing any more, and of which nothing has shipped, is cancelled. */
async function creditOrder(
  tx: Transaction,
  queueMail: SettleDeps['queueMail'],
  row: OrderRow,
  { cents, actor, cancels }: { cents: number; actor: Actor; cancels: boolean },
): Promise<void> {
  const { order } = row
  await tx
    .update(orders)
    .set({ creditedCents: sql`${orders.creditedCents} + ${cents}::bigint` })
    .where(eq(orders.id, order.id))
  await releaseOrderCredit(tx, order, cents)
  if (order.receivedCents > 0 && cents === openCents(order)) {
    // The parts that came pay what is left.
    const [last] = await tx
      .select({ transactionId: payments.intentId })
      .from(payments)
      .where(and(eq(payments.orderId, order.id), isNull(payments.canceledAt), ne(payments.method, 'card')))
      .orderBy(desc(payments.createdAt), desc(payments.intentId))
      .limit(1)
    if (!last) throw new Error('An order has received money without a payment.')
    const credited = { ...row, order: { ...order, creditedCents: order.creditedCents + cents } }
    const facts = { transactionId: last.transactionId, amountCents: order.receivedCents, currency: order.currency }
    await payOrder(tx, queueMail, credited, { transactionId: last.transactionId, by: actor, facts })
    return
  }
  if (cents < costCents(order) || order.firstShippedAt) return
  // Units that cost nothing after earlier credits still come.
  if (cancels && order.confirmedAt && (await listOrderLines(tx, order.id)).some((line) => unitsOwed(line) > 0)) return
  await closeUnpaidOrder(tx, order.id, { as: 'cancelled', by: actor, onAccount: order.confirmedAt !== null })
}

/** Makes an order that waited for stock a paid one once it needs no more than it holds. */
async function endShortage(tx: Transaction, orderId: string): Promise<void> {
  if ((await listOrderLines(tx, orderId)).some((line) => unitsShort(line) > 0)) return
  await tx.update(orders).set({ awaitingStockSince: null }).where(eq(orders.id, orderId))
}

interface RefundedUnits {
  refundable: RefundableOrder
  /** By the positions of lines. */
  returned: ReadonlyMap<number, number>
  /** By the ids of lines; of those that are returned. */
  restockedUnits: ReadonlyMap<number, number>
}

/** Holds what a refund does with the units of a line. */
interface DividedUnits {
  line: OrderLine
  /** The units that had not shipped and are not sent any more, and of them, those that become available. */
  cancelled: number
  released: number
  /** The units that had shipped and came back, and of them, those that become available. */
  returned: number
  restocked: number
}

/**
 * Divides the units of a line that a refund takes back: those that are not shipped are cancelled first, others come back; what is restocked is
 * what the line holds first. Units that came back with a refund that has failed since do not do so again.
 */
function divideRefunded(line: OrderLine, { refundable, returned, restockedUnits }: RefundedUnits): DividedUnits {
  const toStock = restockedUnits.get(line.id) ?? 0
  const before = unitsTakenBack(line) - (refundable.lines.get(line.position)?.returnedUnits ?? 0)
  const units = Math.max(toStock, (returned.get(line.position) ?? 0) - Math.max(0, before))
  const released = Math.min(toStock, line.held)
  const back = Math.max(units - unitsOwed(line), toStock - released)
  return { line, cancelled: units - back, released, returned: back, restocked: toStock - released }
}

/** Divides the units of a line that are cancelled: those that are missing are the first, the others become available. */
const divideCancelled = (line: OrderLine, { returned, restockedUnits }: RefundedUnits): DividedUnits => ({
  line,
  cancelled: returned.get(line.position) ?? 0,
  released: restockedUnits.get(line.id) ?? 0,
  returned: 0,
  restocked: 0,
})

function moveRefunded({ line, cancelled, released, returned, restocked }: DividedUnits): readonly Movement[] {
  const lineId = line.id
  return [
    {
      kind: 'release',
      lineId,
      units: released,
      reason: returned + restocked > 0 || cancelled === 0 ? 'order-restocked' : 'order-cancelled',
    },
    // Units that are missing are the first not to be sent.
    { kind: 'write-off', lineId, units: Math.max(0, cancelled - released - unitsShort(line)) },
    { kind: 'cancel', lineId, units: cancelled },
    { kind: 'return', lineId, units: returned },
    { kind: 'restock', lineId, units: restocked, reason: 'order-restocked' },
  ]
}

/** Returns the units to cancel by the positions of their lines, all that have not shipped by default; throws `order-line-not-found`, `cancellation-too-large` or `nothing-to-cancel`. */
export function chooseCancelled(lines: readonly OrderLine[], asked: RefundInput['returned']): Map<number, number> {
  const units = unitsByPosition(asked ?? lines.map((line) => ({ line: line.position, units: unitsOwed(line) })))
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  for (const [position, wanted] of units) {
    const line = byPosition.get(position)
    if (!line) throw problem('order-line-not-found', { line: position })
    const left = unitsOwed(line)
    if (wanted > left) throw problem('cancellation-too-large', { name: line.productName, left, over: wanted - left })
    if (wanted === 0) units.delete(position)
  }
  if (units.size === 0) throw problem('nothing-to-cancel')
  return units
}

/** Returns the units that become available if others of their lines are missing. */
const releasedOf = (lines: readonly OrderLine[], cancelled: ReadonlyMap<number, number>): LineUnits[] =>
  lines.flatMap((line) => {
    const units = (cancelled.get(line.position) ?? 0) - unitsShort(line)
    return units > 0 ? [{ lineId: line.id, units }] : []
  })

/** Returns the units to restock by line; throws `restock-too-large`. */
function chooseLines(lines: readonly OrderLine[], asked: RefundInput['restock']): LineUnits[] {
  if (typeof asked !== 'number') {
    const byPosition = new Map(lines.map((line) => [line.position, line]))
    return [...unitsByPosition(asked)].map(([position, units]) => {
      const line = byPosition.get(position)
      const left = line ? unitsToRestock(line) : 0
      if (!line || units > left) throw problem('restock-too-large', { left })
      return { lineId: line.id, units }
    })
  }
  let rest = asked
  const chosen = lines.flatMap((line) => {
    const units = Math.min(rest, unitsToRestock(line))
    rest -= units
    return units > 0 ? [{ lineId: line.id, units }] : []
  })
  if (rest > 0) throw problem('restock-too-large', { left: sumOf(chosen) })
  return chosen
}

/** Returns the units that came back by the positions of their lines, with those that are restocked; throws `return-too-large`. */
function chooseReturned(
  lines: readonly OrderLine[],
  refundable: RefundableOrder,
  asked: readonly LineAsked[],
  restocked: readonly LineUnits[],
): Map<number, number> {
  const returned = unitsByPosition(asked)
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  for (const { lineId, units } of restocked) {
    const position = positions.get(lineId) ?? 0
    returned.set(position, Math.max(units, returned.get(position) ?? 0))
  }
  for (const [position, units] of returned) {
    const line = refundable.lines.get(position)
    const left = line ? line.quantity - line.returnedUnits : 0
    if (units > left) throw problem('return-too-large', { left })
  }
  return returned
}

/** Adds up entries of one line. */
const unitsByPosition = (asked: readonly LineAsked[]): Map<number, number> => {
  const sums = new Map<number, number>()
  for (const { line, units } of asked) sums.set(line, (sums.get(line) ?? 0) + units)
  return sums
}

const sumUnits = (units: ReadonlyMap<number, number>) => [...units.values()].reduce((sum, each) => sum + each, 0)

const sumOf = (lines: readonly LineUnits[]) => lines.reduce((sum, { units }) => sum + units, 0)

async function findExistingRefund(
  tx: Transaction,
  orderId: string,
  lines: readonly OrderLine[],
  input: RefundInput,
): Promise<RefundRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.idempotencyKey, input.idempotencyKey)))
  if (!row) return undefined
  const isSame =
    (input.amountCents === undefined || input.amountCents === row.amountCents) &&
    input.reason === row.reason &&
    input.note === row.note &&
    (input.cancels !== undefined || input.withShipping === row.withShipping) &&
    (await hasSameLines(tx, lines, row, input))
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}

async function hasSameLines(
  tx: Transaction,
  lines: readonly OrderLine[],
  { id, restockedQuantity }: RefundRow,
  { cancels: cancellation, returned, restock: asked }: RefundInput,
): Promise<boolean> {
  const cancels = cancellation !== undefined
  const before = await listRefundLines(tx, id)
  // What is left of all units shows that the first call was about some of them.
  if (cancels && returned === undefined) return lines.every((line) => unitsOwed(line) === 0)
  const ids = new Map(lines.map(({ position, id: lineId }) => [position, lineId]))
  const now = (list: readonly LineAsked[]) =>
    new Map([...unitsByPosition(list)].map(([position, units]) => [ids.get(position) ?? 0, units]))
  const restocked = typeof asked === 'number' ? undefined : now(asked)
  const came = now(returned ?? [])
  return (
    before.every(
      ({ lineId, units, returnedUnits }) =>
        (restocked === undefined || (restocked.get(lineId) ?? 0) === units) &&
        Math.max(came.get(lineId) ?? 0, cancels ? 0 : units) === returnedUnits,
    ) &&
    [...came.keys(), ...(restocked?.keys() ?? [])].every((lineId) => before.some((line) => line.lineId === lineId)) &&
    (cancels || restocked !== undefined || asked === restockedQuantity)
  )
}
