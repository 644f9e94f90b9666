import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/stock-notices.ts'
import { askForNotice } from '#server/catalog/stock-notices/ask-for-notice.ts'
import { confirmAddress } from '#server/catalog/stock-notices/confirm-address.ts'
import { endNotices } from '#server/catalog/stock-notices/delete-notices.ts'
import type { NoticeMail } from '#server/catalog/stock-notices/send-notices.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

const success = { success: true } as const

interface StockNoticesDeps {
  db: Database
  limits: VisitorLimits
  queueMail: (tx: Transaction, mail: NoticeMail) => Promise<void>
}

export function stockNoticesRoutes(app: FastifyInstance, { db, limits, queueMail }: StockNoticesDeps): void {
  registerEndpoint(app, endpoints.askForStockNotice, async ({ params, body, actor, request }) => {
    const email = actor?.email ?? body.email
    if (email === undefined) throw problem('stock-notice-email-needed')
    const isVerified = actor?.emailVerified ?? false
    const answer = { ...success, confirm: !isVerified }
    // Bots are answered alike.
    if (body.website) return answer
    const recipient = { email, userId: actor?.id, isVerified, language: readLanguage(request.headers) }
    await askForNotice(db, params.id, recipient, { limits, network: visitorNetwork(request.ip), queueMail })
    return answer
  })

  registerEndpoint(app, endpoints.confirmStockNotices, async ({ body }) => {
    await confirmAddress(db, body.token)
    return success
  })

  registerEndpoint(app, endpoints.endStockNotices, async ({ body }) => {
    await endNotices(db, body.token)
    return success
  })
}
