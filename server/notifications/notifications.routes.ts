import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/notifications.ts'
import { countKeptMails, sendKeptMails } from '#server/notifications/kept-mails.ts'
import { listMessages, type OutdatedSql } from '#server/notifications/list-messages.ts'
import { changeMailServer } from '#server/notifications/change-mail-server.ts'
import type { MailRoutes } from '#server/notifications/mail-routes.ts'
import { mailServerState } from '#server/notifications/mail-server-state.ts'
import type { MailServer } from '#server/notifications/mail-server.ts'
import { type DeliveryPolicy, presentMessage } from '#server/notifications/present-message.ts'
import { removeMailServer } from '#server/notifications/remove-mail-server.ts'
import { retryMessage } from '#server/notifications/retry-message.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'

export interface NotificationsDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  findDeliveryPolicy: () => Promise<DeliveryPolicy>
  /** Known to composition, since it reads orders and the links of the identity service. */
  outdatedMail: OutdatedSql
  mailFrom: string
  mailRoutes: MailRoutes
  mailServer: MailServer
  /** Undefined where nothing is limited. */
  limits: Pick<VisitorLimits, 'countUse'> | undefined
}

/** Limits test mails and connections to mail servers of one caller. */
const testsPerHour = { hits: 30, windowMs: 3_600_000 }

/** Limits a page of messages, since each contains HTML. */
const maxMessages = 100

export function notificationsRoutes(app: FastifyInstance, deps: NotificationsDeps): void {
  const { db, jobs, findDeliveryPolicy, outdatedMail: outdated, mailServer, limits } = deps
  const testsOf = (actor: Pick<Actor, 'id'>) => async () => {
    if (limits) await assertRateLimit(limits, db, `mail server tests ${actor.id}`, testsPerHour)
  }

  registerEndpoint(app, endpoints.listOutbox, async ({ query, request, reply }) => {
    const asked = readPage(query)
    const page = { ...asked, limit: Math.min(asked.limit, maxMessages) }
    const rows = (await listMessages(db, { words: query.q ?? '', show: query.show, outdated }, page)).map((row) => ({
      ...row,
      key: row.id,
      id: String(row.id),
    }))
    const policy = await findDeliveryPolicy()
    return sendPageOfRows({ request, reply }, page, rows).map(({ key, ...row }) =>
      presentMessage({ ...row, id: key }, policy),
    )
  })

  registerEndpoint(app, endpoints.retryMessage, async ({ params }) =>
    retryMessage(db, { jobs, deliveryPolicy: await findDeliveryPolicy(), outdated }, params.id),
  )

  registerEndpoint(app, endpoints.getKeptMails, async ({ query }) =>
    countKeptMails(db, { deliveryPolicy: await findDeliveryPolicy(), outdated }, query),
  )

  registerEndpoint(app, endpoints.sendKeptMails, async ({ body }) => ({
    count: await sendKeptMails(db, { jobs, deliveryPolicy: await findDeliveryPolicy(), outdated }, body),
  }))

  registerEndpoint(app, endpoints.getMailServer, () => mailServerState(db, deps))

  registerEndpoint(app, endpoints.changeMailServer, ({ body, actor }) =>
    changeMailServer(db, { routes: deps.mailRoutes, jobs, countTest: testsOf(actor) }, body, actor),
  )

  registerEndpoint(app, endpoints.removeMailServer, ({ actor }) => removeMailServer(db, deps.mailRoutes, actor))

  registerEndpoint(app, endpoints.sendTestMail, ({ actor, request }) =>
    mailServer.sendTest(actor.email, readLanguage(request.headers), testsOf(actor)),
  )
}
