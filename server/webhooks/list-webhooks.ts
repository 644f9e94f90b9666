import { and, asc, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { deliveryStates, WebhookDelivery, WebhookEndpoint } from '#contract/webhooks.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import type { EndpointRow } from '#server/webhooks/edit-webhooks.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/webhooks/webhooks.tables.ts'

/** Returns all endpoints, oldest first. */
export const listEndpoints = (db: Database): Promise<EndpointRow[]> =>
  db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))

export const presentEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  _id: row.id,
  url: row.url,
  events: row.events,
  ...(row.pauseReason && { paused: row.pauseReason }),
  ...(row.failingSince && { failingSince: row.failingSince.toISOString() }),
  createdAt: row.createdAt.toISOString(),
})

type State = (typeof deliveryStates)[number]

const inState = {
  waiting: isNotNull(webhookDeliveries.dueAt),
  delivered: isNotNull(webhookDeliveries.deliveredAt),
  failed: and(isNull(webhookDeliveries.dueAt), isNull(webhookDeliveries.deliveredAt)),
}

/** Returns deliveries with their addresses, newest first, and one row beyond the page. */
export async function listDeliveries(
  db: Database,
  { endpoint, state }: { endpoint?: string | undefined; state?: State | undefined },
  page: Page,
) {
  const rows = await db
    .select({ delivery: webhookDeliveries, url: webhookEndpoints.url })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        page.after === undefined ? undefined : lt(webhookDeliveries.id, Number(page.after)),
        endpoint === undefined ? undefined : eq(webhookDeliveries.endpointId, endpoint),
        state && inState[state],
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.limit + 1)
  return rows.map((row) => ({ ...row, id: row.delivery.id }))
}

export function presentDelivery({
  delivery: row,
  url,
}: Awaited<ReturnType<typeof listDeliveries>>[number]): WebhookDelivery {
  return {
    _id: String(row.id),
    endpointId: row.endpointId,
    url,
    webhookId: webhookIdOf(row),
    type: row.type,
    state: row.dueAt ? 'waiting' : row.deliveredAt ? 'delivered' : 'failed',
    happenedAt: row.happenedAt.toISOString(),
    attempts: row.attempts,
    ...(row.dueAt && row.attempts > 0 && { nextAttemptAt: row.dueAt.toISOString() }),
    ...(row.deliveredAt && { deliveredAt: row.deliveredAt.toISOString() }),
    ...(row.answerStatus !== null && { status: row.answerStatus }),
    ...(row.answerBody && { answer: row.answerBody }),
    ...(row.error !== null && { error: row.error }),
    ...(row.durationMs !== null && { milliseconds: row.durationMs }),
    ...(row.payload !== null && { payload: row.payload }),
  }
}

/** Returns the `webhook-id` of a message. */
export const webhookIdOf = ({ messageId }: { messageId: string }): string => `msg_${messageId}`
