import { setTimeout as wait } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { InStore } from '#server/platform/current-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deliverWebhook, type WebhookRoute } from '#server/webhooks/deliver-webhook.ts'
import { webhookDeliveries } from '#server/webhooks/webhooks.tables.ts'

/** Limits what a process sends at once to one endpoint, so that a slow one does not hold up the others. */
const maxConcurrent = 5
const pollIntervalMs = 1000

/**
 * Sends what is due, polling every second. The rows are the queue, since triggers write them in the statements that place and pay orders; a
 * process that dies while sending leaves its messages to others after a minute.
 */
export function startWebhooks(
  db: Database,
  route: WebhookRoute,
  { inStore, log }: { inStore: InStore; log: Logger },
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const underWay = new Map<string, number>()
  const sending = new Set<Promise<void>>()

  const count = (endpointId: string, change: number) =>
    underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + change)

  async function sendDue(): Promise<void> {
    const busy = [...underWay].filter(([, messages]) => messages >= maxConcurrent).map(([id]) => id)
    const ids = await claim(db, busy)
    if (ids.length === 0) return
    for (const delivery of await db.select().from(webhookDeliveries).where(inArray(webhookDeliveries.id, ids))) {
      count(delivery.endpointId, 1)
      const sent = inStore(() => deliverWebhook(db, route, delivery))
        .catch((error: unknown) => log.warn({ err: error }, 'a webhook could not be recorded'))
        .finally(() => {
          count(delivery.endpointId, -1)
          sending.delete(sent)
        })
      sending.add(sent)
    }
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Until the database is back.
      await sendDue().catch((error: unknown) => log.warn({ err: error }, 'webhooks could not be read'))
      await wait(pollIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const polling = poll()
  return {
    async stop() {
      stopping.abort()
      await polling
      // Slow deliveries are sent again by another process.
      await Promise.race([Promise.all(sending), wait(3000, undefined, { ref: false })])
    },
  }
}

/** Claims due messages of endpoints that are not busy, and returns their ids. */
async function claim(db: Database, busy: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE webhook_deliveries SET attempts = attempts + 1, sending_since = now()
    WHERE id IN (
      SELECT due.id FROM webhook_endpoints endpoint CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND due_at <= now() AND (sending_since IS NULL OR sending_since < now() - interval '1 minute')
        ORDER BY due_at LIMIT ${maxConcurrent} FOR UPDATE SKIP LOCKED) due
      WHERE endpoint.paused_at IS NULL AND endpoint.id <> ALL (${sql.param(busy)}::uuid[]))
    RETURNING id`)
  return rows.map(({ id }) => Number(id))
}
