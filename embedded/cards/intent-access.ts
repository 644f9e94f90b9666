import { timingSafeEqual } from 'node:crypto'
import type { PaymentIntentRow } from './cards.tables.ts'
import { presentPaymentIntent, publicPart } from './present-payment-intent.ts'
import type { Call } from './wire-call.ts'
import { badParam, missing } from './wire-error.ts'

/** Opens the intent to a secret key, or to a publishable key that brings this very intent's client secret. */
export function assertIntentAccess(call: Call, id: string, found: PaymentIntentRow | undefined): PaymentIntentRow {
  const clientSecret = call.params.text('client_secret', 200)
  if (call.caller === 'publishable' && !clientSecret)
    throw badParam('client_secret', 'Missing required param: client_secret.', 'parameter_missing')
  if (found === undefined) throw missing('payment_intent', id, 'intent')
  if (clientSecret && !sameText(clientSecret, found.clientSecret))
    throw badParam(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  return found
}

/** The intent as this caller may see it. */
export function showIntentTo(call: Call, row: PaymentIntentRow): object {
  const intent = presentPaymentIntent(row)
  return call.caller === 'secret' ? intent : publicPart(intent)
}

export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
