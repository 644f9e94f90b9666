import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { AddressRefusedError, type Reach, readAddress } from '#server/platform/http/fetch-public.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/webhooks/webhooks.tables.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

const maxEndpoints = 50

/** Adds an endpoint and records it. Throws `webhook-address-refused` or `too-many-webhooks`. */
export function addEndpoint(
  db: Database,
  { url, events, reach }: { url: string; events: WebhookEvent[]; reach: Reach },
  by: AuditActor,
): Promise<EndpointRow> {
  const address = checkAddress(url, reach)
  return db.transaction(async (tx) => {
    // Two at once must not both be the last one.
    await tx.execute(sql`LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE`)
    const [there] = await tx.select({ endpoints: count() }).from(webhookEndpoints)
    if ((there?.endpoints ?? 0) >= maxEndpoints) throw problem('too-many-webhooks', { count: maxEndpoints })
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ id: newId(), url: address, events, createdBy: by.id })
      .returning()
    if (!row) throw new Error('INSERT … RETURNING gave no row')
    await recordAuditEvent(tx, by, { kind: 'webhook-added', subject: subjectOf(row), after: factsOf(row) })
    return row
  })
}

export interface EndpointChange {
  url?: string | undefined
  events?: WebhookEvent[] | undefined
  paused?: boolean | undefined
}

/** Changes an endpoint and records it. Throws `webhook-not-found` or `webhook-address-refused`. */
export function updateEndpoint(
  db: Database,
  id: string,
  { url, events, paused, reach }: EndpointChange & { reach: Reach },
  by: AuditActor,
): Promise<EndpointRow> {
  const address = url === undefined ? undefined : checkAddress(url, reach)
  return db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id)
    const pause =
      paused === undefined || paused === (before.pausedAt !== null)
        ? {}
        : paused
          ? { pausedAt: sql`now()`, pauseReason: 'admin' as const }
          : { pausedAt: null, pauseReason: null, failingSince: null }
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ url: address ?? before.url, events: events ?? before.events, ...pause })
      .where(eq(webhookEndpoints.id, before.id))
      .returning()
    if (!row) throw new Error('UPDATE … RETURNING gave no row')
    const facts = { before: factsOf(before), after: factsOf(row) }
    await recordAuditEvent(tx, by, { kind: 'webhook-changed', subject: subjectOf(row), ...facts })
    return row
  })
}

/** Deletes an endpoint with its deliveries and records it. Throws `webhook-not-found`. */
export function deleteEndpoint(db: Database, id: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, id)
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, row.id))
    await recordAuditEvent(tx, by, { kind: 'webhook-deleted', subject: subjectOf(row), before: factsOf(row) })
  })
}

/** Begins a new edition of the secret and records it. Throws `webhook-not-found`. */
export function changeSecret(db: Database, id: string, by: AuditActor): Promise<EndpointRow> {
  return db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id)
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ secretEdition: before.secretEdition + 1, secretChangedAt: sql`now()` })
      .where(eq(webhookEndpoints.id, before.id))
      .returning()
    if (!row) throw new Error('UPDATE … RETURNING gave no row')
    const after = { webAddress: row.url }
    await recordAuditEvent(tx, by, { kind: 'webhook-secret-changed', subject: subjectOf(row), after })
    return row
  })
}

/** Queues a test message. Throws `webhook-not-found` or `webhook-paused`. */
export function queueTest(db: Database, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, id)
    if (row.pausedAt) throw problem('webhook-paused')
    await tx.insert(webhookDeliveries).values({ endpointId: row.id, type: 'test' })
  })
}

/** Queues a delivery again; its id and contents stay. */
const queuedAgain = { dueAt: sql`now()`, deliveredAt: null, attempts: 1, error: null, sendingSince: null }

const recordReplay = (tx: Transaction, by: AuditActor, row: EndpointRow, count: number) =>
  recordAuditEvent(tx, by, { kind: 'webhook-replayed', subject: subjectOf(row), after: { webAddress: row.url, count } })

/** Queues all failed deliveries of an endpoint again and returns their number. Throws `webhook-not-found` or `webhook-paused`. */
export function replayFailed(db: Database, id: string, by: AuditActor): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, id)
    if (row.pausedAt) throw problem('webhook-paused')
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set(queuedAgain)
      .where(
        and(
          eq(webhookDeliveries.endpointId, row.id),
          isNull(webhookDeliveries.dueAt),
          isNull(webhookDeliveries.deliveredAt),
        ),
      )
    const count = rowCount ?? 0
    if (count > 0) await recordReplay(tx, by, row, count)
    return count
  })
}

/** Queues a delivery again at once. Throws `delivery-not-found` or `webhook-paused`. */
export function replayDelivery(db: Database, id: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const isDelivery = eq(webhookDeliveries.id, Number(id))
    const [found] = await tx
      .select({ endpoint: webhookEndpoints, dueAt: webhookDeliveries.dueAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(isDelivery)
      .for('update')
    if (!found) throw problem('delivery-not-found')
    if (found.endpoint.pausedAt) throw problem('webhook-paused')
    // One that waits for its next attempt goes at once; one that is being sent is left alone.
    if (found.dueAt === null) await tx.update(webhookDeliveries).set(queuedAgain).where(isDelivery)
    else
      await tx
        .update(webhookDeliveries)
        .set({ dueAt: sql`now()` })
        .where(isDelivery)
    await recordReplay(tx, by, found.endpoint, 1)
  })
}

/** Returns an endpoint; throws `webhook-not-found`. */
export async function getEndpoint(db: Database, id: string): Promise<EndpointRow> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, parseId(id, 'webhook-not-found')))
  if (!row) throw problem('webhook-not-found')
  return row
}

async function lockEndpoint(tx: Transaction, id: string): Promise<EndpointRow> {
  const isEndpoint = eq(webhookEndpoints.id, parseId(id, 'webhook-not-found'))
  const [row] = await tx.select().from(webhookEndpoints).where(isEndpoint).for('update')
  if (!row) throw problem('webhook-not-found')
  return row
}

function checkAddress(url: string, reach: Reach): string {
  try {
    return readAddress(url.trim(), reach).href
  } catch (error) {
    if (error instanceof AddressRefusedError) throw problem('webhook-address-refused')
    throw error
  }
}

const subjectOf = ({ id }: EndpointRow) => ({ type: 'webhook', id }) as const
const factsOf = ({ url, events, pausedAt }: EndpointRow) => ({ webAddress: url, events, active: pausedAt === null })
