import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type ApiRequest, type ApiResponse, ok } from './api.ts'
import { declineError } from './card-errors.ts'
import {
  type ChargeRow,
  charges,
  disputes,
  type PaymentIntentRow,
  type PaymentMethodRow,
  paymentMethods,
  type Tx,
} from './cards.tables.ts'
import { presentIntentFor, updateIntent } from './find-intent.ts'
import { newId } from './new-id.ts'
import { presentDispute, presentPaymentIntent } from './present.ts'
import { recordEvent } from './record-event.ts'
import { getBehavior } from './test-cards.ts'

/** Charges the card of an intent that the caller has locked: it succeeds, and is saved if it should be, or is declined as the test card says. */
export async function chargeIntent(
  tx: Tx,
  request: ApiRequest,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
): Promise<ApiResponse> {
  const { decline, dispute } = getBehavior(method.behavior)
  if (decline !== undefined) {
    const charge = await addCharge(tx, request, row, method, {
      amountCapturedCents: 0,
      status: 'failed',
      captured: false,
      failureCode: decline.code,
      failureMessage: decline.message,
      declineCode: decline.declineCode ?? null,
    })
    const error = { ...declineError(decline, method), charge: charge.id }
    const after = await failIntent(tx, request, { ...row, latestChargeId: charge.id }, error)
    return { status: 402, body: { error: { ...error, payment_intent: presentIntentFor(request, after) } } }
  }

  const charge = await addCharge(tx, request, row, method, {
    amountCapturedCents: row.amountCents,
    status: 'succeeded',
    captured: true,
    disputedAt: dispute === undefined ? null : request.at,
  })
  const after = await updateIntent(tx, {
    ...row,
    status: 'succeeded',
    paymentMethodId: method.id,
    latestChargeId: charge.id,
    amountReceivedCents: row.amountCents,
    lastPaymentError: null,
    challengeId: null,
  })
  if (after.customerId !== null && after.setupFutureUsage !== null)
    await tx.update(paymentMethods).set({ customerId: after.customerId }).where(eq(paymentMethods.id, method.id))
  await recordEvent(tx, request, 'payment_intent.succeeded', presentPaymentIntent(after))
  if (dispute !== undefined) await openDispute(tx, request, after, charge, dispute)
  return ok(presentIntentFor(request, after))
}

/** Opens a dispute: the cardholder's bank withdraws the amount of the charge until it decides. */
async function openDispute(
  tx: Tx,
  request: ApiRequest,
  intent: PaymentIntentRow,
  { id: chargeId, amountCents }: ChargeRow,
  reason: string,
): Promise<void> {
  const [row] = await tx
    .insert(disputes)
    .values({
      id: newId('dp'),
      createdAt: request.at,
      chargeId,
      paymentIntentId: intent.id,
      amountCents,
      reason,
      status: 'needs_response',
    })
    .returning()
  if (row === undefined) throw new Error(`The dispute of ${chargeId} was not stored`)
  await recordEvent(tx, request, 'charge.dispute.created', presentDispute(row, intent))
}

/** Ends a failed attempt: the intent keeps its error and waits for another card. */
export async function failIntent(
  tx: Tx,
  request: ApiRequest,
  row: PaymentIntentRow,
  error: Stripe.PaymentIntent.LastPaymentError,
): Promise<PaymentIntentRow> {
  const after = await updateIntent(tx, {
    ...row,
    status: 'requires_payment_method',
    paymentMethodId: null,
    lastPaymentError: error,
    challengeId: null,
  })
  await recordEvent(tx, request, 'payment_intent.payment_failed', presentPaymentIntent(after))
  return after
}

type ChargeResult = Pick<ChargeRow, 'amountCapturedCents' | 'captured' | 'status'> & Partial<ChargeRow>

async function addCharge(
  tx: Tx,
  { at }: ApiRequest,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
  result: ChargeResult,
) {
  const [charge] = await tx
    .insert(charges)
    .values({
      id: newId('ch'),
      createdAt: at,
      paymentIntentId: row.id,
      paymentMethodId: method.id,
      amountCents: row.amountCents,
      amountRefundedCents: 0,
      ...result,
    })
    .returning()
  if (charge === undefined) throw new Error(`The charge of ${row.id} was not stored`)
  return charge
}
