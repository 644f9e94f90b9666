import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { toAmount, toCents } from '#contract/currency.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import { findUnpaidOrderOfTotal, isFreightOpen, visibleTo } from '#server/orders/find-orders.ts'
import { isUnpaid, openCents, orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { withCardCustomer } from '#server/payments/card-customers.ts'
import { findAtProvider, retryWhileInProgress, callProvider } from '#server/payments/card-provider.ts'
import { isOpen, isUnmatched } from '#server/payments/find-payments.ts'
import { cardCustomers, payments } from '#server/payments/payments.tables.ts'
import { cancelPayment } from '#server/payments/release-payment.ts'
import { markCanceled, type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import { toStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { violatedConstraint, type Database } from '#server/platform/database/database.ts'
import { preparedOnce, prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

interface PaymentIntentInput {
  orderId?: string | undefined
  /** Only used to find the order. */
  totalPrice?: number | undefined
}

/** Opens the card payment of an order that is not paid, also of one on account, or answers the one that is open: an order never has two. */
export async function createPaymentIntent(db: Database, deps: SettleDeps, actor: Actor, input: PaymentIntentInput) {
  const { order, openIntentId, closed, held, customerId } = await findPayableOrder(db, actor, input)
  if (openIntentId !== null) {
    const intent = await findAtProvider(deps.provider.paymentIntents.retrieve(openIntentId))
    if (intent?.status === 'succeeded') {
      // The payment succeeded in another window, but no event has arrived yet.
      const outcome = await settlePayment(db, deps, openIntentId)
      if (!['paid', 'held', 'returned'].includes(outcome)) throw problem('payment-provider-unavailable')
    } else if (intent && intent.status !== 'canceled') return response(intent.client_secret, order.id)
    else await markCanceled(db, openIntentId)
    return createPaymentIntent(db, deps, actor, { orderId: order.id })
  }

  if (held > 0) throw problem('payment-held')
  // Windows that ask at once receive one and the same intent.
  const idempotencyKey = `order-${order.id}-${closed}-${openCents(order)}`
  const wanted = {
    amount: toStripeAmount(openCents(order), order.currency),
    currency: order.currency,
    allowed_payment_method_types: ['card'],
    metadata: { order_id: order.id, buyer_id: order.buyerId },
  } satisfies Stripe.PaymentIntentCreateParams
  const intent = await callProvider(
    withCardCustomer(db, deps.provider, { userId: order.buyerId, known: customerId }, (customer) =>
      retryWhileInProgress(() => deps.provider.paymentIntents.create({ ...wanted, customer }, { idempotencyKey })),
    ),
  )
  // The response is validated: the intent must have the requested amount and order.
  const matchesRequest = intent.amount === wanted.amount && intent.metadata?.['order_id'] === order.id
  if (!matchesRequest || !intent.client_secret) throw problem('payment-provider-refused')
  switch (await saveIntent(db, { intentId: intent.id, orderId: order.id, amountCents: openCents(order) })) {
    case 'kept':
      return response(intent.client_secret, order.id)
    case 'of-no-use':
      // Another window may have shared this intent and paid with it; then it is settled instead.
      await cancelPayment(db, deps, intent.id)
  }
  return createPaymentIntent(db, deps, actor, { orderId: order.id })
}

const insertPayment = prepareStatement<{ canceled_at: Date | null }>(
  'insert_payment',
  sql`
    INSERT INTO payments (intent_id, order_id, amount_cents, currency)
    SELECT ${sql.placeholder('intentId')}, id, total_cents - credited_cents - received_cents, currency FROM orders
    WHERE id = ${sql.placeholder('orderId')} AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL
      AND total_cents - credited_cents - received_cents = ${sql.placeholder('amountCents')}::bigint
    FOR UPDATE
    ON CONFLICT (intent_id) DO UPDATE SET intent_id = excluded.intent_id
    RETURNING canceled_at`,
)

/** Saves the intent before its secret is handed out; it is cancelled if the order has ended or costs something else, or another request was faster. */
async function saveIntent(
  db: Database,
  payment: { intentId: string; orderId: string; amountCents: number },
): Promise<'kept' | 'over' | 'of-no-use'> {
  try {
    const rows = await insertPayment(db, payment)
    if (!rows[0]) return 'of-no-use'
    return rows[0].canceled_at === null ? 'kept' : 'over'
  } catch (error) {
    if (violatedConstraint(error) === 'payments_live_of_order') return 'of-no-use'
    throw error
  }
}

async function findPayableOrder(db: Database, actor: Actor, { orderId, totalPrice }: PaymentIntentInput) {
  const row = visibleTo(actor, await findOrderToPay(db, orderId ?? (await findIdByTotal(db, actor, totalPrice))))
  const { order } = row
  if (!isUnpaid(order)) throw problem('order-move-not-allowed', { state: orderState(order), move: 'paid' })
  if (order.receivedCents > 0) throw problem('order-partly-paid', { open: toAmount(openCents(order), order.currency) })
  if (order.awaitsFreight) throw problem('freight-open')
  assertPayable('card', openCents(order), order.currency)
  return row
}

async function findIdByTotal(db: Database, actor: Actor, totalPrice: number | undefined): Promise<string> {
  const found = totalPrice === undefined ? undefined : await findUnpaidOrderOfTotal(db, actor.id, toCents(totalPrice))
  if (!found) throw problem('no-matching-order')
  return found.id
}

/**
 * Returns an order with its open payment and the numbers of its payments that are over: that of all makes the name of the next one, and
 * held money must go back before it.
 */
async function findOrderToPay(db: Database, id: string) {
  const [row] = await orderToPay(db).execute({ orderId: parseId(id, 'order-not-found') })
  return row
}

/** Picks what is read here, since a row of all columns takes longer to read than to find. */
const orderColumns = {
  id: orders.id,
  buyerId: orders.buyerId,
  currency: orders.currency,
  totalCents: orders.totalCents,
  creditedCents: orders.creditedCents,
  receivedCents: orders.receivedCents,
  refundedAt: orders.refundedAt,
  shippedAt: orders.shippedAt,
  awaitingStockSince: orders.awaitingStockSince,
  paidAt: orders.paidAt,
  cancelledAt: orders.cancelledAt,
  expiredAt: orders.expiredAt,
  confirmedAt: orders.confirmedAt,
  awaitsFreight: sql<boolean>`${isFreightOpen} IS TRUE`,
}

const orderToPay = preparedOnce((db) => {
  const countWhere = (where: SQL | undefined) =>
    sql<number>`(SELECT count(*)::integer FROM ${payments} WHERE ${payments.orderId} = ${orders.id} AND ${where})`
  return db
    .select({
      order: orderColumns,
      openIntentId: payments.intentId,
      closed: countWhere(or(isNotNull(payments.canceledAt), isNotNull(payments.heldAt))),
      held: countWhere(isUnmatched),
      customerId: cardCustomers.customerId,
    })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), isOpen))
    .leftJoin(cardCustomers, eq(cardCustomers.userId, orders.buyerId))
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare('find_order_to_pay')
})

function response(clientSecret: string | null, orderId: string) {
  if (clientSecret === null) throw problem('payment-provider-refused')
  return { success: true as const, clientSecret, orderId }
}
