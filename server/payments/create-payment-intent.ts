import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { findUnpaidOrderOfTotal, getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import { askAbout, askProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { payments } from '#server/payments/payments.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { type Database, retrying } from '#server/platform/database.ts'
import { toCents } from '#server/platform/money.ts'
import { problem } from '#server/platform/problem.ts'

interface Wish {
  orderId?: string | undefined
  /** In dollars; only finds the order, the amount is always the order's own. */
  totalPrice?: number | undefined
}

/** Opens the payment of an unpaid order, or answers the one that is open: an order never has two. */
export async function createPaymentIntent(db: Database, provider: CardProvider, actor: Actor, wish: Wish) {
  const { order } = await findPayableOrder(db, actor, wish)
  const open = await findOpenPayment(db, order.id)
  if (open) {
    const intent = await askAbout(provider.paymentIntents.retrieve(open.intentId))
    if (intent && intent.status !== 'canceled') return answer(intent.client_secret, order.id)
    await db
      .update(payments)
      .set({ canceledAt: sql`now()` })
      .where(eq(payments.intentId, open.intentId))
  }

  const [closedBefore] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), isNotNull(payments.canceledAt)))
  const intent = await askProvider(
    provider.paymentIntents.create(
      {
        amount: order.totalCents,
        currency: order.currency,
        allowed_payment_method_types: ['card'],
        metadata: { order_id: order.id, buyer_id: order.buyerId },
      },
      // Windows that ask at once receive one and the same intent; while the first is at it, the others come again.
      { idempotencyKey: `order-${order.id}-${closedBefore?.count ?? 0}`, maxNetworkRetries: 5 },
    ),
  )
  // Nobody knows the intent's secret yet, so it may still be dropped if the order ended meanwhile.
  const { rows } = await retrying(() =>
    db.execute(sql`
    INSERT INTO payments (intent_id, order_id, amount_cents, currency)
    SELECT ${intent.id}, id, total_cents, currency FROM orders
    WHERE id = ${order.id} AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL
    FOR UPDATE
    ON CONFLICT (intent_id) DO UPDATE SET intent_id = excluded.intent_id
    RETURNING intent_id`),
  )
  if (rows.length === 0) {
    await askProvider(
      provider.paymentIntents.cancel(intent.id).catch((error: unknown) => {
        // Another window shared this intent and has paid with it.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }),
    )
    return createPaymentIntent(db, provider, actor, { orderId: order.id })
  }
  return answer(intent.client_secret, order.id)
}

/** The payment of an order that is not cancelled, if there is one. */
export async function findOpenPayment(db: Database, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNull(payments.canceledAt)))
  return row
}

async function findPayableOrder(db: Database, actor: Actor, { orderId, totalPrice }: Wish): Promise<OrderRow> {
  if (orderId === undefined) {
    const found = totalPrice === undefined ? undefined : await findUnpaidOrderOfTotal(db, actor.id, toCents(totalPrice))
    if (!found) throw problem('no-matching-order')
    return found
  }
  const row = await getOrderFor(db, orderId, actor)
  const state = orderState(row.order)
  if (!canMove(state, 'paid')) throw problem('order-move-not-allowed', { state, move: 'paid' })
  return row
}

function answer(clientSecret: string | null, orderId: string) {
  if (clientSecret === null) throw problem('payment-provider-refused')
  return { success: true as const, clientSecret, orderId }
}
