import { asc, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/import-sources.ts'
import { defaultLanguage, type Language } from '#contract/language.ts'
import { type ImportSourceRecord, importSources } from '#server/imports/imports.tables.ts'
import { seenKinds } from '#server/imports/may-see.ts'
import { type ListedImport, listLastImports } from '#server/imports/list-imports.ts'
import { presentImport } from '#server/imports/present-import.ts'
import {
  addSource,
  deleteSource,
  runSourceNow,
  type SourceDeps,
  updateSource,
} from '#server/imports/sources/edit-source.ts'
import { pendingOf } from '#server/imports/sources/run-sources.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

export function importSourcesRoutes(app: FastifyInstance, deps: SourceDeps): void {
  const { db } = deps
  const presentAll = async (rows: readonly ImportSourceRecord[], language: Language) => {
    const last = await listLastImports(
      db,
      rows.map(({ id }) => id),
    )
    const { rows: savers } = await db.execute<{ id: string; email: string }>(sql`
      SELECT id, email FROM users WHERE id = ANY (${sql.param(rows.map(({ savedBy }) => savedBy))}::uuid[])`)
    return rows.map((row) =>
      presentSource(row, {
        last: last.find(({ sourceId }) => sourceId === row.id),
        savedBy: savers.find(({ id }) => id === row.savedBy)?.email,
        pending: pendingOf(row, deps.now()),
        language,
      }),
    )
  }
  const answer = async (row: ImportSourceRecord, language: Language) => {
    const [source] = await presentAll([row], language)
    if (!source) throw new Error('The schedule is gone.')
    return { success: true as const, source }
  }

  registerEndpoint(app, endpoints.listImportSources, async ({ query: { language = defaultLanguage }, actor }) => {
    const { all, own } = seenKinds(actor)
    const rows = await db
      .select()
      .from(importSources)
      .where(
        sql`kind = ANY (${sql.param(all)}::text[]) OR kind = ANY (${sql.param(own)}::text[]) AND saved_by = ${actor.id}`,
      )
      .orderBy(asc(importSources.name), asc(importSources.id))
    return { hasFolder: deps.importFolder !== undefined, sources: await presentAll(rows, language) }
  })
  registerEndpoint(app, endpoints.addImportSource, async ({ body, actor, request }) =>
    answer(await addSource(deps, body, actor), readLanguage(request.headers)),
  )
  registerEndpoint(app, endpoints.updateImportSource, async ({ params, body, actor, request }) =>
    answer(await updateSource(deps, params.id, body, actor), readLanguage(request.headers)),
  )
  registerEndpoint(app, endpoints.runImportSource, async ({ params, actor, request }) =>
    answer(await runSourceNow(deps, params.id, actor), readLanguage(request.headers)),
  )
  registerEndpoint(app, endpoints.deleteImportSource, ({ params, actor }) => deleteSource(deps, params.id, actor))
}

function presentSource(
  row: ImportSourceRecord,
  {
    last,
    savedBy,
    pending,
    language,
  }: {
    last: ListedImport | undefined
    savedBy: string | undefined
    pending: endpoints.ImportSource['pending']
    language: Language
  },
): endpoints.ImportSource {
  const { failure, failingSince, credential, credentialName } = row
  return {
    _id: row.id,
    name: row.name,
    kind: row.kind,
    origin: row.origin,
    location: row.location,
    ...(credential !== null && { credential: { kind: credential, name: credentialName ?? '' } }),
    time: row.atTime,
    limits: row.limits,
    language: row.language,
    paused: row.pausedAt !== null,
    ...(failure && {
      failure: {
        code: failure.code,
        message: endpoints.sourceFailureText(failure, language),
        since: (failingSince ?? row.createdAt).toISOString(),
      },
    }),
    nextAt: row.nextAt.toISOString(),
    ...(pending && { pending }),
    ...(row.checkedAt && { checkedAt: row.checkedAt.toISOString() }),
    template: row.templateId,
    ...(last && { lastImport: presentImport(last, language) }),
    ...(savedBy !== undefined && { savedBy }),
  }
}
