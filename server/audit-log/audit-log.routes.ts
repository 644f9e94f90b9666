import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/audit-log.ts'
import { findChanges } from '#server/audit-log/find-changes.ts'
import { presentChange } from '#server/audit-log/present-change.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, readPage } from '#server/platform/paging.ts'

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  answerEndpoint(app, endpoints.listAuditEvents, async ({ query, request, reply }) => {
    const page = readPage(query)
    return answerPage({ request, reply }, page, await findChanges(db, query, page)).map(presentChange)
  })
}
