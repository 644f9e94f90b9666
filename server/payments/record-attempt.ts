import type Stripe from 'stripe'
import { type PaymentAttemptRow, paymentAttempts } from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

/** Writes down a try to pay that ended in a charge. */
export async function recordAttempt(tx: Transaction, charge: Stripe.Charge): Promise<void> {
  const card = charge.payment_method_details?.card
  await insertAttempt(tx, {
    id: charge.id,
    intentId: idOf(charge.payment_intent) ?? '',
    attemptedAt: new Date(charge.created * 1000),
    isSuccessful: charge.status === 'succeeded',
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    declineCode: null,
    declineReason: null,
  })
}

/** Writes down a try to pay that was declined, or whose challenge was failed, as the event about it tells. */
export async function recordDecline(db: Database, event: Stripe.PaymentIntentPaymentFailedEvent): Promise<void> {
  const intent = event.data.object
  const error = intent.last_payment_error
  const card = error?.payment_method?.card
  await insertAttempt(db, {
    id: error?.charge ?? event.id,
    intentId: intent.id,
    attemptedAt: new Date(event.created * 1000),
    isSuccessful: false,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    declineCode: error?.decline_code ?? error?.code ?? null,
    declineReason: error?.message ?? null,
  })
}

const insertAttempt = (db: Database | Transaction, row: PaymentAttemptRow) =>
  db.insert(paymentAttempts).values(row).onConflictDoNothing()

/** The id of an object that may have been expanded. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id
