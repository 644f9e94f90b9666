import { type Challenge, chargeIntent, needsChallenge } from './charge-intent.ts'
import { type PaymentIntentRow, type PaymentMethodRow, type Tx } from './cards.tables.ts'
import { addAliasedPaymentMethod, addPaymentMethod } from './create-payment-method.ts'
import { findIntentForUpdate, findMethod } from './find-objects.ts'
import { assertIntentAccess, showIntentTo } from './intent-access.ts'
import { readDescription } from './intent-params.ts'
import { newId } from './new-id.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { recordEvent } from './record-event.ts'
import { saveIntent } from './save-intent.ts'
import { getBehaviour } from './test-cards.ts'
import { unexpectedState } from './unexpected-state.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { CardsRefusal, missing, withCode } from './wire-error.ts'

export interface Confirmation {
  method?: PaymentMethodRow
  challenge: Challenge
}

/** POST /v1/payment_intents/{id}/confirm: at most one charge, however many confirm at once. */
export async function confirmPaymentIntent(tx: Tx, call: Call, id: string): Promise<Answer> {
  const { params } = call
  const row = assertIntentAccess(call, id, await findIntentForUpdate(tx, id))
  params.ignore(
    'expected_payment_method_type',
    'payment_method_types',
    'allowed_payment_method_types',
    'payment_method_options',
    'capture_method',
  )
  const description = call.caller === 'secret' ? readDescription(params, row) : ownWords(call, row)
  const confirmation = await readConfirmation(tx, call)
  params.done()
  return confirmIntent(tx, call, { ...row, ...description }, confirmation)
}

/** Confirms an intent that this transaction holds. */
export async function confirmIntent(
  tx: Tx,
  call: Call,
  row: PaymentIntentRow,
  { method: given, challenge }: Confirmation,
): Promise<Answer> {
  if (row.status === 'succeeded')
    throw unexpectedState(
      row,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(row.status))
    throw unexpectedState(row, `You cannot confirm this PaymentIntent because it has a status of ${row.status}.`)
  const method = given ?? (row.paymentMethodId === null ? undefined : await findMethod(tx, row.paymentMethodId))
  if (method === undefined)
    throw unexpectedState(
      row,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    )
  if (method.usedAt !== null)
    throw new CardsRefusal(400, {
      type: 'invalid_request_error',
      message:
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.',
      ...withCode('payment_method_unexpected_state'),
    })

  if (challenge !== 'possible' || !needsChallenge(getBehaviour(method.behaviour), challenge))
    return chargeIntent(tx, call, row, method, challenge)
  const waiting = await saveIntent(tx, {
    ...row,
    status: 'requires_action',
    paymentMethodId: method.id,
    challengeId: newId('payatt'),
    lastPaymentError: null,
  })
  await recordEvent(tx, call, 'payment_intent.requires_action', presentPaymentIntent(waiting))
  return ok(showIntentTo(call, waiting))
}

/** The payment method that a request brings: by id, by test alias, or described in full. */
export async function readConfirmation(tx: Tx, call: Call): Promise<Confirmation> {
  const { params } = call
  const id = params.text('payment_method', 100)
  const data = params.object('payment_method_data')
  const offSession = params.text('off_session')
  const errorOnAction = params.boolean('error_on_requires_action') ?? false
  params.ignore('return_url', 'use_stripe_sdk', 'mandate_data', 'radar_options')
  const isOffSession = ['true', 'one_off', 'recurring'].includes(offSession ?? '')
  const challenge = isOffSession ? 'off-session' : errorOnAction ? 'refused' : 'possible'
  if (data !== undefined) return { method: await addPaymentMethod(tx, call, data), challenge }
  if (!id) return { challenge }
  const method = (await addAliasedPaymentMethod(tx, call, id)) ?? (await findMethod(tx, id))
  if (method === undefined) throw missing('PaymentMethod', id, 'payment_method')
  return { method, challenge }
}

/** The buyer's browser may say where the receipt and the goods go, and nothing else. */
function ownWords(call: Call, row: PaymentIntentRow) {
  const { receiptEmail, setupFutureUsage, shipping } = readDescription(call.params, row)
  return { receiptEmail, setupFutureUsage, shipping }
}
