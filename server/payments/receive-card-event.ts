import type { cardEvents } from '#contract/card-events.ts'
import Stripe from 'stripe'
import { findPayment } from '#server/payments/find-payments.ts'
import { recordDeclines } from '#server/payments/record-attempt.ts'
import { recordDispute } from '#server/payments/record-dispute.ts'
import { cancelFailedSetup } from '#server/payments/saved-cards.ts'
import { type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import { syncRefunds } from '#server/payments/sync-refunds.ts'
import type { Database } from '#server/platform/database/database.ts'
import { emitEvent } from '#server/platform/observability/events.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

interface SignedEvent {
  body: Buffer
  signature: string
  secret: string
}

/** Describes the fields of an event that are read; the rest is fetched from the provider. */
interface CardEvent {
  id: string
  type: string
  data: unknown
}

/**
 * Handles a webhook event. An event only says what to fetch, since events arrive twice, late and out of order. Events about
 * unknown payments or of other kinds are ignored. Throws `signature-invalid`, and `event-unreadable` for malformed events.
 */
export async function receiveCardEvent(db: Database, deps: SettleDeps, signed: SignedEvent): Promise<void> {
  try {
    const event = readEvent(await verifyEvent(deps, signed))
    const taken = await handleEvent(db, deps, event)
    emitEvent({ name: 'card-event', outcome: taken })
    if (taken !== 'done') deps.log.info({ event: event.id, type: event.type }, `card event ignored: ${taken}`)
  } catch (error) {
    const isRefused = error instanceof Problem && ['signature-invalid', 'event-unreadable'].includes(error.code)
    if (isRefused) deps.log.warn({ reason: error.code }, 'card event rejected')
    throw error
  }
}

async function handleEvent(
  db: Database,
  deps: SettleDeps,
  event: CardEvent,
): Promise<'done' | 'not our payment' | 'not needed'> {
  // Others are 'not needed'.
  const kind = event.type as (typeof cardEvents)[number]
  switch (kind) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled': {
      const outcome = await settlePayment(db, deps, readObject(event).id)
      return outcome === 'unknown' ? 'not our payment' : 'done'
    }
    case 'payment_intent.payment_failed': {
      const { id } = readObject(event)
      if (!(await findPayment(db, id))) return 'not our payment'
      await recordDeclines(db, deps.provider, id, event.id)
      return 'done'
    }
    case 'setup_intent.setup_failed':
      return (await cancelFailedSetup(db, deps.provider, readObject(event).id)) ? 'done' : 'not our payment'
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { intentId } = readObject(event)
      if (intentId === undefined || !(await findPayment(db, intentId))) return 'not our payment'
      await syncRefunds(db, deps, intentId)
      return 'done'
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return (await recordDispute(db, deps.provider, readObject(event).id)) ? 'done' : 'not our payment'
    default:
      kind satisfies never
      return 'not needed'
  }
}

/** Matches a header with a signature that is no SHA-256; the library would throw an error of another kind. */
const malformedSignature = /(?:^|,)v1(?!=[\da-f]{64}(?:,|$))(?:[=,]|$)/

async function verifyEvent({ provider }: SettleDeps, { body, signature, secret }: SignedEvent): Promise<unknown> {
  if (malformedSignature.test(signature)) throw problem('signature-invalid')
  return provider.webhooks.constructEventAsync(body, signature, secret).catch((error: unknown) => {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
    throw problem(isForged ? 'signature-invalid' : 'event-unreadable')
  })
}

function readEvent(event: unknown): CardEvent {
  const { id, type, data } = asObject(event)
  if (typeof type !== 'string') throw problem('event-unreadable')
  return { id: readId(id), type: type.slice(0, 100), data }
}

/** Returns the ids of the object of an event. */
function readObject({ data }: CardEvent): { id: string; intentId: string | undefined } {
  const { id, payment_intent: intent } = asObject(asObject(data)['object'])
  const isNamed = intent !== undefined && intent !== null
  const intentId = isNamed ? readId(typeof intent === 'string' ? intent : asObject(intent)['id']) : undefined
  return { id: readId(id), intentId }
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw problem('event-unreadable')
  return value as Record<string, unknown>
}

function readId(value: unknown): string {
  if (typeof value !== 'string' || !/^\w{1,255}$/.test(value)) throw problem('event-unreadable')
  return value
}
