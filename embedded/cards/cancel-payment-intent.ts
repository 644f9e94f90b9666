import { type ApiRequest, type ApiResponse, ok } from './api.ts'
import type { Tx } from './cards.tables.ts'
import { findIntent, unexpectedState, updateIntent } from './find-intent.ts'
import { presentPaymentIntent } from './present.ts'
import { recordEvent } from './record-event.ts'

const cancelable = ['requires_payment_method', 'requires_action']

/** Cancels an intent that has not been paid (POST /v1/payment_intents/{id}/cancel). */
export async function cancelPaymentIntent(tx: Tx, request: ApiRequest): Promise<ApiResponse> {
  const before = await findIntent(tx, request.id, { lock: true })
  if (!cancelable.includes(before.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${before.status}.`
    throw unexpectedState(request, before, message)
  }
  const row = await updateIntent(tx, { ...before, status: 'canceled', canceledAt: request.at, challengeId: null })
  await recordEvent(tx, request, 'payment_intent.canceled', presentPaymentIntent(row))
  return ok(presentPaymentIntent(row))
}
