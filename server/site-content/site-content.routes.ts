import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/site-content.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Copies } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, readPage } from '#server/platform/paging.ts'
import { changeSiteContent } from '#server/site-content/change-site-content.ts'
import { firstSiteContent } from '#server/site-content/first-site-content.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { sendContactMessage } from '#server/site-content/send-contact-message.ts'
import { confirmSubscription, endSubscription, listSubscribers } from '#server/site-content/settle-subscription.ts'
import { subscribeToNews, subscriptionUrl } from '#server/site-content/subscribe-to-news.ts'

interface SiteContentDeps {
  db: Database
  copies: Copies
  queueMail: QueueMail
  publicUrl: () => string
}

const success = { success: true } as const

export function siteContentRoutes(app: FastifyInstance, { db, copies, queueMail, publicUrl }: SiteContentDeps): void {
  answerEndpoint(app, endpoints.getSiteContent, ({ query }) => readSiteContent(db, query.language))
  answerEndpoint(app, endpoints.getFirstSiteContent, ({ query }) => firstSiteContent[query.language ?? 'en'])

  answerEndpoint(app, endpoints.changeSiteContent, async ({ body, actor }) => {
    const content = await changeSiteContent(db, actor, body)
    copies.renew()
    return content
  })

  answerEndpoint(app, endpoints.sendContactMessage, async ({ body }) => {
    if (!body.website) await sendContactMessage(db, queueMail, body)
    return success
  })

  answerEndpoint(app, endpoints.subscribeToNews, async ({ body }) => {
    if (!body.website) await subscribeToNews(db, { queueMail, publicUrl: publicUrl() }, body.email)
    return success
  })

  answerEndpoint(app, endpoints.confirmSubscription, async ({ body }) => {
    await confirmSubscription(db, body.token)
    return success
  })

  answerEndpoint(app, endpoints.endSubscription, async ({ body }) => {
    await endSubscription(db, body.token)
    return success
  })

  answerEndpoint(app, endpoints.listSubscribers, async ({ query, request, reply }) => {
    const page = readPage(query)
    return answerPage({ request, reply }, page, await listSubscribers(db, page)).map((row) => ({
      email: row.email,
      confirmedAt: row.confirmedAt?.toISOString() ?? '',
      unsubscribeUrl: subscriptionUrl(publicUrl(), row.token),
    }))
  })
}
