import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type ChargeRow, disputes, type PaymentIntentRow, type Tx } from './cards.tables.ts'
import { movedMoney } from './moved-money.ts'
import { newId } from './new-id.ts'
import { presentDispute } from './present-dispute.ts'
import { recordEvent } from './record-event.ts'
import type { Complaint } from './test-cards.ts'
import { unixSeconds } from './unix-seconds.ts'
import type { Call } from './wire-call.ts'

/** The cardholder's bank disputes a charge: its money is withdrawn, unless the bank only asks. */
export async function openDispute(
  tx: Tx,
  call: Call,
  intent: PaymentIntentRow,
  charge: ChargeRow,
  { reason, isInquiry }: Complaint,
): Promise<void> {
  const [row] = await tx
    .insert(disputes)
    .values({
      id: newId('dp'),
      createdAt: call.at,
      chargeId: charge.id,
      paymentIntentId: intent.id,
      amountCents: charge.amountCents,
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    })
    .returning()
  if (row === undefined) throw new Error(`The dispute of ${charge.id} was not stored`)
  await recordEvent(tx, call, 'charge.dispute.created', presentDispute(row, intent))
  if (movedMoney(row.status)) await recordEvent(tx, call, 'charge.dispute.funds_withdrawn', presentDispute(row, intent))
}

/** What the issuer tells of its own accord; nothing has to be answered. */
export async function warnOfFraud(tx: Tx, call: Call, charge: ChargeRow, fraudType: string): Promise<void> {
  await recordEvent(tx, call, 'radar.early_fraud_warning.created', {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: unixSeconds(call.at),
    fraud_type: fraudType,
    livemode: false,
    payment_intent: charge.paymentIntentId,
  } satisfies Stripe.Radar.EarlyFraudWarning)
}

/** Whether a dispute keeps the money of a charge from being refunded. */
export async function holdsMoney(tx: Tx, chargeId: string): Promise<boolean> {
  const rows = await tx.select().from(disputes).where(eq(disputes.chargeId, chargeId))
  return rows.some(({ status }) => movedMoney(status))
}
