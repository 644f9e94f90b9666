import type { Tx } from './cards.tables.ts'
import { readConfirmation } from './confirm-payment-intent.ts'
import { findIntentForUpdate } from './find-objects.ts'
import { assertIntentAccess } from './intent-access.ts'
import { readAmount, readCurrency, readDescription, readMethodTypes } from './intent-params.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { saveIntent } from './save-intent.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { unexpectedState } from './unexpected-state.ts'

/** POST /v1/payment_intents/{id}: amount and currency only while no money has moved. */
export async function updatePaymentIntent(tx: Tx, call: Call, id: string): Promise<Answer> {
  const { params } = call
  const before = assertIntentAccess(call, id, await findIntentForUpdate(tx, id))
  const amountCents = readAmount(params)
  const currency = readCurrency(params)
  readMethodTypes(params)
  const { method } = await readConfirmation(tx, call)
  const description = readDescription(params, before)
  params.done()
  const changesMoney = amountCents !== undefined || currency !== undefined || method !== undefined
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(before.status)
  if (changesMoney && !open)
    throw unexpectedState(
      before,
      `This PaymentIntent's amount, currency or payment method could not be updated because it has a status of ${before.status}.`,
    )

  const row = await saveIntent(tx, {
    ...before,
    ...description,
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(currency === undefined ? {} : { currency }),
    ...(method === undefined ? {} : { paymentMethodId: method.id, status: 'requires_confirmation', challengeId: null }),
  })
  return ok(presentPaymentIntent(row))
}
