import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/webhooks.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { WebhookRoute } from '#server/webhooks/deliver-webhook.ts'
import * as edit from '#server/webhooks/edit-webhooks.ts'
import { listDeliveries, listEndpoints, presentDelivery, presentEndpoint } from '#server/webhooks/list-webhooks.ts'

const success = { success: true } as const
/** Limits a page of messages, since each has its contents. */
const maxDeliveries = 100

export function webhooksRoutes(app: FastifyInstance, { db, route }: { db: Database; route: WebhookRoute }): void {
  const { reach, secretOf } = route
  const withSecret = (row: edit.EndpointRow) => ({
    ...success,
    endpoint: presentEndpoint(row),
    secret: secretOf(row.id, row.secretEdition),
  })

  registerEndpoint(app, endpoints.listWebhookEndpoints, async () => (await listEndpoints(db)).map(presentEndpoint))

  registerEndpoint(app, endpoints.addWebhookEndpoint, async ({ body, actor }) =>
    withSecret(await edit.addEndpoint(db, { ...body, reach }, actor)),
  )

  registerEndpoint(app, endpoints.updateWebhookEndpoint, async ({ params, body, actor }) => ({
    ...success,
    endpoint: presentEndpoint(await edit.updateEndpoint(db, params.id, { ...body, reach }, actor)),
  }))

  registerEndpoint(app, endpoints.deleteWebhookEndpoint, ({ params, actor }) =>
    edit.deleteEndpoint(db, params.id, actor),
  )

  registerEndpoint(app, endpoints.getWebhookSecret, async ({ params }) => {
    const row = await edit.getEndpoint(db, params.id)
    return { secret: secretOf(row.id, row.secretEdition) }
  })

  registerEndpoint(app, endpoints.changeWebhookSecret, async ({ params, actor }) =>
    withSecret(await edit.changeSecret(db, params.id, actor)),
  )

  registerEndpoint(app, endpoints.testWebhook, ({ params }) => edit.queueTest(db, params.id))

  registerEndpoint(app, endpoints.replayFailedDeliveries, async ({ params, actor }) => ({
    ...success,
    count: await edit.replayFailed(db, params.id, actor),
  }))

  registerEndpoint(app, endpoints.listWebhookDeliveries, async ({ query, request, reply }) => {
    const asked = readPage(query)
    const page = { ...asked, limit: Math.min(asked.limit, maxDeliveries) }
    const rows = await listDeliveries(db, query, page)
    return sendPageOfRows({ request, reply }, page, rows).map(presentDelivery)
  })

  registerEndpoint(app, endpoints.replayDelivery, ({ params, actor }) => edit.replayDelivery(db, params.id, actor))
}
