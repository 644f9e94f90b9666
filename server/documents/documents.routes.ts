import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/documents.ts'
import { getCreditNote, getInvoice } from '#server/documents/find-document.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

export function documentsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.getInvoice, ({ params, actor }) => getInvoice(db, params.id, actor), {
    isWide: () => true,
  })
  registerEndpoint(app, endpoints.getCreditNote, ({ params, actor }) => getCreditNote(db, params.id, actor), {
    isWide: () => true,
  })
}
