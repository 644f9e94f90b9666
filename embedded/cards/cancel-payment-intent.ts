import type { Tx } from './cards.tables.ts'
import { findIntentForUpdate } from './find-objects.ts'
import { assertIntentAccess } from './intent-access.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { recordEvent } from './record-event.ts'
import { unexpectedState } from './unexpected-state.ts'
import { saveIntent } from './save-intent.ts'
import { type Answer, type Call, ok } from './wire-call.ts'

const cancelable = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action']

/** POST /v1/payment_intents/{id}/cancel: never after money has arrived. */
export async function cancelPaymentIntent(tx: Tx, call: Call, id: string): Promise<Answer> {
  const before = assertIntentAccess(call, id, await findIntentForUpdate(tx, id))
  const reason = call.params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  call.params.done()
  if (!cancelable.includes(before.status))
    throw unexpectedState(
      before,
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
    )

  const row = await saveIntent(tx, {
    ...before,
    status: 'canceled',
    canceledAt: call.at,
    cancellationReason: reason ?? null,
    challengeId: null,
  })
  await recordEvent(tx, call, 'payment_intent.canceled', presentPaymentIntent(row))
  return ok(presentPaymentIntent(row))
}
