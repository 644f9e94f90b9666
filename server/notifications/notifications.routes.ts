import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/notifications.ts'
import { findMessages } from '#server/notifications/find-messages.ts'
import { type Delivering, presentMessage } from '#server/notifications/present-message.ts'
import { retryMessage } from '#server/notifications/retry-message.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { answerPage, readPage } from '#server/platform/paging.ts'

export interface NotificationsDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  delivering: Delivering
}

/** Messages carry whole pages of HTML, so fewer of them make one page of the list. */
const mostMessages = 100

export function notificationsRoutes(app: FastifyInstance, { db, jobs, delivering }: NotificationsDeps): void {
  answerEndpoint(app, endpoints.listOutbox, async ({ query, request, reply }) => {
    const asked = readPage(query)
    const page = { ...asked, limit: Math.min(asked.limit, mostMessages) }
    const rows = (await findMessages(db, query.q ?? '', page)).map((row) => ({
      ...row,
      key: row.id,
      id: String(row.id),
    }))
    return answerPage({ request, reply }, page, rows).map(({ key, ...row }) =>
      presentMessage({ ...row, id: key }, delivering),
    )
  })

  answerEndpoint(app, endpoints.retryMessage, async ({ params }) => {
    await retryMessage(db, { jobs, delivering }, params.id)
    return { success: true as const }
  })
}
