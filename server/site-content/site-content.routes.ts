import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/language.ts'
import * as endpoints from '#contract/site-content.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import { listContentVersions, restoreContentVersion } from '#server/site-content/content-versions.ts'
import { updateSiteContent } from '#server/site-content/update-site-content.ts'
import { defaultSiteContent } from '#server/site-content/default-site-content.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { type FindOwnerEmail, sendContactMessage } from '#server/site-content/send-contact-message.ts'
import { confirmSubscription, endSubscription, listSubscribers } from '#server/site-content/newsletter-subscription.ts'
import { subscribeToNewsletter, subscriptionPath } from '#server/site-content/subscribe-to-newsletter.ts'

interface SiteContentDeps {
  db: Database
  responseCache: ResponseCache
  limits: VisitorLimits
  queueMail: QueueMail
  findOwnerEmail: FindOwnerEmail
  emailOfUser: (id: SQLWrapper) => SQL<string | null>
  publicUrl: () => string
  storeLanguage: () => Language
}

export function siteContentRoutes(
  app: FastifyInstance,
  { db, responseCache, limits, queueMail, findOwnerEmail, emailOfUser, publicUrl, storeLanguage }: SiteContentDeps,
): void {
  /** Before the transaction, since it is not undone with it. */
  const senderOf = async (ip: string, proof: string | undefined) => ({
    network: visitorNetwork(ip),
    limits,
    hasProofOfWork: proof !== undefined && (await limits.isSolved(proof)),
  })

  registerEndpoint(app, endpoints.getSiteContent, ({ query }) => readSiteContent(db, query.language ?? storeLanguage()))
  registerEndpoint(app, endpoints.getDefaultSiteContent, ({ query }) => defaultSiteContent[query.language ?? 'en'])

  const update = async (actor: Actor, change: endpoints.ContentChange, language: Language) => {
    const content = await updateSiteContent(db, actor, change, { main: storeLanguage(), language })
    responseCache.renew()
    return content
  }
  registerEndpoint(app, endpoints.updateSiteContent, ({ body, actor }) => update(actor, body, storeLanguage()))
  registerEndpoint(app, endpoints.translateSiteContent, ({ params, body, actor }) =>
    update(actor, body, params.language),
  )

  registerEndpoint(app, endpoints.listContentVersions, () => listContentVersions(db, emailOfUser))
  registerEndpoint(app, endpoints.restoreContentVersion, async ({ params, actor }) => {
    const content = await restoreContentVersion(db, actor, Number(params.id), storeLanguage())
    responseCache.renew()
    return content
  })

  registerEndpoint(app, endpoints.sendContactMessage, async ({ body, request }) => {
    if (!body.website) {
      const sender = await senderOf(request.ip, body.proof)
      await sendContactMessage(
        db,
        { queueMail, findOwnerEmail },
        { ...body, language: readLanguage(request.headers) },
        sender,
      )
    }
  })

  registerEndpoint(app, endpoints.subscribeToNewsletter, async ({ body, request }) => {
    if (!body.website) {
      const sender = await senderOf(request.ip, body.proof)
      await subscribeToNewsletter(db, queueMail, { email: body.email, language: readLanguage(request.headers) }, sender)
    }
  })

  registerEndpoint(app, endpoints.confirmSubscription, ({ body }) => confirmSubscription(db, body.token))

  registerEndpoint(app, endpoints.endSubscription, ({ body }) => endSubscription(db, body.token))

  registerEndpoint(app, endpoints.listSubscribers, async ({ query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listSubscribers(db, page)).map((row) => ({
      email: row.email,
      confirmedAt: row.confirmedAt?.toISOString() ?? '',
      unsubscribeUrl: new URL(subscriptionPath(row.token), publicUrl()).href,
    }))
  })
}
