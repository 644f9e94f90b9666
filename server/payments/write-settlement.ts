import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UnmatchedPayment } from '#contract/payments.ts'
import { attemptOf } from '#server/payments/record-attempt.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Transaction } from '#server/platform/database/database.ts'

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
  const attempt = charge && typeof charge === 'object' ? JSON.stringify(attemptOf(charge)) : null
  const { rows } = await tx.execute<{ hasRefunds: boolean }>(sql`
    WITH attempted AS (
      INSERT INTO payment_attempts (id, intent_id, attempted_at, is_successful, brand, last4, decline_code, decline_reason)
      SELECT id, ${intent.id}, "attemptedAt", "isSuccessful", brand, last4, "declineCode", "declineReason"
      FROM jsonb_to_record(${attempt}::jsonb) AS attempt (id text, "attemptedAt" timestamptz, "isSuccessful" boolean,
        brand text, last4 text, "declineCode" text, "declineReason" text)
      WHERE id IS NOT NULL
      ON CONFLICT DO NOTHING)
    UPDATE payments SET succeeded_at = now(), received_cents = ${fromStripeAmount(intent.amount_received, intent.currency)},
      received_currency = ${intent.currency}, held_reason = ${heldReason}::text,
      held_at = CASE WHEN ${heldReason}::text IS NOT NULL THEN now() END
    WHERE intent_id = ${intent.id}
    RETURNING EXISTS (SELECT FROM refunds WHERE intent_id = ${intent.id} AND state <> 'failed') AS "hasRefunds"`)
  return { hasRefunds: rows[0]?.hasRefunds === true }
}
