import { paymentIntents, type Tx } from './cards.tables.ts'
import { confirmIntent, readConfirmation } from './confirm-payment-intent.ts'
import { readAmount, readCurrency, readDescription, readMethodTypes } from './intent-params.ts'
import { newId, randomLetters } from './new-id.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { recordEvent } from './record-event.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam } from './wire-error.ts'

/** POST /v1/payment_intents: a new intent, with `confirm=true` charged in the same step. */
export async function createPaymentIntent(tx: Tx, call: Call): Promise<Answer> {
  const { params } = call
  const amountCents = readAmount(params)
  if (amountCents === undefined) throw badParam('amount', 'Missing required param: amount.', 'parameter_missing')
  const currency = readCurrency(params)
  if (currency === undefined) throw badParam('currency', 'Missing required param: currency.', 'parameter_missing')
  readMethodTypes(params)
  const automatic = params.object('automatic_payment_methods')
  const automaticPaymentMethods = automatic && {
    allow_redirects: automatic.choice('allow_redirects', ['always', 'never']) ?? 'always',
    enabled: automatic.boolean('enabled') ?? false,
  }
  const confirm = params.boolean('confirm') ?? false
  const confirmation = await readConfirmation(tx, call)
  const id = newId('pi')
  const [row] = await tx
    .insert(paymentIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${randomLetters(25)}`,
      createdAt: call.at,
      amountCents,
      currency,
      status: confirmation.method === undefined ? 'requires_payment_method' : 'requires_confirmation',
      captureMethod: params.choice('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
      confirmationMethod: params.choice('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
      paymentMethodId: confirmation.method?.id ?? null,
      automaticPaymentMethods: automaticPaymentMethods ?? null,
      ...readDescription(params, nothingSaid),
    })
    .returning()
  params.done()
  if (row === undefined) throw new Error('The payment intent was not stored')
  await recordEvent(tx, call, 'payment_intent.created', presentPaymentIntent(row))
  return confirm ? confirmIntent(tx, call, row, confirmation) : ok(presentPaymentIntent(row))
}

const nothingSaid = {
  customer: null,
  description: null,
  metadata: {},
  receiptEmail: null,
  setupFutureUsage: null,
  shipping: null,
  statementDescriptor: null,
  statementDescriptorSuffix: null,
  transferGroup: null,
}
