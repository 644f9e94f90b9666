import { eq, sql } from 'drizzle-orm'
import { payableStep, toAmount } from '#contract/currency.ts'
import type { Refund } from '#contract/payments.ts'
import { cancellationCost, type RefundableOrder, refundAmount } from '#contract/refund-amount.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { hasPermission } from '#contract/permissions.ts'
import { creditOrder } from '#server/orders/credit-order.ts'
import { endShortage } from '#server/orders/end-shortage.ts'
import { findOrder, getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { answerCancellations, type MessageDeps, tellSeller } from '#server/orders/order-messages.ts'
import { listOrderLines, type OrderLine, unitsToRestock } from '#server/orders/order-lines.ts'
import { updateShippedTimes } from '#server/orders/shipments/update-shipped-times.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { orderCreditedMail, refundMail, unitsCancelledMail } from '#server/orders/order-mails.ts'
import {
  assertChangeable,
  canMove,
  costCents,
  isCreditable,
  isUnpaid,
  openCents,
  orderState,
  refusedMove,
} from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { findUnitsLeftReason, UnitsLeftRefused } from '#server/orders/refuse-units-left.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import {
  chooseCancelled,
  chooseLines,
  chooseReturned,
  type LineAsked,
  releasedOf,
  sumOf,
  sumUnits,
} from '#server/payments/choose-units.ts'
import type { RestockingFee } from '#server/payments/credit-refund.ts'
import { findExistingRefund } from '#server/payments/find-existing-refund.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { findOpenPayment, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { issueCreditNote } from '#server/payments/issue-credit-note.ts'
import { moveRefundedUnits } from '#server/payments/move-refunded-units.ts'
import { type CreditNoteRow, payments, type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import { momentOnDay } from '#server/payments/moment-on-day.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import { hasUnitsToCome, originOf, settleCredited } from '#server/payments/settle-credited.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { LineUnits } from '#server/stock/move-stock.ts'

export interface RefundDeps extends SettleDeps {
  /** Returns the units of an order that other orders replace, by the positions of their lines: all, or those that came back. */
  findReplacedUnits: (
    db: Database | Transaction,
    orderId: string,
    which?: 'all' | 'received',
  ) => Promise<ReadonlyMap<number, number>>
}

export interface RefundInput {
  orderId: string
  /** Set if it cancels the units of `returned`, or all that have not shipped, and pays back what they cost; the seller is told what the buyer does. */
  cancels?: {
    tellSeller: MessageDeps
    /** Whether it is refused once the order is paid. */
    onlyUnpaid: boolean
    /** Whether the units are not there, and leave the stock. */
    writesOff: boolean
    /** Whether less of a line may be left than could be ordered at its price. */
    mayLeaveLess: boolean
  }
  /** Undefined for what the units and the shipping cost, or without either for all that is left and that no other order replaces. */
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
  /** When and how its money was sent by hand; today if absent. */
  sent?: { on: string | undefined; reference: string | undefined }
  /** Is off the amount already. */
  fee?: RestockingFee
  idempotencyKey: string | undefined
}

/**
 * Refunds a paid order, never more than was paid, and what came back by its amounts; units are restocked at once. The refund is stored before the provider is
 * called, so that it is neither lost nor sent twice. Money that did not come by card goes back by hand: its refund is done as it is recorded, and that of
 * a cancellation waits until staff say that they have sent it. An order that is not paid is credited instead. Returns the id.
 */
export async function refundOrder(db: Database, deps: RefundDeps, actor: Actor, input: RefundInput): Promise<string> {
  // What a card is asked for changes with a credit, so that an open payment ends first, or pays the order.
  if (isUnpaid((await getOrderFor(db, input.orderId, actor)).order)) await releasePayment(db, deps, input.orderId)
  const refundId = await db.transaction((tx) => writeRefund(tx, deps, actor, input))
  await sendRefund(db, deps, refundId)
  return refundId
}

/** Writes a refund, which `sendRefund` sends once the transaction is committed. Throws as `refundOrder` does; returns its id. */
export async function writeRefund(
  tx: Transaction,
  deps: RefundDeps,
  actor: Actor,
  input: RefundInput,
): Promise<string> {
  const row = await lockOrderFor(tx, input.orderId, actor)
  const lines = await listOrderLines(tx, row.id)
  const repeated = await findExistingRefund(tx, row.id, lines, input)
  if (repeated) return repeated.id
  if (input.cancels) assertChangeable(row.order, actor, 'cancelled')
  if (input.cancels?.onlyUnpaid && !isUnpaid(row.order)) throw refusedMove(row.order, 'cancelled')
  const plan = await planRefund(tx, deps, { row, lines, input })
  if (input.cancels && !input.cancels.mayLeaveLess) {
    const reason = await findUnitsLeftReason(tx, row, lines, plan.returned)
    if (reason) throw new UnitsLeftRefused(reason)
  }
  assertPossible(row, actor, plan, input)
  const refund = await insertRefund(tx, actor, row, plan, input)
  const gone = await moveRefundedUnits(tx, actor, lines, {
    ...plan,
    refundId: refund.id,
    cancels: input.cancels !== undefined,
    feeLines: input.fee?.lines ?? new Set(),
  })
  // Without what is cancelled, the rest of a partly shipped order may be all of it.
  if (plan.returned.size > 0 && row.order.firstShippedAt) await updateShippedTimes(tx, row.id)
  if (plan.returned.size > 0 && row.order.awaitingStockSince) await endShortage(tx, row.id)
  // Also by a credit: its buyer waits for them otherwise.
  const cancelled = plan.cancelled ?? (plan.way === 'credit' && gone.size > 0 ? gone : undefined)
  if (gone.size > 0) await answerCancellations(tx, row.id, { lines, units: gone })
  if (cancelled)
    await recordOrderEvent(tx, row.id, { kind: 'units_cancelled', by: actor, facts: { units: sumUnits(cancelled) } })
  const moved: MovedMoney =
    plan.way === 'credit'
      ? await creditUnpaid(tx, deps, actor, row, refund, input)
      : await sendBack(tx, actor, row, refund, plan, input)
  const written = { row, lines, input, refund, plan, cancelled, moved }
  await tellOfRefund(tx, deps, written)
  if (refund.origin === 'admin') await auditRefund(tx, actor, written)
  return refund.id
}

/** How money goes back: to the card, by hand, or not at all, since it has not come yet. */
export type RefundWay = 'card' | 'by-hand' | 'credit'

/** Holds what a refund does; units are by the positions of their lines. */
interface Plan {
  way: RefundWay
  amountCents: number
  /** The money that can go back, or what can be credited. */
  leftCents: number
  withShipping: boolean
  refundable: RefundableOrder
  returned: ReadonlyMap<number, number>
  restocked: readonly LineUnits[]
  /** The units that came back and that another order replaces; a cancellation takes none back. */
  replaced: ReadonlyMap<number, number>
  /** Undefined unless it is a cancellation. */
  cancelled: ReadonlyMap<number, number> | undefined
}

interface Planned {
  row: OrderRow
  lines: readonly OrderLine[]
  input: RefundInput
}

/** Decides which units a refund takes back, and how much money for them. */
async function planRefund(tx: Transaction, deps: RefundDeps, { row, lines, input }: Planned): Promise<Plan> {
  const { order } = row
  const way = await findWay(tx, row, input.cancels !== undefined)
  const refundable = await findRefundableOrder(tx, order, lines, await readOrderAmounts(tx, order))
  const known = { way, refundable, leftCents: costCents(order) - order.refundAskedCents }
  if (input.cancels) {
    const cancelled = chooseCancelled(lines, input.returned)
    const restocked = input.cancels.writesOff ? [] : releasedOf(lines, cancelled)
    const cost = cancellationCost(refundable, lines, cancelled)
    return { ...known, ...cost, cancelled, returned: cancelled, restocked, replaced: new Map() }
  }
  // A credit is money only: what has shipped comes back by a return.
  const restocked = chooseLines(lines, input.restock, way === 'credit' ? ({ held }) => held : unitsToRestock)
  const replaced = await deps.findReplacedUnits(tx, order.id)
  const returned = chooseReturned(input.returned ?? [], { lines, refundable, restocked, replaced })
  const namesParts = input.returned !== undefined || returned.size > 0 || input.withShipping
  const wholeCents = Math.max(0, known.leftCents - refundAmount(refundable, replaced, false))
  const amountCents =
    input.amountCents ?? (namesParts ? refundAmount(refundable, returned, input.withShipping) : wholeCents)
  const { withShipping } = input
  const cameBack = await deps.findReplacedUnits(tx, order.id, 'received')
  return { ...known, amountCents, withShipping, cancelled: undefined, returned, restocked, replaced: cameBack }
}

/** Returns how money of an order goes back; throws `order-move-not-allowed`, `order-disputed` or `payment-in-progress`. */
async function findWay(tx: Transaction, { order }: OrderRow, cancels: boolean): Promise<RefundWay> {
  const state = orderState(order)
  if (order.disputedAt) throw problem('order-disputed')
  if (isUnpaid(order) && (cancels || isCreditable(order))) {
    const open = await findOpenPayment(tx, order.id)
    // It was opened since, with the sum of before.
    if (open && !open.succeededAt) throw problem('payment-in-progress')
    return 'credit'
  }
  if (!canMove(state, 'refunded') || (order.transactionId === null && !cancels))
    throw problem('order-move-not-allowed', { state, move: 'refunded' })
  if (order.transactionId === null) return 'credit'
  const [payment] = await tx.select().from(payments).where(eq(payments.intentId, order.transactionId))
  return payment !== undefined && payment.method !== 'card' ? 'by-hand' : 'card'
}

/** Throws `refund-empty`, `credit-too-large`, `refund-too-large`, `refund-not-payable` or `permission-missing`. */
function assertPossible({ order }: OrderRow, actor: Actor, { way, amountCents, leftCents }: Plan, input: RefundInput) {
  // Units may cost nothing, and a restocking fee may take all of what they cost.
  const mayBeEmpty = input.cancels !== undefined || input.returnId !== undefined
  if (amountCents === 0 && leftCents > 0 && !mayBeEmpty) throw problem('refund-empty')
  if (amountCents > leftCents || (amountCents === 0 && !mayBeEmpty))
    throw problem(way === 'credit' ? 'credit-too-large' : 'refund-too-large', {
      left: toAmount(leftCents, order.currency),
    })
  const step = payableStep(order.currency)
  if (amountCents % step !== 0 && way !== 'by-hand')
    throw problem('refund-not-payable', { step: toAmount(step, order.currency) })
  if (way === 'card' && amountCents > 0 && !hasPermission(actor, 'refunds') && order.buyerId !== actor.id)
    throw problem('permission-missing')
}

async function insertRefund(
  tx: Transaction,
  actor: Actor,
  { order }: OrderRow,
  { way, amountCents, withShipping, restocked }: Plan,
  { cancels, reason, note, returnId, sent, fee, idempotencyKey }: RefundInput,
): Promise<RefundRow> {
  // Nothing goes back for units that cost nothing, or all of whose money is on its way back.
  const intentId = way === 'credit' || amountCents === 0 ? null : order.transactionId
  // The scanner sends no money: that of a return waits until staff have sent it, as that of a cancellation does.
  const isDone = intentId === null || (way === 'by-hand' && !cancels && returnId === undefined)
  const sentAt = way === 'by-hand' && isDone ? momentOnDay(order, sent?.on) : undefined
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      intentId,
      orderId: order.id,
      amountCents,
      currency: order.currency,
      reason,
      note,
      restockedQuantity: sumOf(restocked),
      withShipping,
      ...originOf(order, actor),
      returnId,
      feeCents: fee?.cents,
      idempotencyKey,
      ...(way === 'by-hand' && { reference: sent?.reference }),
      ...(isDone ? { state: 'succeeded', endedAt: sentAt ?? sql`now()` } : way === 'by-hand' && { state: 'pending' }),
    })
    .returning()
  if (!refund) throw new Error('A refund was not written.')
  return refund
}

/** Holds the credit note of a refund, and the money that has come and that staff send back, since its order costs less. */
interface MovedMoney {
  creditNote: CreditNoteRow | undefined
  surplusCents: number
}

/** Writes what of the money of a paid order goes back; an order that is refunded now writes off what it still holds. */
async function sendBack(
  tx: Transaction,
  actor: Actor,
  row: OrderRow,
  refund: RefundRow,
  { way, restocked }: Plan,
  { cancels, returnId, reason }: RefundInput,
): Promise<MovedMoney> {
  const { order } = row
  if (order.transactionId === null) return { creditNote: undefined, surplusCents: 0 }
  // Units that are neither cancelled nor back still come, even if those that are had cost all that was left.
  const stillComes = (cancels !== undefined || returnId !== undefined) && (await hasUnitsToCome(tx, order.id))
  await updateRefundTotals(tx, order.id, await sumActiveRefunds(tx, order.transactionId), stillComes)
  if (refund.intentId === null) return { creditNote: undefined, surplusCents: 0 }
  const { amountCents, currency, state } = refund
  await recordOrderEvent(tx, order.id, {
    kind: state === 'succeeded' ? 'refunded' : 'refund_requested',
    by: actor,
    facts: { amountCents, currency, reason, ...(!cancels && { units: sumOf(restocked) }) },
  })
  // A card refund has its credit note once the provider has sent it. That of money sent earlier is of today.
  const creditNote = way === 'card' ? undefined : await issueCreditNote(tx, row, { ...refund, endedAt: null })
  return { creditNote, surplusCents: 0 }
}

/**
 * Lowers what an order costs that is not paid, or was free. What has come above that, staff send back; the rest of it pays the order. One that costs nothing any
 * more, and of which nothing has shipped, is cancelled.
 */
async function creditUnpaid(
  tx: Transaction,
  { queueMail }: RefundDeps,
  actor: Actor,
  row: OrderRow,
  refund: RefundRow,
  { cancels }: RefundInput,
): Promise<MovedMoney> {
  const { order } = row
  const { amountCents, currency, reason } = refund
  const isEmpty = amountCents === 0
  if (isEmpty && openCents(order) > 0) return { creditNote: undefined, surplusCents: 0 }
  if (!isEmpty)
    await recordOrderEvent(tx, order.id, { kind: 'credited', by: actor, facts: { amountCents, currency, reason } })
  const creditNote = isEmpty ? undefined : await issueCreditNote(tx, row, refund)
  const { credited, surplusCents } = await creditOrder(tx, row, amountCents)
  await settleCredited(tx, queueMail, actor, credited, { surplusCents, reason, cancels: cancels !== undefined })
  return { creditNote, surplusCents }
}

interface Written extends Planned {
  refund: RefundRow
  plan: Plan
  /** The units that are not sent any more; undefined if all are. */
  cancelled: ReadonlyMap<number, number> | undefined
  moved: MovedMoney
}

/** Mails the buyer, and the seller what the buyer has cancelled. */
async function tellOfRefund(
  tx: Transaction,
  { queueMail }: RefundDeps,
  { row, lines, refund, plan: { way }, cancelled, moved, input: { cancels, note } }: Written,
): Promise<void> {
  const facts = { ...refund, ...moved }
  const now = (await findOrder(tx, row.id)) ?? row
  if (cancels && cancelled && refund.origin === 'buyer')
    await tellSeller(tx, cancels.tellSeller, row, {
      kind: 'cancelled',
      message: note,
      units: [...cancelled].map(([line, units]) => ({ line, units })),
    })
  if (cancelled) await queueMail(tx, await unitsCancelledMail(tx, now, { ...facts, way, lines, cancelled }))
  else if (refund.amountCents === 0) return
  else if (way === 'by-hand' && refund.state === 'succeeded')
    await queueMail(tx, await refundMail(tx, row, { ...facts, isByHand: true }))
  else if (way === 'credit') await queueMail(tx, await orderCreditedMail(now, facts))
}

async function auditRefund(
  tx: Transaction,
  actor: Actor,
  { row: { id, order }, refund: { amountCents, currency, reason }, plan, moved: { surplusCents } }: Written,
): Promise<void> {
  const subject = { type: 'order', id } as const
  const surplus = surplusCents > 0 && { surplusCents }
  if (plan.cancelled)
    await recordAuditEvent(tx, actor, {
      kind: 'units-cancelled',
      subject,
      after: { amountCents, currency, units: sumUnits(plan.cancelled), ...surplus },
    })
  else if (plan.way === 'credit')
    await recordAuditEvent(tx, actor, {
      kind: 'order-credited',
      subject,
      before: { creditedCents: order.creditedCents },
      after: { creditedCents: order.creditedCents + amountCents, currency, reason, ...surplus },
    })
  else
    await recordAuditEvent(tx, actor, {
      kind: 'order-refunded',
      subject,
      before: { refundAskedCents: order.refundAskedCents },
      after: {
        refundAskedCents: order.refundAskedCents + amountCents,
        currency,
        reason,
        restockedUnits: sumOf(plan.restocked),
      },
    })
}
