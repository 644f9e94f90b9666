import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/exports.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertExportLink, createExportLink, takeExportLink } from '#server/imports/exports/export-links.ts'
import { checkExportQuery, exportTable } from '#server/imports/exports/export-table.ts'
import { mediaTypes } from '#server/imports/files/write-table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { tooManyRequests } from '#server/platform/http/problem.ts'
import { type Actor, assertPermission, registerEndpoint } from '#server/platform/http/register-endpoint.ts'

/** Limits the exports of this process at once: each reads and packs as fast as its client takes it. */
const maxAtOnce = 32

interface Sent {
  request: FastifyRequest
  reply: FastifyReply
  by: AuditActor
}

export function exportsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  let running = 0

  async function sendFile({ request, reply, by }: Sent, kind: endpoints.ExportKind, query: endpoints.ExportQuery) {
    if (running >= maxAtOnce) throw tooManyRequests(10)
    running += 1
    const end = () => void (running -= 1)
    const { content, fileName, format } = await exportTable(db, kind, query).catch((error: unknown) => {
      end()
      throw error
    })
    finished(content, end)
    // Of a HEAD request only the headers are read.
    if (request.method === 'HEAD') content.destroy()
    else
      await recordExport(by, kind, fileName).catch((error: unknown) => {
        content.destroy()
        throw error
      })
    return reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .type(mediaTypes[format])
      .send(request.method === 'HEAD' ? undefined : content)
  }

  const recordExport = (by: AuditActor, kind: endpoints.ExportKind, name: string) =>
    db.transaction((tx) =>
      recordAuditEvent(tx, by, {
        kind: 'table-exported',
        subject: { type: 'import', id: kind },
        after: { name, kind },
      }),
    )

  const assertMayExport = (actor: Pick<Actor, 'permissions' | 'apiKeyId'>, kind: endpoints.ExportKind) =>
    assertPermission(actor, endpoints.exportPermissions[kind])

  registerEndpoint(app, endpoints.exportTable, ({ params: { kind }, query, actor, request, reply }) => {
    assertMayExport(actor, kind)
    return sendFile({ request, reply, by: actor }, kind, query)
  })

  registerEndpoint(app, endpoints.createExportLink, async ({ params: { kind }, body, actor }) => {
    assertMayExport(actor, kind)
    checkExportQuery(body)
    const { token, expiresAt } = await createExportLink(db, { kind, query: body }, actor)
    return { success: true as const, url: `/export-files/${token}`, expiresAt: expiresAt.toISOString() }
  })

  registerEndpoint(app, endpoints.downloadExport, async ({ params, reply, request }) => {
    // Programs that look at an address first must not use it up.
    if (request.method === 'HEAD') {
      await assertExportLink(db, params.token)
      return reply.send()
    }
    const { kind, query, createdBy } = await takeExportLink(db, params.token)
    // The current permissions of its creator count, as at each call.
    const maker = (await findTokenUsers(db, [createdBy])).get(createdBy)
    assertMayExport({ permissions: maker?.emailVerified ? maker.permissions : [] }, kind)
    return sendFile({ request, reply, by: { id: createdBy, ip: request.ip } }, kind, query)
  })
}
