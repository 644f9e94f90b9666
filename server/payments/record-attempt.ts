import type Stripe from 'stripe'
import { findAtProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { type PaymentAttemptRow, paymentAttempts } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the row of a try to pay that ended in a charge. */
export function attemptOf(charge: Stripe.Charge): PaymentAttemptRow {
  const card = charge.payment_method_details?.card
  const isSuccessful = charge.status === 'succeeded'
  return {
    id: charge.id,
    intentId: idOf(charge.payment_intent) ?? '',
    attemptedAt: new Date(charge.created * 1000),
    isSuccessful,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    declineCode: isSuccessful ? null : (charge.outcome?.reason ?? charge.failure_code),
    declineReason: isSuccessful ? null : charge.failure_message,
  }
}

/**
 * Fetches declined attempts, and those that failed at the 3-D Secure challenge, and records them. `eventId` identifies the
 * latter, so that a repeated event adds none.
 */
export async function recordDeclines(
  db: Database,
  provider: CardProvider,
  intentId: string,
  eventId: string,
): Promise<void> {
  const [charges, intent] = await Promise.all([
    findAtProvider(provider.charges.list({ payment_intent: intentId, limit: 100 })),
    findAtProvider(provider.paymentIntents.retrieve(intentId)),
  ])
  for (const charge of charges?.data ?? []) if (charge.status === 'failed') await insertAttempt(db, attemptOf(charge))
  const error = intent?.last_payment_error
  if (!error || error.charge) return
  const card = error.payment_method?.card
  await insertAttempt(db, {
    id: eventId,
    intentId,
    attemptedAt: new Date(),
    isSuccessful: false,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    declineCode: error.decline_code ?? error.code ?? null,
    declineReason: error.message ?? null,
  })
}

const insertAttempt = (db: Database, row: PaymentAttemptRow) =>
  db.insert(paymentAttempts).values(row).onConflictDoNothing()

/** Returns the id of an object that may be expanded. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id
