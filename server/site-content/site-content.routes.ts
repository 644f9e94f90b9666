import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/site-content.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Copies } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { changeSiteContent } from '#server/site-content/change-site-content.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { sendContactMessage } from '#server/site-content/send-contact-message.ts'

interface SiteContentDeps {
  db: Database
  copies: Copies
  queueMail: QueueMail
}

export function siteContentRoutes(app: FastifyInstance, { db, copies, queueMail }: SiteContentDeps): void {
  answerEndpoint(app, endpoints.getSiteContent, () => readSiteContent(db))

  answerEndpoint(app, endpoints.changeSiteContent, async ({ body, actor }) => {
    const content = await changeSiteContent(db, actor, body)
    copies.renew()
    return content
  })

  answerEndpoint(app, endpoints.sendContactMessage, async ({ body }) => {
    await sendContactMessage(db, queueMail, body)
    return { success: true as const }
  })
}
