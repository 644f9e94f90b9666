import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/audit-log.ts'
import { findAuditEvents } from '#server/audit-log/list-audit-events.ts'
import { presentAuditEvent } from '#server/audit-log/present-audit-event.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.listAuditEvents, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    const events = await findAuditEvents(db, query, page, actor)
    return sendPageOfRows({ request, reply }, page, events).map(presentAuditEvent)
  })
}
