import type Stripe from 'stripe'
import { events, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'

/** Who caused an event and when, and when it may first be delivered (null: no webhook is set up). */
export interface EventSource {
  at: Date
  requestId: string | null
  idempotencyKey: string | null
  deliverAt: Date | null
}

/** Writes what happened in the transaction in which it happened; delivery comes after the commit. */
export async function recordEvent(
  tx: Tx,
  source: EventSource,
  type: Stripe.Event['type'],
  object: object,
  previousAttributes?: object,
): Promise<void> {
  await tx.insert(events).values({
    id: newId('evt'),
    createdAt: source.at,
    type,
    object,
    previousAttributes: previousAttributes ?? null,
    requestId: source.requestId,
    idempotencyKey: source.idempotencyKey,
    nextAttemptAt: source.deliverAt,
  })
}
