import { and, eq, sql } from 'drizzle-orm'
import { payableStep, toAmount } from '#contract/currency.ts'
import type { Refund } from '#contract/payments.ts'
import { type RefundableOrder, refundAmount } from '#contract/refund-amount.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { lockOrderFor } from '#server/orders/find-orders.ts'
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
import { refundMail } from '#server/orders/order-mails.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { sumActiveRefunds } from '#server/payments/find-payments.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import { issueCreditNote } from '#server/payments/issue-credit-note.ts'
import { payments, type RefundRow, refundLines, refunds } from '#server/payments/payments.tables.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type LineUnits, type Movement, moveStock } from '#server/stock/move-stock.ts'

export interface RefundInput {
  orderId: string
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
 * recorded. Returns its id.
 */
export async function refundOrder(db: Database, deps: SettleDeps, actor: Actor, input: RefundInput): Promise<string> {
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

  const state = orderState(order)
  if (!canMove(state, 'refunded') || order.transactionId === null) {
    throw problem('order-move-not-allowed', { state, move: 'refunded' })
  }
  if (order.disputedAt) throw problem('order-disputed')
  const leftCents = order.totalCents - order.refundAskedCents
  const restocked = chooseLines(lines, input.restock)
  const refundable = await findRefundableOrder(tx, order, lines, await readOrderAmounts(tx, order))
  const returned = chooseReturned(lines, refundable, input.returned ?? [], restocked)
  const amountCents =
    input.amountCents ??
    (input.returned || returned.size > 0 || input.withShipping
      ? refundAmount(refundable, returned, input.withShipping)
      : leftCents)
  if (amountCents === 0 && leftCents > 0) throw problem('refund-empty')
  if (amountCents > leftCents || amountCents === 0)
    throw problem('refund-too-large', { left: toAmount(leftCents, order.currency) })
  const [payment] = await tx.select().from(payments).where(eq(payments.intentId, order.transactionId))
  const isByHand = payment !== undefined && payment.method !== 'card'
  const step = payableStep(order.currency)
  if (amountCents % step !== 0 && !isByHand)
    throw problem('refund-not-payable', { step: toAmount(step, order.currency) })
  const units = sumOf(restocked)

  const id = newId()
  const [refund] = await tx
    .insert(refunds)
    .values({
      id,
      intentId: order.transactionId,
      orderId: order.id,
      amountCents,
      currency: order.currency,
      reason: input.reason,
      note: input.note,
      restockedQuantity: units,
      withShipping: input.withShipping,
      origin: 'admin',
      requestedBy: actor.id,
      returnId: input.returnId,
      idempotencyKey: input.idempotencyKey,
      ...(isByHand && { state: 'succeeded' as const, endedAt: sql`now()` }),
    })
    .returning()
  if (returned.size > 0) {
    const restockedUnits = new Map(restocked.map((line) => [line.lineId, line.units]))
    const refunded = { refundable, returned, restockedUnits }
    const moved = lines.map((line) => divideRefunded(line, refunded))
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
  }
  // An order that is refunded now writes off what it still holds.
  await updateRefundTotals(tx, order.id, await sumActiveRefunds(tx, order.transactionId))
  await recordOrderEvent(tx, order.id, {
    kind: isByHand ? 'refunded' : 'refund_requested',
    by: actor,
    facts: { amountCents, currency: order.currency, reason: input.reason, units },
  })
  if (isByHand && refund) {
    const creditNote = await issueCreditNote(tx, row, refund)
    await queueMail(tx, await refundMail(tx, row, { ...refund, isByHand, creditNote }))
  }
  await recordAuditEvent(tx, actor, {
    kind: 'order-refunded',
    subject: { type: 'order', id: order.id },
    before: { refundAskedCents: order.refundAskedCents },
    after: {
      refundAskedCents: order.refundAskedCents + amountCents,
      currency: order.currency,
      reason: input.reason,
      restockedUnits: units,
    },
  })
  return id
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

function moveRefunded({ line, cancelled, released, returned, restocked }: DividedUnits): readonly Movement[] {
  const lineId = line.id
  return [
    { kind: 'release', lineId, units: released, reason: 'order-restocked' },
    // Units that are missing are the first not to be sent.
    { kind: 'write-off', lineId, units: Math.max(0, cancelled - released - unitsShort(line)) },
    { kind: 'cancel', lineId, units: cancelled },
    { kind: 'return', lineId, units: returned },
    { kind: 'restock', lineId, units: restocked, reason: 'order-restocked' },
  ]
}

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
    input.withShipping === row.withShipping &&
    (await hasSameLines(tx, lines, row, input))
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}

async function hasSameLines(
  tx: Transaction,
  lines: readonly OrderLine[],
  { id, restockedQuantity }: RefundRow,
  { returned, restock: asked }: RefundInput,
): Promise<boolean> {
  const before = await listRefundLines(tx, id)
  const ids = new Map(lines.map(({ position, id: lineId }) => [position, lineId]))
  const now = (list: readonly LineAsked[]) =>
    new Map([...unitsByPosition(list)].map(([position, units]) => [ids.get(position) ?? 0, units]))
  const restocked = typeof asked === 'number' ? undefined : now(asked)
  const came = now(returned ?? [])
  return (
    before.every(
      ({ lineId, units, returnedUnits }) =>
        (restocked === undefined || (restocked.get(lineId) ?? 0) === units) &&
        Math.max(came.get(lineId) ?? 0, units) === returnedUnits,
    ) &&
    [...came.keys(), ...(restocked?.keys() ?? [])].every((lineId) => before.some((line) => line.lineId === lineId)) &&
    (restocked !== undefined || asked === restockedQuantity)
  )
}
