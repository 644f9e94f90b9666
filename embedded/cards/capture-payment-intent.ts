import { eq } from 'drizzle-orm'
import { charges, type Tx } from './cards.tables.ts'
import { findIntentForUpdate } from './find-objects.ts'
import { assertIntentAccess } from './intent-access.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { recordEvent } from './record-event.ts'
import { showCharge } from './show-object.ts'
import { unexpectedState } from './unexpected-state.ts'
import { saveIntent } from './save-intent.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam } from './wire-error.ts'

/** POST /v1/payment_intents/{id}/capture: takes the authorised amount or a part of it, once. */
export async function capturePaymentIntent(tx: Tx, call: Call, id: string): Promise<Answer> {
  const before = assertIntentAccess(call, id, await findIntentForUpdate(tx, id))
  const wanted = call.params.integer('amount_to_capture')
  const metadata = call.params.metadata(before.metadata)
  call.params.ignore('statement_descriptor', 'statement_descriptor_suffix', 'final_capture')
  call.params.done()
  const chargeId = before.latestChargeId
  if (before.status !== 'requires_capture' || chargeId === null)
    throw unexpectedState(
      before,
      `This PaymentIntent could not be captured because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = wanted ?? before.amountCents
  if (amount < 1 || amount > before.amountCents)
    throw badParam(
      'amount_to_capture',
      'The amount to capture must be at least 1 and at most the authorized amount.',
      'amount_too_large',
    )

  await tx.update(charges).set({ captured: true, amountCapturedCents: amount }).where(eq(charges.id, chargeId))
  const row = await saveIntent(tx, { ...before, status: 'succeeded', amountReceivedCents: amount, metadata })
  const charge = await showCharge(tx, chargeId)
  if (charge === undefined) throw new Error(`Payment intent ${id} has lost its charge`)
  await recordEvent(tx, call, 'charge.captured', charge)
  await recordEvent(tx, call, 'payment_intent.succeeded', presentPaymentIntent(row))
  return ok(presentPaymentIntent(row))
}
