import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UnmatchedPayment } from '#contract/payments.ts'
import { isFirstLine, lastShipment } from '#server/orders/find-orders.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import { lockedRows, lockingParts, settlementColumns } from '#server/payments/find-payments.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { attemptOf } from '#server/payments/record-attempt.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'

/**
 * Locks a payment with its order, as `lockPayment` does, and writes that its money has arrived, with its charge, unless that was written
 * before. Returns both as they were, and whether some of the money has gone back already, at the provider's own dashboard.
 */
export async function writeSettlement(tx: Transaction, intent: Stripe.PaymentIntent) {
  const charge = intent.latest_charge
  const [row] = await statement(tx).execute({
    intentId: intent.id,
    attempt: charge && typeof charge === 'object' ? JSON.stringify(attemptOf(charge)) : null,
    receivedCents: fromStripeAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
  })
  return row
}

/** Holds a payment that has just arrived. */
export const holdPayment = (tx: Transaction, intentId: string, heldReason: UnmatchedPayment['reason']) =>
  tx
    .update(payments)
    .set({ heldAt: sql`now()`, heldReason })
    .where(eq(payments.intentId, intentId))

const given = sql.placeholder

const statement = preparedOnce((db) => {
  const parts = {
    ...lockingParts,
    attempted: sql`
      INSERT INTO payment_attempts (id, intent_id, attempted_at, is_successful, brand, last4, decline_code, decline_reason)
      SELECT attempt.id, intent_id, "attemptedAt", "isSuccessful", brand, last4, "declineCode", "declineReason"
      FROM locked, jsonb_to_record(${given('attempt')}::jsonb) AS attempt (id text, "attemptedAt" timestamptz, "isSuccessful" boolean,
        brand text, last4 text, "declineCode" text, "declineReason" text)
      WHERE attempt.id IS NOT NULL AND succeeded_at IS NULL
      ON CONFLICT DO NOTHING`,
    settled: sql`
      UPDATE payments SET succeeded_at = now(), received_cents = ${given('receivedCents')}::bigint, received_currency = ${given('currency')}
      FROM locked WHERE payments.intent_id = locked.intent_id AND locked.succeeded_at IS NULL`,
    ...lockedRows,
  }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({
      id: orders.id,
      order: orders,
      firstLine: orderLines,
      lastShipment,
      payment: settlementColumns,
      hasRefunds: sql<boolean>`EXISTS (SELECT FROM refunds WHERE intent_id = ${given('intentId')} AND state <> 'failed')`,
    })
    .from(orders)
    .innerJoin(orderLines, isFirstLine)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .prepare('write_settlement')
})
