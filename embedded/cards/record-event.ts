import type Stripe from 'stripe'
import type { ApiRequest, DeliveryPlan } from './api.ts'
import { events, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'

const atOnce: DeliveryPlan = { delayMs: 0, deliveries: 1 }

/** Records an event in the transaction of the change that it reports; it is delivered after the commit, if there is a webhook. */
export async function recordEvent(
  tx: Tx,
  { at, webhook }: Pick<ApiRequest, 'at' | 'webhook'>,
  type: Stripe.Event['type'],
  object: object,
): Promise<void> {
  const { delayMs, deliveries } = webhook?.plan?.() ?? atOnce
  const isSent = webhook !== undefined && deliveries > 0
  await tx.insert(events).values({
    id: newId('evt'),
    createdAt: at,
    type,
    object,
    nextAttemptAt: isSent ? new Date(at.getTime() + delayMs) : null,
    deliveriesLeft: isSent ? deliveries : 0,
  })
}
