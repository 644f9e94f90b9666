import { createHmac } from 'node:crypto'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { CardsDeps, Webhook } from './cards-deps.ts'
import { type EventRow, events } from './cards.tables.ts'
import { presentEvent } from './present-event.ts'
import { unixSeconds } from './unix-seconds.ts'

const timeoutMs = 10_000
/** While one process delivers, no other takes the event; if it dies, another does after this. */
const leaseMs = timeoutMs + 5_000
const firstPauseMs = 5_000
const longestPauseMs = 3_600_000
const givenUpAfterMs = 3 * 24 * 3_600_000

/** Delivers every due event, oldest first, each at least once; answers how many were taken. */
export async function deliverEvents(deps: CardsDeps, webhook: Webhook, stopped: AbortSignal): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const event = stopped.aborted ? undefined : await takeDueEvent(deps)
    if (event === undefined) return taken
    const accepted = await post(deps, webhook, event, stopped)
    const at = deps.now()
    const givenUp = at.getTime() - event.createdAt.getTime() > givenUpAfterMs
    const copies = accepted ? event.copies - 1 : event.copies
    const pause = accepted ? (webhook.way?.().delayMs ?? 0) : pauseMs(event.attempts)
    await deps.db
      .update(events)
      .set({ copies, nextAttemptAt: givenUp || copies < 1 ? null : new Date(at.getTime() + pause) })
      .where(and(eq(events.id, event.id), eq(events.attempts, event.attempts)))
  }
}

async function takeDueEvent(deps: CardsDeps): Promise<EventRow | undefined> {
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
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
    const answer = await fetch(webhook.url(), { method: 'POST', body, headers, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    // Nobody there, too slow, or we are closing: tried again later in any case.
    return false
  }
}

/** As Stripe signs: the moment and the exact bytes, so that neither can be replaced. */
function signature(secret: string, at: Date, body: string): string {
  const seconds = unixSeconds(at)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const pauseMs = (attempts: number): number => Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
