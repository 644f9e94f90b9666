import { createHmac } from 'node:crypto'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { CardsDeps, DeliveryPlan, Webhook } from './api.ts'
import { type EventRow, events } from './cards.tables.ts'
import { presentEvent, unixSeconds } from './present.ts'

const requestTimeoutMs = 10_000
/** Keeps other processes off an event while one delivers it; if that one dies, another takes the event after this time. */
const leaseMs = requestTimeoutMs + 5_000
const minRetryDelayMs = 5_000
const maxRetryDelayMs = 3_600_000
const maxRetryAgeMs = 3 * 24 * 3_600_000

/** Delivers every due event, oldest first, each at least once. */
export async function deliverEvents(deps: CardsDeps, webhook: Webhook, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const event = await leaseDueEvent(deps)
    if (event === undefined) return
    const isAccepted = await post(deps, webhook, event, stopped)
    const at = deps.now()
    const isExpired = at.getTime() - event.createdAt.getTime() > maxRetryAgeMs
    const deliveriesLeft = isAccepted ? event.deliveriesLeft - 1 : event.deliveriesLeft
    const delayMs = () => (isAccepted ? (webhook.plan?.().delayMs ?? 0) : retryDelayMs(event.attempts))
    // Only an event that is delivered again is planned again.
    const nextAttemptAt = isExpired || deliveriesLeft < 1 ? null : new Date(at.getTime() + delayMs())
    await deps.db
      .update(events)
      .set({ deliveriesLeft, nextAttemptAt })
      .where(and(eq(events.id, event.id), eq(events.attempts, event.attempts)))
  }
}

async function leaseDueEvent(deps: CardsDeps): Promise<EventRow | undefined> {
  const at = deps.now()
  const due = deps.db
    .select({ id: events.id })
    .from(events)
    .where(lte(events.nextAttemptAt, at))
    .orderBy(asc(events.nextAttemptAt), asc(events.sequence))
    .limit(1)
    .for('update', { skipLocked: true })
  const [event] = await deps.db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + leaseMs) })
    .where(inArray(events.id, due))
    .returning()
  return event
}

async function post(deps: CardsDeps, webhook: Webhook, event: EventRow, stopped: AbortSignal): Promise<boolean> {
  const body = JSON.stringify(presentEvent(event))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature(webhook.secret, deps.now(), body),
    'user-agent': 'Stripe/1.0 (card sandbox)',
  }
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(requestTimeoutMs)])
    const send = webhook.fetch ?? fetch
    const response = await send(webhook.url(), { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Unreachable, too slow, or this server is stopping: in each case the delivery is retried later.
    return false
  }
}

/** Signs as Stripe does: over the time and the exact bytes, so that neither can be replaced. */
function signature(secret: string, at: Date, body: string): string {
  const seconds = unixSeconds(at)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const retryDelayMs = (attempts: number): number => Math.min(minRetryDelayMs * 2 ** (attempts - 1), maxRetryDelayMs)

const maxDelayMs = 20_000

/** Plans unreliable delivery: half of the events late and so out of order, some twice, some never. */
export function chaosDelivery(): DeliveryPlan {
  const luck = Math.random()
  return {
    delayMs: Math.random() < 0.5 ? 0 : Math.floor(Math.random() * maxDelayMs),
    deliveries: luck < 0.1 ? 0 : luck < 0.3 ? 2 : 1,
  }
}

/** Plans no delivery at all, as with a wrong webhook address: the shop has to retrieve what happened. */
export const dropDelivery = (): DeliveryPlan => ({ delayMs: 0, deliveries: 0 })
