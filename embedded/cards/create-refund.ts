import { and, eq } from 'drizzle-orm'
import { charges, type ChargeRow, refunds, type Tx } from './cards.tables.ts'
import { holdsMoney } from './open-dispute.ts'
import { findCharge, findIntentForUpdate, findMethod } from './find-objects.ts'
import { newId } from './new-id.ts'
import { presentCharge } from './present-charge.ts'
import { presentRefund } from './present-refund.ts'
import { recordEvent } from './record-event.ts'
import { getBehaviour } from './test-cards.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam, CardsRefusal, missing, withCode } from './wire-error.ts'

/** How long the test cards that refund in two steps take for the second. */
const turnsAfterMs = 5000

/** POST /v1/refunds: the whole rest by default, never more than was captured, however many refund at once. */
export async function createRefund(tx: Tx, call: Call): Promise<Answer> {
  const { params } = call
  const wanted = params.integer('amount')
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  const metadata = params.metadata({})
  const { intentId, chargeId } = await readTarget(tx, call)
  params.ignore('instructions_email')
  params.done()

  const intent = await findIntentForUpdate(tx, intentId)
  if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent')
  const charge = await succeededCharge(tx, intentId)
  if (charge === undefined || !charge.captured || (chargeId !== undefined && chargeId !== charge.id))
    throw badParam(
      chargeId === undefined ? 'payment_intent' : 'charge',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    )
  const rest = charge.amountCapturedCents - charge.amountRefundedCents
  if (rest === 0)
    throw new CardsRefusal(400, {
      type: 'invalid_request_error',
      message: `Charge ${charge.id} has already been refunded.`,
      ...withCode('charge_already_refunded'),
    })
  if (await holdsMoney(tx, charge.id))
    throw new CardsRefusal(400, {
      type: 'invalid_request_error',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      ...withCode('charge_disputed'),
    })
  const amountCents = wanted ?? rest
  if (amountCents < 1) throw badParam('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amountCents > rest)
    throw badParam(
      'amount',
      `Refund amount (${dollars(amountCents)}) is greater than unrefunded amount on charge (${dollars(rest)})`,
    )

  const method = await findMethod(tx, charge.paymentMethodId)
  if (method === undefined) throw new Error(`Charge ${charge.id} has lost its payment method`)
  const twoSteps = getBehaviour(method.behaviour).refund
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId('re'),
      createdAt: call.at,
      chargeId: charge.id,
      paymentIntentId: intentId,
      amountCents,
      status: twoSteps === 'succeeds-later' ? 'pending' : 'succeeded',
      reason: reason ?? null,
      metadata,
      ...(twoSteps === undefined
        ? {}
        : {
            turnsInto: twoSteps === 'fails-later' ? ('failed' as const) : ('succeeded' as const),
            turnsAt: new Date(call.at.getTime() + turnsAfterMs),
          }),
    })
    .returning()
  const [after] = await tx
    .update(charges)
    .set({ amountRefundedCents: charge.amountRefundedCents + amountCents })
    .where(eq(charges.id, charge.id))
    .returning()
  if (row === undefined || after === undefined) throw new Error(`The refund of ${charge.id} was not stored`)
  const shown = presentRefund(row, intent, after)
  await recordEvent(tx, call, 'refund.created', shown)
  await recordEvent(tx, call, 'charge.refunded', presentCharge(after, intent, method), {
    amount_refunded: charge.amountRefundedCents,
    refunded: false,
  })
  return ok(shown)
}

async function readTarget(tx: Tx, call: Call): Promise<{ intentId: string; chargeId?: string }> {
  const intentId = call.params.text('payment_intent', 100)
  const chargeId = call.params.text('charge', 100)
  if (intentId) return chargeId ? { intentId, chargeId } : { intentId }
  if (!chargeId)
    throw badParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  const charge = await findCharge(tx, chargeId)
  if (charge === undefined) throw missing('charge', chargeId, 'charge')
  return { intentId: charge.paymentIntentId, chargeId }
}

async function succeededCharge(tx: Tx, intentId: string): Promise<ChargeRow | undefined> {
  const [charge] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.paymentIntentId, intentId), eq(charges.status, 'succeeded')))
  return charge
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
