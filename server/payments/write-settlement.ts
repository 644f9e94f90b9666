import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { type OrderEventFacts, type OrderEventKind, orders } from '#server/orders/orders.tables.ts'
import { attemptOf } from '#server/payments/record-attempt.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { UnmatchedPayment } from '#contract/payments.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'

interface SettlementEntry {
  intent: Stripe.PaymentIntent
  orderId: string
  event: OrderEventKind
  /** The reason of the event. */
  reason?: OrderEventFacts['reason']
  /** Set if the payment is held. */
  heldReason?: UnmatchedPayment['reason']
}

/**
 * Writes in one statement that the money of a payment has arrived: the payment, its charge, an event of the order and, if the event
 * pays the order, the order, whose row the caller has locked; then it returns that.
 */
export async function writeSettlement(
  tx: Transaction,
  { intent, orderId, event, reason, heldReason }: SettlementEntry,
): Promise<OrderRow['order'] | undefined> {
  const charge = intent.latest_charge
  const receivedCents = fromStripeAmount(intent.amount_received, intent.currency)
  const [order] = await statement(tx).execute({
    intentId: intent.id,
    orderId,
    receivedCents,
    receivedCurrency: intent.currency,
    heldReason: heldReason ?? null,
    attempt: charge && typeof charge === 'object' ? JSON.stringify(attemptOf(charge)) : null,
    event,
    facts: JSON.stringify({
      transactionId: intent.id,
      amountCents: receivedCents,
      currency: intent.currency,
      ...(reason !== undefined && { reason }),
    } satisfies OrderEventFacts),
  })
  return order
}

const given = sql.placeholder

const statement = preparedOnce((db) => {
  const parts = {
    settled: sql`
      UPDATE payments SET succeeded_at = now(), received_cents = ${given('receivedCents')},
        received_currency = ${given('receivedCurrency')}, held_reason = ${given('heldReason')}::text,
        held_at = CASE WHEN ${given('heldReason')}::text IS NOT NULL THEN now() END
      WHERE intent_id = ${given('intentId')}`,
    attempted: sql`
      INSERT INTO payment_attempts (id, intent_id, attempted_at, is_successful, brand, last4, decline_code, decline_reason)
      SELECT id, ${given('intentId')}, "attemptedAt", "isSuccessful", brand, last4, "declineCode", "declineReason"
      FROM jsonb_to_record(${given('attempt')}::jsonb) AS attempt (id text, "attemptedAt" timestamptz, "isSuccessful" boolean,
        brand text, last4 text, "declineCode" text, "declineReason" text)
      WHERE id IS NOT NULL
      ON CONFLICT DO NOTHING`,
    happened: sql`
      INSERT INTO order_events (order_id, kind, facts)
      VALUES (${given('orderId')}::uuid, ${given('event')}::text, ${given('facts')}::jsonb)`,
    // For the mail to the seller; of one on account, it is written when it is placed. The update is for servers of the version before,
    // which write mails without the lock of the order: it waits for them.
    announced: sql`
      INSERT INTO order_confirmations (order_id)
      SELECT id FROM orders WHERE id = ${given('orderId')}::uuid AND ${given('event')}::text LIKE 'paid%' AND confirmed_at IS NULL
      ON CONFLICT (order_id) DO UPDATE SET order_id = excluded.order_id`,
    // A part may have gone back already, at the provider's own dashboard.
    back: sql`
      SELECT coalesce(sum(amount_cents), 0) AS asked, coalesce(sum(amount_cents) FILTER (WHERE state = 'succeeded'), 0) AS done,
        coalesce(sum(restocked_quantity), 0) AS restocked
      FROM refunds WHERE intent_id = ${given('intentId')} AND state <> 'failed'`,
    // From here on the name means the changed row, so that it is read as any order.
    orders: sql`
      UPDATE orders SET paid_at = now(), transaction_id = ${given('intentId')}, open_slot = NULL, expired_at = NULL,
        awaiting_stock_since = CASE ${given('event')}::text WHEN 'paid_short' THEN now() END,
        refund_asked_cents = least(asked, total_cents), refunded_cents = least(done, total_cents),
        refunded_at = CASE WHEN done >= total_cents THEN now() END, restocked_quantity = restocked
      FROM back WHERE id = ${given('orderId')}::uuid AND ${given('event')}::text IN ('paid', 'paid_late', 'paid_short')
      RETURNING orders.*`,
  }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select()
    .from(orders)
    .prepare('write_settlement')
})
