import type Stripe from 'stripe'
import { findPayment } from '#server/payments/find-payments.ts'
import { idOf, recordDecline } from '#server/payments/record-attempt.ts'
import { recordDispute } from '#server/payments/record-dispute.ts'
import { type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import { takeOverRefunds } from '#server/payments/take-over-refunds.ts'
import type { Database } from '#server/platform/database.ts'
import { tellHappening } from '#server/platform/happenings.ts'
import { problem } from '#server/platform/problem.ts'

interface SignedEvent {
  body: Buffer
  signature: string
  secret: string
}

/**
 * Takes over what the provider tells by itself, whether or not the buyer's browser is still there. An event only says where to
 * look: what is so is asked for, since events come twice, late and out of order. Those about strangers' payments, and of kinds
 * that we do not need, are let go: sending them again would change nothing. Throws `signature-invalid`.
 */
export async function receiveCardEvent(
  db: Database,
  deps: SettleDeps,
  { body, signature, secret }: SignedEvent,
): Promise<void> {
  const event = await readEvent(deps, body, signature, secret)
  const taken = await takeEvent(db, deps, event)
  tellHappening({ name: 'card-event', outcome: taken })
  if (taken !== 'done') deps.log.info({ event: event.id, type: event.type }, `a card event is let go: ${taken}`)
}

async function takeEvent(
  db: Database,
  deps: SettleDeps,
  event: Stripe.Event,
): Promise<'done' | 'not our payment' | 'not needed'> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled': {
      const outcome = await settlePayment(db, deps, event.data.object.id)
      return outcome === 'unknown' ? 'not our payment' : 'done'
    }
    case 'payment_intent.payment_failed':
      if (!(await findPayment(db, event.data.object.id))) return 'not our payment'
      await recordDecline(db, event)
      return 'done'
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const intentId = idOf(event.data.object.payment_intent)
      if (intentId === undefined || !(await findPayment(db, intentId))) return 'not our payment'
      await takeOverRefunds(db, deps, intentId)
      return 'done'
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return (await recordDispute(db, event.data.object)) ? 'done' : 'not our payment'
    default:
      return 'not needed'
  }
}

async function readEvent(
  { provider, log }: SettleDeps,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await provider.webhooks.constructEventAsync(body, signature, secret)
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a card event has no valid signature')
    throw problem('signature-invalid')
  }
}
