import type Stripe from 'stripe'
import type { EventWay, Webhook } from './cards-deps.ts'
import { events, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'

/** Who caused an event, and when. */
export interface EventSource {
  at: Date
  requestId: string | null
  idempotencyKey: string | null
  /** Where the event goes; undefined: nowhere. */
  webhook: Webhook | undefined
}

/** The SDK's own type of the events of this kind. */
type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>

const straight: EventWay = { delayMs: 0, copies: 1 }

/** Writes what happened in the transaction in which it happened; delivery comes after the commit. */
export async function recordEvent<Type extends Stripe.Event['type']>(
  tx: Tx,
  source: EventSource,
  type: Type,
  object: EventOf<Type>['data']['object'],
  previousAttributes?: object,
): Promise<void> {
  const { delayMs, copies } = source.webhook?.way?.() ?? straight
  const isSent = source.webhook !== undefined && copies > 0
  await tx.insert(events).values({
    id: newId('evt'),
    createdAt: source.at,
    type,
    object,
    previousAttributes: previousAttributes ?? null,
    requestId: source.requestId,
    idempotencyKey: source.idempotencyKey,
    nextAttemptAt: isSent ? new Date(source.at.getTime() + delayMs) : null,
    copies: isSent ? copies : 0,
  })
}
