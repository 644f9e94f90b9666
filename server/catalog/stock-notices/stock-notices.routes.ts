import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/stock-notices.ts'
import { askForNotice } from '#server/catalog/stock-notices/ask-for-notice.ts'
import { endNotices } from '#server/catalog/stock-notices/delete-notices.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

const success = { success: true } as const

export function stockNoticesRoutes(
  app: FastifyInstance,
  { db, limits }: { db: Database; limits: VisitorLimits },
): void {
  registerEndpoint(app, endpoints.askForStockNotice, async ({ params, body, actor, request }) => {
    const email = actor?.email ?? body.email
    if (email === undefined) throw problem('stock-notice-email-needed')
    // Bots are answered alike.
    if (body.website) return success
    const recipient = { email, userId: actor?.id, language: readLanguage(request.headers) }
    await askForNotice(db, params.id, recipient, { limits, network: visitorNetwork(request.ip) })
    return success
  })

  registerEndpoint(app, endpoints.endStockNotices, async ({ body }) => {
    await endNotices(db, body.token)
    return success
  })
}
