import { performance } from 'node:perf_hooks'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { findShipments } from '#server/orders/shipments/find-shipments.ts'
import { presentShipment } from '#server/orders/shipments/present-shipment.ts'
import { presentFullOrder } from '#server/orders/present-full-order.ts'
import { findOrder } from '#server/orders/find-orders.ts'
import { getManagedProduct } from '#server/catalog/find-products.ts'
import { presentEditedProduct } from '#server/catalog/present-product.ts'
import type { Database } from '#server/platform/database/database.ts'
import { fetchPublic, type PublicResponse, type Reach, type Resolve } from '#server/platform/http/fetch-public.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { emitEvent } from '#server/platform/observability/events.ts'
import { findReturn } from '#server/returns/find-returns.ts'
import { presentReturn } from '#server/returns/present-return.ts'
import type { EndpointRow } from '#server/webhooks/edit-webhooks.ts'
import { webhookIdOf } from '#server/webhooks/list-webhooks.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/webhooks/webhooks.tables.ts'

type Delivery = typeof webhookDeliveries.$inferSelect

export interface WebhookRoute {
  /** Returns the secret of an endpoint in an edition. */
  secretOf: (endpointId: string, edition: number) => string
  reach: Reach
  resolve?: Resolve
}

/** Sets the pauses between attempts, in seconds: eight attempts in twenty hours. */
const pauses = [5, 60, 300, 1800, 7200, 6 * 3600, 12 * 3600]
const timeoutMs = 10_000
const maxAnswerBytes = 1024
const secretOverlapMs = 24 * 3_600_000

/** Sends a claimed message once and records what came of it. */
export async function deliverWebhook(db: Database, route: WebhookRoute, delivery: Delivery): Promise<void> {
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, delivery.endpointId))
  if (!endpoint) return
  const payload = delivery.payload ?? (await makePayload(db, delivery))
  const begun = performance.now()
  const outcome = await send(endpoint, route, delivery, payload)
  const answer = {
    ...outcome,
    durationMs: Math.round(performance.now() - begun),
    sendingSince: null,
  }
  const isDelivered = outcome.answerStatus !== null && outcome.answerStatus >= 200 && outcome.answerStatus < 300
  emitEvent({ name: 'webhook', outcome: isDelivered ? 'delivered' : 'failed' })
  const isThis = eq(webhookDeliveries.id, delivery.id)
  if (isDelivered) {
    await db
      .update(webhookDeliveries)
      .set({ ...answer, dueAt: null, deliveredAt: sql`now()` })
      .where(isThis)
    if (endpoint.failingSince)
      await db.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpoint.id))
    return
  }
  const pause = delivery.type === 'test' ? undefined : pauses[delivery.attempts - 1]
  const dueAt = pause === undefined ? null : sql`now() + make_interval(secs => ${pause})`
  await db
    .update(webhookDeliveries)
    .set({ ...answer, dueAt })
    .where(isThis)
  if (delivery.type !== 'test') await recordFailure(db, endpoint.id)
}

/** Records that an endpoint fails, and pauses one that has done so for five days. */
async function recordFailure(db: Database, endpointId: string): Promise<void> {
  const isLost = sql`${webhookEndpoints.failingSince} < now() - interval '5 days' AND ${webhookEndpoints.pausedAt} IS NULL`
  await db
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())`,
      pausedAt: sql`CASE WHEN ${isLost} THEN now() ELSE ${webhookEndpoints.pausedAt} END`,
      pauseReason: sql`CASE WHEN ${isLost} THEN 'failing' ELSE ${webhookEndpoints.pauseReason} END`,
    })
    .where(eq(webhookEndpoints.id, endpointId))
}

interface Outcome {
  answerStatus: number | null
  answerBody: string | null
  error: string | null
}

async function send(
  endpoint: EndpointRow,
  { secretOf, reach, resolve }: WebhookRoute,
  delivery: Delivery,
  body: string,
): Promise<Outcome> {
  const id = webhookIdOf(delivery)
  const sentAt = new Date()
  const signatures = editionsOf(endpoint, sentAt).map((edition) =>
    new Webhook(secretOf(endpoint.id, edition)).sign(id, sentAt, body),
  )
  try {
    const response = await fetchPublic(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Boltyard-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
      reach,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      ...(resolve && { resolve }),
    })
    return { answerStatus: response.status, answerBody: textOf(response), error: null }
  } catch (error) {
    return { answerStatus: null, answerBody: null, error: reasonOf(error) }
  }
}

/** Returns the editions of the secret that sign: for a day after a change, the one before, too. */
function editionsOf({ secretEdition, secretChangedAt }: EndpointRow, at: Date): number[] {
  const isNew = secretChangedAt !== null && at.getTime() - secretChangedAt.getTime() < secretOverlapMs
  return isNew ? [secretEdition, secretEdition - 1] : [secretEdition]
}

/** Returns what can be stored of an answer: text without NUL. */
const textOf = ({ body }: PublicResponse) => body.toString('utf8').replaceAll('\0', '').toWellFormed()

const reasonOf = (error: unknown) => {
  const { message, name } = error instanceof Error ? error : new Error(String(error))
  return (message || name).replaceAll('\0', '').slice(0, 500)
}

/** Makes what is sent, once: a later attempt and a replay say the same. */
async function makePayload(db: Database, delivery: Delivery): Promise<string> {
  const { type, happenedAt } = delivery
  const made = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: await readData(db, delivery) })
  await db.update(webhookDeliveries).set({ payload: made }).where(eq(webhookDeliveries.id, delivery.id))
  return made
}

/** Returns the order with its lines, and with the parcel that it is about, the return as in `GET /return/{id}`, or the product as in `GET /all-tools/{id}`; of one that is gone and of unknown events, the id alone. */
async function readData(db: Database, { type, subjectId }: Delivery): Promise<object> {
  if (subjectId === null) return { message: 'This is a test.' }
  if (type.startsWith('order.')) {
    const [shipment] = type === 'order.shipped' ? await findShipments(db, [subjectId]) : []
    const row = await findOrder(db, shipment?.orderId ?? subjectId)
    if (!row) return { _id: subjectId }
    const about = shipment && presentShipment(row, shipment, { reader: undefined, now: shipment.shippedAt })
    return { ...(await presentFullOrder(db, row)), ...(about && { shipment: about }) }
  }
  if (type.startsWith('return.')) {
    const found = await findReturn(db, subjectId)
    return found ? presentReturn(found, undefined) : { _id: subjectId }
  }
  // What this version does not know, a version beside it may have written.
  if (!/^(?:product|stock)\./.test(type)) return { _id: subjectId }
  try {
    // Its receiver may show everything to buyers.
    return presentEditedProduct({ ...(await getManagedProduct(db, subjectId)), staffAttributes: null })
  } catch (error) {
    if (error instanceof Problem) return { _id: subjectId }
    throw error
  }
}
