import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UnmatchedPayment } from '#contract/payments.ts'
import { attemptOf } from '#server/payments/record-attempt.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'

/**
 * Writes in one statement that the money of a payment has arrived, and its charge; with a reason, the payment is held. Tells whether
 * some of it has gone back already, at the provider's own dashboard.
 */
export async function writeSettlement(
  tx: Transaction,
  intent: Stripe.PaymentIntent,
  heldReason: UnmatchedPayment['reason'] | null = null,
): Promise<{ hasRefunds: boolean }> {
  const charge = intent.latest_charge
  const [settled] = await statement(tx).execute({
    intentId: intent.id,
    attempt: charge && typeof charge === 'object' ? JSON.stringify(attemptOf(charge)) : null,
    receivedCents: fromStripeAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
    heldReason,
  })
  return { hasRefunds: settled?.hasRefunds === true }
}

const given = sql.placeholder

const statement = preparedOnce((db) => {
  const parts = {
    attempted: sql`
      INSERT INTO payment_attempts (id, intent_id, attempted_at, is_successful, brand, last4, decline_code, decline_reason)
      SELECT id, ${given('intentId')}, "attemptedAt", "isSuccessful", brand, last4, "declineCode", "declineReason"
      FROM jsonb_to_record(${given('attempt')}::jsonb) AS attempt (id text, "attemptedAt" timestamptz, "isSuccessful" boolean,
        brand text, last4 text, "declineCode" text, "declineReason" text)
      WHERE id IS NOT NULL
      ON CONFLICT DO NOTHING`,
    settled: sql`
      UPDATE payments SET succeeded_at = now(), received_cents = ${given('receivedCents')}::bigint,
        received_currency = ${given('currency')}, held_reason = ${given('heldReason')}::text,
        held_at = CASE WHEN ${given('heldReason')}::text IS NOT NULL THEN now() END
      WHERE intent_id = ${given('intentId')}
      RETURNING EXISTS (SELECT FROM refunds WHERE intent_id = ${given('intentId')} AND state <> 'failed') AS has_refunds`,
  }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({ hasRefunds: sql<boolean>`has_refunds` })
    .from(sql`settled`)
    .prepare('write_settlement')
})
