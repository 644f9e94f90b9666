import { and, eq, ne } from 'drizzle-orm'
import { Type } from 'typebox'
import { type ApiRequest, type ApiResponse, cents, invalidRequest, metadata, ok } from './api.ts'
import { assertChargeable } from './create-payment-intent.ts'
import { charges, type ChargeRow, disputes, paymentMethods, refunds, type Tx } from './cards.tables.ts'
import { findIntent } from './find-intent.ts'
import { newId } from './new-id.ts'
import { presentRefund } from './present.ts'
import { recordEvent } from './record-event.ts'
import { getBehavior } from './test-cards.ts'

/** Sets how long refunds of delayed test cards take. */
const settleDelayMs = 5000

export const refundParams = {
  payment_intent: Type.String(),
  amount: cents,
  reason: Type.Optional(Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: Type.Optional(metadata),
}
interface RefundParams {
  payment_intent: string
  amount: string
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  metadata?: Record<string, string>
}

/** Refunds a part or all of a payment (POST /v1/refunds). Concurrent refunds never exceed what was captured. */
export async function createRefund(tx: Tx, request: ApiRequest<RefundParams>): Promise<ApiResponse> {
  const { params } = request
  const amountCents = Number(params.amount)
  const intent = await findIntent(tx, params.payment_intent, { lock: true })
  const [paid] = await tx
    .select({ charge: charges, method: paymentMethods })
    .from(charges)
    .innerJoin(paymentMethods, eq(paymentMethods.id, charges.paymentMethodId))
    .where(and(eq(charges.paymentIntentId, intent.id), eq(charges.status, 'succeeded')))
  if (paid === undefined) throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
  const { charge, method } = paid
  await assertRefundable(tx, charge, amountCents)
  assertChargeable(amountCents, intent.currency)

  const refundBehavior = getBehavior(method.behavior).refund
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId('re'),
      createdAt: request.at,
      chargeId: charge.id,
      paymentIntentId: intent.id,
      amountCents,
      status: refundBehavior === 'succeeds-later' ? 'pending' : 'succeeded',
      reason: params.reason ?? null,
      metadata: { ...params.metadata },
      ...(refundBehavior === undefined
        ? {}
        : {
            nextStatus: refundBehavior === 'fails-later' ? ('failed' as const) : ('succeeded' as const),
            nextStatusAt: new Date(request.at.getTime() + settleDelayMs),
          }),
    })
    .returning()
  if (row === undefined) throw new Error(`The refund of ${charge.id} was not stored`)
  const amountRefundedCents = charge.amountRefundedCents + amountCents
  await tx.update(charges).set({ amountRefundedCents }).where(eq(charges.id, charge.id))
  const shown = presentRefund(row, intent)
  await recordEvent(tx, request, 'refund.created', shown)
  return ok(shown)
}

async function assertRefundable(tx: Tx, charge: ChargeRow, amountCents: number): Promise<void> {
  const rest = charge.amountCapturedCents - charge.amountRefundedCents
  if (rest === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (await isChargedBack(tx, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (amountCents < 1 || amountCents > rest)
    throw invalidRequest(`Refund amount is zero or greater than unrefunded amount on charge (${rest} cents)`, {
      param: 'amount',
    })
}

/** Whether a dispute that is open or lost prevents a refund of the charge. */
async function isChargedBack(tx: Tx, chargeId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.chargeId, chargeId), ne(disputes.status, 'won')))
  return rows.length > 0
}
