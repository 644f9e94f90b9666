import { toAmount } from '#contract/currency.ts'
import { hasPermission, orderReaders } from '#contract/permissions.ts'
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm'
import { offlineMethods, orderActions, type OrderDetails } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import type { Amount, RefundableOrder, RefundableTax } from '#contract/refund-amount.ts'
import { listShipments } from '#server/orders/shipments/find-shipments.ts'
import { presentShipment } from '#server/orders/shipments/present-shipment.ts'
import { isDueAfter } from '#server/orders/account-rules.ts'
import { getOrderFor, hasAccount, type OrderRow } from '#server/orders/find-orders.ts'
import { listLinesWithPictures } from '#server/orders/list-lines-with-pictures.ts'
import { findPlacedByEmail, listOrderEvents } from '#server/orders/list-order-events.ts'
import { type OrderLine, unitsOwed, unitsShort, unitsToRestock } from '#server/orders/order-lines.ts'
import { isCancellable } from '#server/payments/cancel-order.ts'
import { listOrderMessages } from '#server/orders/order-messages.ts'
import {
  awaitsFreight,
  canMove,
  costCents,
  isChangeable,
  isCreditable,
  isPayable,
  isRecordable,
  takesSurplus,
  isRemindable,
  isShippable,
  isUnpaid,
  mailWaits,
  openCents,
  orderState,
} from '#server/orders/order-rules.ts'
import { presentDelivery, presentOrderLine } from '#server/orders/present-full-order.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { lineForBuyer, orderFor } from '#server/orders/shown-name.ts'
import { readSeller } from '#server/orders/read-seller.ts'
import { presentAmounts, readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { presentTimeline, type TimelineEvent } from '#server/orders/present-timeline.ts'
import { isUnmatched } from '#server/payments/find-payments.ts'
import type { CancelDeps } from '#server/payments/cancel-units.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { listOrderRefunds } from '#server/payments/find-refunds.ts'
import { mayEnterFreight } from '#server/payments/set-freight.ts'
import { findWholeSurplus, mayTakeBack } from '#server/payments/take-back-payment.ts'
import {
  disputes,
  paymentAttempts,
  type PaymentRow,
  payments,
  type RefundRow,
} from '#server/payments/payments.tables.ts'
import {
  presentAttempt,
  presentDispute,
  presentUnmatchedPayment,
  presentRefund,
} from '#server/payments/present-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the details of an order that this user may see; throws `order-not-found`. */
export async function getOrderDetails(
  db: Database,
  id: string,
  actor: Actor,
  {
    findSellerSettings,
    findReplacedUnits,
    asksFirst,
    now,
  }: Pick<CancelDeps, 'findSellerSettings' | 'findReplacedUnits' | 'asksFirst'> & { now: () => Date },
): Promise<OrderDetails> {
  const row = await getOrderFor(db, id, actor)
  const { order } = row
  const reader = hasPermission(actor, orderReaders) ? 'admin' : 'buyer'
  const ownPayments = db.select({ id: payments.intentId }).from(payments).where(eq(payments.orderId, order.id))
  const [
    events,
    placedBy,
    lines,
    shipments,
    amounts,
    held,
    attempts,
    refunds,
    disputed,
    byHand,
    messages,
    isAsked,
    replaced,
  ] = await Promise.all([
    listOrderEvents(db, order.id),
    findPlacedByEmail(db, order.placedBy),
    listLinesWithPictures(db, order.id),
    listShipments(db, order.id),
    readOrderAmounts(db, order),
    db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), isUnmatched)),
    db
      .select()
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.intentId, ownPayments))
      .orderBy(asc(paymentAttempts.attemptedAt), asc(paymentAttempts.isSuccessful)),
    listOrderRefunds(db, order.id),
    db.select().from(disputes).where(eq(disputes.orderId, order.id)).orderBy(desc(disputes.openedAt)).limit(1),
    db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), ne(payments.method, 'card')))
      .orderBy(asc(payments.createdAt), asc(payments.intentId)),
    listOrderMessages(db, row, reader),
    asksFirst(),
    findReplacedUnits(db, order.id),
  ])
  const paidBy = byHand.find(({ intentId }) => intentId === order.transactionId)
  const isCustomer = hasPermission(actor, 'customers') && (await hasAccount(db, order.buyerId))
  const capturedCents = order.paidAt ? costCents(order) : 0
  const actions = actionsOf(row, actor, { isHeld: held.length > 0, isAsked, lines, events })
  const needsAmounts =
    (order.paidAt !== null && hasPermission(actor, 'refunds')) ||
    actions.some((action) => action === 'refund' || action === 'cancel-units' || action === 'ask-to-cancel')
  const refundable = needsAmounts ? await findRefundableOrder(db, order, lines, amounts) : undefined
  const toSend = refunds.flatMap(({ refund, method }) =>
    refund.state === 'pending' && method !== 'card' ? [refund] : [],
  )
  const leftCents = order.paidAt ? capturedCents - order.refundAskedCents : isUnpaid(order) ? costCents(order) : 0
  return {
    order: presentOrder(orderFor(actor, row)),
    ...(isCustomer && { customerId: order.buyerId }),
    lines: lines.map((line) =>
      presentLine(reader === 'buyer' ? lineForBuyer(line) : line, order, { refundable, replaced }),
    ),
    shipments: shipments.map((one) => presentShipment(row, one, { reader: actor, now: now() })),
    amounts: presentAmounts(amounts),
    ...presentDelivery(orderFor(actor, row).order),
    invoice: await readSeller(db, row, findSellerSettings),
    money: {
      currency: order.currency,
      total: toAmount(order.totalCents, order.currency),
      captured: toAmount(capturedCents, order.currency),
      refunded: toAmount(order.refundedCents, order.currency),
      refunding: toAmount(order.refundAskedCents - order.refundedCents, order.currency),
      ...presentSurplus(refunds, order.currency),
      refundable: toAmount(order.disputedAt ? 0 : leftCents, order.currency),
      ...(order.creditedCents > 0 && { credited: toAmount(order.creditedCents, order.currency) }),
      ...(isUnpaid(order) && !awaitsFreight(order) && { open: toAmount(openCents(order), order.currency) }),
      ...(refundable && { refundableTaxes: refundable.taxes.map((tax) => presentRefundableTax(tax, order.currency)) }),
      ...(paidBy && { method: methodOf(paidBy), reference: paidBy.reference ?? '' }),
    },
    payments: byHand.map((payment) => presentOfflinePayment(row, payment, { toSend, actor })),
    restockableUnits: lines.reduce((sum, line) => sum + restockableOf(order, line), 0),
    timeline: presentTimeline(row, { events, placedBy, reader }),
    attempts: attempts.map(presentAttempt),
    refunds: refunds.filter(({ refund }) => refund.amountCents > 0).map((refund) => presentRefund(refund, reader)),
    messages,
    heldPayments: held.map((payment) => {
      const ofIt = refunds.filter(({ refund }) => refund.intentId === payment.intentId)
      return presentUnmatchedPayment(payment, row, ofIt, reader)
    }),
    ...(disputed[0] ? { dispute: presentDispute(disputed[0]) } : {}),
    ...(actor.id === order.buyerId && !actor.emailVerified && mailWaits(order) && { mailsWait: true as const }),
    actions,
  }
}

/** Returns how many units of a line can go into stock with a refund, or with a credit, which none come back with. */
const restockableOf = ({ paidAt, confirmedAt }: OrderRow['order'], line: OrderLine): number =>
  paidAt ? unitsToRestock(line) : confirmedAt ? line.held : 0

/** Presents the money that came and that the order does not cost any more, and what of it has gone back. */
function presentSurplus(refunds: Awaited<ReturnType<typeof listOrderRefunds>>, currency: string) {
  const surplus = refunds.filter(({ refund }) => refund.isSurplus && refund.state !== 'failed')
  if (surplus.length === 0) return {}
  const sumOf = (some: typeof surplus) =>
    toAmount(
      some.reduce((sum, { refund }) => sum + refund.amountCents, 0),
      currency,
    )
  return {
    surplus: { came: sumOf(surplus), returned: sumOf(surplus.filter(({ refund }) => refund.state === 'succeeded')) },
  }
}

const methodOf = ({ method }: Pick<PaymentRow, 'method'>) =>
  offlineMethods.find((known) => known === method) ?? 'bank_transfer'

function presentOfflinePayment(
  { order }: OrderRow,
  payment: PaymentRow,
  { toSend, actor }: { toSend: readonly RefundRow[]; actor: Actor },
): OrderDetails['payments'][number] {
  const { intentId, amountCents, currency, method, reference, succeededAt, createdAt, canceledAt } = payment
  return {
    _id: intentId,
    amount: toAmount(amountCents, currency),
    method: methodOf({ method }),
    reference: reference ?? '',
    receivedOn: storeDay(succeededAt ?? createdAt),
    ...(canceledAt
      ? { takenBackAt: canceledAt.toISOString() }
      : hasPermission(actor, 'refunds') && mayTakeBack(order, payment, toSend) && { mayTakeBack: true as const }),
    ...(findWholeSurplus(payment, toSend) && { isSurplus: true as const }),
  }
}

function presentLine(
  line: OrderLine & { img: string },
  order: OrderRow['order'],
  of: { refundable: RefundableOrder | undefined; replaced: ReadonlyMap<number, number> },
): OrderDetails['lines'][number] {
  const refundable = of.refundable?.lines.get(line.position)
  const replacedUnits = of.replaced.get(line.position)
  const short = order.awaitingStockSince && !order.refundedAt ? unitsShort(line) : 0
  const restockable = restockableOf(order, line)
  return {
    ...presentOrderLine(line, order),
    img: line.img,
    ...(short > 0 && { shortUnits: short }),
    ...(restockable > 0 && { restockableUnits: restockable }),
    ...(refundable && {
      refundable: {
        returnedUnits: refundable.returnedUnits,
        ...(replacedUnits && { replacedUnits }),
        paid: presentNetAndTax(refundable.whole, order.currency),
        left: presentNetAndTax(refundable.left, order.currency),
        tax: refundable.tax,
      },
    }),
  }
}

const presentNetAndTax = ({ netCents, taxCents }: Amount, currency: string) => ({
  net: toAmount(netCents, currency),
  tax: toAmount(taxCents, currency),
})

const presentRefundableTax = ({ rate, whole, shippingLeft }: RefundableTax, currency: string) => ({
  ...(rate !== null && { rate: rate / 1e6 }),
  paid: presentNetAndTax(whole, currency),
  shippingLeft: presentNetAndTax(shippingLeft, currency),
})

/** Returns the actions that this user may take now; each action checks again. */
function actionsOf(
  { order }: OrderRow,
  actor: Actor,
  {
    isHeld,
    isAsked,
    lines,
    events,
  }: { isHeld: boolean; isAsked: boolean; lines: readonly OrderLine[]; events: readonly TimelineEvent[] },
): OrderDetails['actions'] {
  const state = orderState(order)
  const isStaff = hasPermission(actor, 'orders')
  const hasUnits = lines.some((line) => unitsOwed(line) > 0)
  const mayCancelUnits = (isStaff || actor.id === order.buyerId) && isChangeable(order, actor) && hasUnits
  // An unpaid order can be cancelled without asking.
  const asks = isAsked && !isStaff && state !== 'unpaid'
  const may: Record<OrderDetails['actions'][number], boolean> = {
    // Also by transfer, which takes more and less than cards do, and what is left of a part.
    pay: (isPayable(order) || isRemindable(order)) && actor.id === order.buyerId && !isHeld,
    'record-payment': hasPermission(actor, 'refunds') && isRecordable(order),
    'record-surplus': hasPermission(actor, 'refunds') && takesSurplus(order),
    remind: hasPermission(actor, 'refunds') && isRemindable(order) && !isDueAfter(order, storeDay(Date.now())),
    cancel: isCancellable({ order }, actor),
    'cancel-units': mayCancelUnits && !asks,
    'ask-to-cancel': mayCancelUnits && asks,
    change: (isStaff || actor.id === order.buyerId) && isChangeable(order, actor),
    'set-freight': isStaff && mayEnterFreight(order, events),
    ship: hasPermission(actor, 'shipping') && isShippable(order) && hasUnits,
    allocate: hasPermission(actor, 'orders') && state === 'paid_short',
    refund:
      hasPermission(actor, 'refunds') &&
      !order.disputedAt &&
      (isCreditable(order)
        ? costCents(order) > 0
        : order.paidAt !== null && canMove(state, 'refunded') && order.refundAskedCents < costCents(order)),
  }
  return orderActions.filter((action) => may[action])
}
