import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { OrderDetails } from '#contract/payments.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderEvents } from '#server/orders/list-order-events.ts'
import { countReservedUnits } from '#server/orders/reserve-stock.ts'
import { canMove, isPayable, orderState } from '#server/orders/order-rules.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { presentTimeline } from '#server/orders/present-timeline.ts'
import { isUnmatched } from '#server/payments/find-payments.ts'
import { listOrderRefunds } from '#server/payments/find-refunds.ts'
import { disputes, paymentAttempts, payments } from '#server/payments/payments.tables.ts'
import {
  presentAttempt,
  presentDispute,
  presentUnmatchedPayment,
  presentRefund,
} from '#server/payments/present-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toDollars } from '#server/platform/money.ts'

/** Returns the details of an order that this user may see; throws `order-not-found`. */
export async function getOrderDetails(db: Database, id: string, actor: Actor): Promise<OrderDetails> {
  const row = await getOrderFor(db, id, actor)
  const { order, line } = row
  const reader = actor.role === 'admin' ? 'admin' : 'buyer'
  const ownPayments = db.select({ id: payments.intentId }).from(payments).where(eq(payments.orderId, order.id))
  const [events, picture, held, attempts, refunds, disputed, heldUnits] = await Promise.all([
    listOrderEvents(db, order.id),
    db.select({ imageUrl: products.imageUrl }).from(products).where(eq(products.id, line.productId)),
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
    countReservedUnits(db, order.id),
  ])
  const capturedCents = order.paidAt ? order.totalCents : 0
  return {
    order: presentOrder(row),
    lines: [
      {
        productId: line.productId,
        name: line.productName,
        ...(line.sku === null ? {} : { sku: line.sku }),
        img: picture[0]?.imageUrl ?? '',
        quantity: line.quantity,
        unitPrice: toDollars(line.unitPriceCents),
        totalPrice: toDollars(line.unitPriceCents * line.quantity),
      },
    ],
    money: {
      currency: order.currency,
      total: toDollars(order.totalCents),
      captured: toDollars(capturedCents),
      refunded: toDollars(order.refundedCents),
      refunding: toDollars(order.refundAskedCents - order.refundedCents),
      refundable: toDollars(order.disputedAt ? 0 : capturedCents - order.refundAskedCents),
    },
    restockableUnits: order.paidAt ? Math.max(0, heldUnits) : 0,
    timeline: presentTimeline(row, events, reader),
    attempts: attempts.map(presentAttempt),
    refunds: refunds.map((refund) => presentRefund(refund, reader)),
    heldPayments: held.map((payment) => {
      const ofIt = refunds.filter(({ refund }) => refund.intentId === payment.intentId)
      return presentUnmatchedPayment(payment, row, ofIt, reader)
    }),
    ...(disputed[0] ? { dispute: presentDispute(disputed[0]) } : {}),
    actions: actionsOf(row, actor, held.length > 0),
  }
}

/** Returns the actions that this user may take now; each action checks again. */
function actionsOf({ order }: OrderRow, actor: Actor, isHeld: boolean): OrderDetails['actions'] {
  const state = orderState(order)
  const isAdmin = actor.role === 'admin'
  const hasMoney = order.refundAskedCents < order.totalCents
  const may: Record<OrderDetails['actions'][number], boolean> = {
    pay: isPayable(state) && actor.id === order.buyerId && !isHeld,
    cancel: canMove(state, 'cancelled'),
    ship: isAdmin && state === 'paid' && !order.disputedAt && hasMoney,
    allocate: isAdmin && state === 'paid_short',
    refund: isAdmin && canMove(state, 'refunded') && !order.disputedAt && hasMoney,
  }
  return (['pay', 'cancel', 'ship', 'allocate', 'refund'] as const).filter((action) => may[action])
}
