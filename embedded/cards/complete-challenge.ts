import type Stripe from 'stripe'
import { chargeIntent, failIntent } from './charge-intent.ts'
import type { Tx } from './cards.tables.ts'
import { findIntentForUpdate, findMethod } from './find-objects.ts'
import { assertIntentAccess, showIntentTo } from './intent-access.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { unexpectedState } from './unexpected-state.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { withCode } from './wire-error.ts'

/** POST /v1/payment_intents/{id}/challenge, from the challenge's own page: the buyer passed it, or not. */
export async function completeChallenge(tx: Tx, call: Call, id: string): Promise<Answer> {
  const row = assertIntentAccess(call, id, await findIntentForUpdate(tx, id))
  const source = call.params.requiredText('source', 100)
  const outcome = call.params.choice('outcome', ['complete', 'fail'])
  call.params.done()
  const method = row.paymentMethodId === null ? undefined : await findMethod(tx, row.paymentMethodId)
  if (row.status !== 'requires_action' || row.challengeId !== source || method === undefined)
    throw unexpectedState(row, 'This authentication is no longer open.')
  if (outcome === 'complete') return chargeIntent(tx, call, row, method, 'passed')

  const error = {
    type: 'invalid_request_error' as const satisfies Stripe.PaymentIntent.LastPaymentError.Type,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...withCode('payment_intent_authentication_failure'),
    payment_method: presentPaymentMethod(method),
  }
  return ok(showIntentTo(call, await failIntent(tx, call, row, error)))
}
