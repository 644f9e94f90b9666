import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import {
  type ChargeRow,
  charges,
  type PaymentIntentRow,
  type PaymentMethodRow,
  paymentMethods,
  type Tx,
} from './cards.tables.ts'
import { showIntentTo } from './intent-access.ts'
import { newId } from './new-id.ts'
import { openDispute, warnOfFraud } from './open-dispute.ts'
import { presentCharge } from './present-charge.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { recordEvent } from './record-event.ts'
import { saveIntent } from './save-intent.ts'
import { type Behaviour, type Decline, getBehaviour } from './test-cards.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { type WireError, withCode } from './wire-error.ts'

/** Asks the issuer of the test card, once, and writes down what it says. The caller holds the intent. */
export async function chargeIntent(
  tx: Tx,
  call: Call,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
  challenge: Challenge | 'passed',
): Promise<Answer> {
  const behaviour = getBehaviour(method.behaviour)
  const decline =
    challenge !== 'passed' && needsChallenge(behaviour, challenge) ? authenticationRequired : behaviour.decline
  return decline === undefined
    ? succeed(tx, call, row, method, challenge === 'passed')
    : refuse(tx, call, row, method, decline, challenge === 'passed')
}

/** Whether the buyer can be asked: `refused` by the caller, or `off-session`, where nobody is there. */
export type Challenge = 'off-session' | 'possible' | 'refused'

export const needsChallenge = ({ authentication }: Behaviour, challenge: Challenge): boolean =>
  authentication === 'required' || (authentication === 'on-session' && challenge !== 'off-session')

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

async function succeed(tx: Tx, call: Call, row: PaymentIntentRow, method: PaymentMethodRow, authenticated: boolean) {
  const captured = row.captureMethod !== 'manual'
  const { disputes: complaints = [], warning } = getBehaviour(method.behaviour)
  const receivedCents = captured ? row.amountCents : 0
  const charge = await addCharge(tx, call, row, method, {
    amountCapturedCents: receivedCents,
    status: 'succeeded',
    captured,
    authenticated,
    disputedAt: captured && complaints.length > 0 ? call.at : null,
  })
  await tx.update(paymentMethods).set({ usedAt: call.at }).where(eq(paymentMethods.id, method.id))
  const after = await saveIntent(tx, {
    ...row,
    status: captured ? 'succeeded' : 'requires_capture',
    paymentMethodId: method.id,
    latestChargeId: charge.id,
    amountReceivedCents: receivedCents,
    lastPaymentError: null,
    challengeId: null,
  })
  const shownCharge = presentCharge(charge, after, { ...method, usedAt: call.at })
  await recordEvent(tx, call, 'charge.succeeded', shownCharge)
  await recordEvent(
    tx,
    call,
    captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    presentPaymentIntent(after),
  )
  if (captured) {
    for (const complaint of complaints) await openDispute(tx, call, after, charge, complaint)
    if (warning !== undefined) await warnOfFraud(tx, call, charge, warning)
  }
  return ok(showIntentTo(call, after))
}

async function refuse(
  tx: Tx,
  call: Call,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
  decline: Decline,
  authenticated: boolean,
): Promise<Answer> {
  const charge = await addCharge(tx, call, row, method, {
    amountCapturedCents: 0,
    status: 'failed',
    captured: false,
    authenticated,
    failureCode: decline.code,
    failureMessage: decline.message,
    declineCode: decline.declineCode ?? null,
  })
  const error = {
    type: 'card_error' as const,
    message: decline.message,
    ...withCode(decline.code),
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    ...(decline.param === undefined ? {} : { param: decline.param }),
    charge: charge.id,
    payment_method: presentPaymentMethod(method),
  }
  const after = await failIntent(tx, call, { ...row, latestChargeId: charge.id }, error)
  await recordEvent(tx, call, 'charge.failed', presentCharge(charge, after, method))
  return { status: 402, body: { error: { ...error, payment_intent: showIntentTo(call, after) } } }
}

/** The attempt is over and another card may try: the intent says why. */
export async function failIntent(
  tx: Tx,
  call: Call,
  row: PaymentIntentRow,
  error: WireError & Stripe.PaymentIntent.LastPaymentError,
): Promise<PaymentIntentRow> {
  const after = await saveIntent(tx, {
    ...row,
    status: 'requires_payment_method',
    paymentMethodId: null,
    lastPaymentError: error,
    challengeId: null,
  })
  await recordEvent(tx, call, 'payment_intent.payment_failed', presentPaymentIntent(after))
  return after
}

type ChargeResult = Pick<ChargeRow, 'amountCapturedCents' | 'authenticated' | 'captured' | 'status'> &
  Partial<ChargeRow>

async function addCharge(tx: Tx, call: Call, row: PaymentIntentRow, method: PaymentMethodRow, result: ChargeResult) {
  const [charge] = await tx
    .insert(charges)
    .values({
      id: newId('ch'),
      createdAt: call.at,
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
