import { type Static, type TObject, Type } from 'typebox'
import { addPaymentMethod, paymentMethodData } from './add-payment-method.ts'
import { type ApiRequest, type ApiResponse, invalidRequest, ok } from './api.ts'
import { authenticationError } from './card-errors.ts'
import { paymentMethods, type Tx } from './cards.tables.ts'
import { chargeIntent, failIntent } from './charge-intent.ts'
import { findOwnIntent, presentIntentFor, unexpectedState, updateIntent } from './find-intent.ts'
import { findSavedCard } from './customers.ts'
import { newId } from './new-id.ts'
import { getBehavior } from './test-cards.ts'
import { eq } from 'drizzle-orm'

export const confirmation = {
  client_secret: Type.Optional(Type.String()),
  use_stripe_sdk: Type.Optional(Type.String()),
  payment_method_data: Type.Optional(paymentMethodData),
  /** A saved card, instead of the data of one. */
  payment_method: Type.Optional(Type.String({ pattern: String.raw`^\w{1,100}$` })),
  setup_future_usage: Type.Optional(Type.Enum(['off_session', 'on_session'])),
}

/** Confirms an intent with a card, or with one that its customer has saved (POST /v1/payment_intents/{id}/confirm). Of concurrent confirmations, one is charged at most. */
export async function confirmPaymentIntent(
  tx: Tx,
  request: ApiRequest<Static<TObject<typeof confirmation>>>,
): Promise<ApiResponse> {
  const row = await findOwnIntent(tx, request, { lock: true })
  if (row.status !== 'requires_payment_method' && row.status !== 'requires_action') {
    const why = row.status === 'succeeded' ? 'it has already succeeded' : `it has a status of ${row.status}`
    throw unexpectedState(request, row, `You cannot confirm this PaymentIntent because ${why}.`)
  }
  const { payment_method: saved, payment_method_data: data, setup_future_usage: usage } = request.params
  if ((saved === undefined) === (data === undefined))
    throw invalidRequest('Please provide either payment_method or payment_method_data.', { param: 'payment_method' })
  const method = data ? await addPaymentMethod(tx, data, request.at) : await findSavedCard(tx, saved ?? '', row)
  const confirmed = { ...row, setupFutureUsage: usage ?? row.setupFutureUsage }
  if (!getBehavior(method.behavior).authentication) return chargeIntent(tx, request, confirmed, method)
  const waiting = await updateIntent(tx, {
    ...confirmed,
    status: 'requires_action',
    paymentMethodId: method.id,
    challengeId: newId('payatt'),
    lastPaymentError: null,
  })
  return ok(presentIntentFor(request, waiting))
}

export const challengeOutcome = {
  client_secret: Type.Optional(Type.String()),
  source: Type.String(),
  outcome: Type.Enum(['complete', 'fail']),
}

/** Takes the outcome of a 3-D Secure challenge from its page (POST /v1/payment_intents/{id}/challenge, not part of Stripe's API). */
export async function completeChallenge(
  tx: Tx,
  request: ApiRequest<{ client_secret?: string; source: string; outcome: string }>,
): Promise<ApiResponse> {
  const { source, outcome } = request.params
  const row = await findOwnIntent(tx, request, { lock: true })
  const [method] = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.id, row.paymentMethodId ?? ''))
  if (row.status !== 'requires_action' || row.challengeId !== source || method === undefined)
    throw unexpectedState(request, row, 'This authentication is no longer open.')
  if (outcome === 'complete') return chargeIntent(tx, request, row, method)

  const error = authenticationError('payment_intent', method)
  return ok(presentIntentFor(request, await failIntent(tx, request, row, error)))
}
