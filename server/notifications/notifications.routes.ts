import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/notifications.ts'
import { listMessages } from '#server/notifications/list-messages.ts'
import type { MailServer } from '#server/notifications/mail-server.ts'
import { type DeliveryPolicy, presentMessage } from '#server/notifications/present-message.ts'
import { retryMessage } from '#server/notifications/retry-message.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'

export interface NotificationsDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  deliveryPolicy: DeliveryPolicy
  mailFrom: string
  /** Undefined if none is set. */
  mailServer: MailServer | undefined
}

/** Limits a page of messages, since each contains HTML. */
const maxMessages = 100

export function notificationsRoutes(
  app: FastifyInstance,
  { db, jobs, deliveryPolicy, mailFrom, mailServer }: NotificationsDeps,
): void {
  registerEndpoint(app, endpoints.listOutbox, async ({ query, request, reply }) => {
    const asked = readPage(query)
    const page = { ...asked, limit: Math.min(asked.limit, maxMessages) }
    const rows = (await listMessages(db, { words: query.q ?? '', show: query.show }, page)).map((row) => ({
      ...row,
      key: row.id,
      id: String(row.id),
    }))
    return sendPageOfRows({ request, reply }, page, rows).map(({ key, ...row }) =>
      presentMessage({ ...row, id: key }, deliveryPolicy),
    )
  })

  registerEndpoint(app, endpoints.retryMessage, async ({ params }) => {
    await retryMessage(db, { jobs, deliveryPolicy }, params.id)
    return { success: true as const }
  })

  registerEndpoint(app, endpoints.getMailServer, () => mailServer?.state() ?? { state: 'off' as const, from: mailFrom })

  registerEndpoint(
    app,
    endpoints.sendTestMail,
    ({ actor, request }) =>
      mailServer?.sendTest(actor.email, readLanguage(request.headers)) ?? {
        sent: false,
        answer: 'SMTP_URL is not set.',
      },
  )
}
