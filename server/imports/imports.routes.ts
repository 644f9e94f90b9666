import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as endpoints from '#contract/imports.ts'
import { defaultLanguage } from '#contract/language.ts'
import { applyImport, cancelImport, checkImport, fixImport, undoImport } from '#server/imports/change-import.ts'
import { compareIfClear } from '#server/imports/compare-if-clear.ts'
import { groupErrors } from '#server/imports/fix-errors.ts'
import { maxArchiveBytes, maxFiles, needed, receiveFiles, sortFiles, tableName } from '#server/imports/receive-files.ts'
import { defaultTableLimits } from '#server/imports/files/table-limits.ts'
import { askedFieldsOf, type ImportRecord, isStaged } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { readFieldsOf, withNewAttributes } from '#server/imports/new-attributes.ts'
import {
  countFittedParts,
  countKeptPrices,
  listImportRows,
  listImports,
  readAdditions,
  readImport,
  readKeptPrices,
  readListsNotInForce,
  readSamples,
  readSince,
  readUndo,
} from '#server/imports/list-imports.ts'
import { presentDetails, presentImport, presentRow } from '#server/imports/present-import.ts'
import { readAgain, stageFile } from '#server/imports/stage-file.ts'
import { removeTables, type UploadedFiles } from '#server/imports/uploaded-files.ts'
import { readUnknownValues } from '#server/imports/value-maps.ts'
import type { Archives } from '#server/imports/pictures/archives.ts'
import { stageArchive } from '#server/imports/pictures/stage-archive.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { type Actor, assertPermission, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

interface ImportsDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  archives: Archives
  now: () => Date
  /** The files of imports that are not applied yet. */
  tables: UploadedFiles
  /** The folder for incoming files. */
  uploadDirectory: string
}

const { maxBytes } = defaultTableLimits
const maxRowsPerPage = 200
/**
 * Limits the readers of files in a process: each may take a core and some 600 MB. 18 uploads of 500 KB kept everybody out for minutes
 * (2026-11-27).
 */
const readerTurns = { atOnce: 2, perVisitor: 1, waitingPerVisitor: 2, waiting: 8, maxWaitMs: 60_000 }
/**
 * Limits the files of a process that come or wait to be read: an archive may take a gigabyte of disk. More are refused before their body
 * is read, since a request that waits with its body is cut off.
 */
const fileTurns = { atOnce: 8, perVisitor: 2, waitingPerVisitor: 0, waiting: 0 }

export async function importsRoutes(app: FastifyInstance, deps: ImportsDeps): Promise<void> {
  const { db } = deps
  const limits = { fileSize: maxArchiveBytes, files: maxFiles, fields: 10, parts: maxFiles + 10, headerPairs: 50 }
  await app.register(multipart, { limits })
  const folder = await createUploadDirectory(deps.uploadDirectory)
  const readInTurn = createTurns(readerTurns)
  const takeFile = createTurns(fileTurns)

  const answer = async ({ id }: Pick<ImportRecord, 'id'>, actor: Actor) => ({
    success: true as const,
    import: presentImport(await readImport(db, id, actor)),
  })

  registerEndpoint(app, endpoints.listImports, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    const rows = await listImports(db, page, actor, query.source)
    return sendPageOfRows({ request, reply }, page, rows).map((row) =>
      presentImport(row, readLanguage(request.headers)),
    )
  })

  registerEndpoint(
    app,
    endpoints.uploadImport,
    async ({ query: { kind, language = defaultLanguage, headerLine, compare, ...read }, actor, request, reply }) => {
      const assertMayImport = (name: endpoints.ImportKindName) =>
        assertPermission(actor, endpoints.importPermissions[name])
      if (endpoints.isPartKind(kind)) throw problem('import-kind-of-products', { kind })
      if (kind) assertMayImport(kind)
      const own = join(folder, newId())
      return takeFile(actor.id, async () => {
        try {
          await mkdir(own)
          const received = await receiveFiles(request, own)
          const signal = gone(reply)
          const staged = await readInTurn(actor.id, async () => {
            const { table, archive } = await sortFiles(received, own, signal)
            if (archive) assertPermission(actor, 'catalog')
            const id = newId()
            // The pictures are there before anything waits for them.
            if (archive) await deps.archives.keep(id, archive.path)
            try {
              if (!table) return await stageArchive(deps, { id, ...needed(archive) }, actor, signal)
              const asked = { ...read, ...(headerLine !== undefined && { headerLine: Number(headerLine) }) }
              const spool = join(own, 'rows')
              const given = { id, kind, assertMayImport, spool, language, asked, ...table, attached: archive?.attached }
              return await stageFile(db, given, actor, signal)
            } catch (error) {
              if (archive) await deps.archives.remove(id)
              throw error
            }
          })
          if (staged.reading) {
            await removeTables(db, deps.tables)
            await deps.tables.keep(staged.id, join(own, tableName))
            if (compare) await compareIfClear(deps, staged, actor)
          }
          return await answer(staged, actor)
        } finally {
          await rm(own, { recursive: true, force: true })
        }
      })
    },
    { bodyLimit: maxArchiveBytes + maxBytes },
  )

  registerEndpoint(app, endpoints.readImportAgain, async ({ params, body, actor, reply }) => {
    const spool = join(folder, newId())
    try {
      const again = () => readAgain(deps, params.id, { asked: body, spool }, actor, gone(reply))
      return await answer(await readInTurn(actor.id, again), actor)
    } finally {
      await rm(spool, { force: true })
    }
  })

  registerEndpoint(app, endpoints.getImport, async ({ params, query: { language = defaultLanguage }, actor }) => {
    const row = await readImport(db, params.id, actor)
    const kind = kindOf(row.kind)
    const samples = await readSamples(db, row)
    // Pages ask again and again while the shop works, and show no rows.
    const fields = endpoints.runningStates.includes(row.state)
      ? withNewAttributes(await kind.fields(db, askedFieldsOf(row)), row.newAttributes)
      : await readFieldsOf(db, kind, row)
    const [additions, undo] = [await readAdditions(db, row), await readUndo(db, row)]
    const prices = { keptPrices: await countKeptPrices(db, row), listsNotInForce: await readListsNotInForce(db, row) }
    const fittedParts = await countFittedParts(db, row)
    const unknownValues = await readUnknownValues(db, row, fields)
    const errorGroups = await groupErrors(db, row, { kind, fields, language })
    const isReadable = row.reading !== null && endpoints.readableStates.includes(row.state)
    const canReadAgain = isReadable && (await deps.tables.has(row.id))
    return presentDetails(row, {
      fields,
      kind,
      samples,
      additions,
      undo,
      language,
      canReadAgain,
      fittedParts,
      unknownValues,
      errorGroups,
      ...prices,
    })
  })

  registerEndpoint(app, endpoints.checkImport, async ({ params, body, actor }) =>
    answer(await checkImport(deps, params.id, body, actor), actor),
  )

  registerEndpoint(app, endpoints.fixImport, async ({ params, body, actor }) =>
    answer(await fixImport(deps, params.id, body.fixes, actor), actor),
  )

  registerEndpoint(app, endpoints.listImportRows, async ({ params, query, actor, request, reply }) => {
    const row = await readImport(db, params.id, actor)
    const asked = readPage(query)
    const page = { ...asked, limit: Math.min(asked.limit, maxRowsPerPage) }
    const kind = kindOf(row.kind)
    const { nameFields, detailFields = [] } = kind
    const columnsOf = (codes: readonly string[]) =>
      codes.map((field) => ({ field, index: row.mapping.indexOf(field) })).filter(({ index }) => index >= 0)
    // Behind its id, a row that no file has names its product.
    const nameColumns = isStaged(row) ? [1] : columnsOf(nameFields).map(({ index }) => index)
    const detailColumns = columnsOf(detailFields)
    const rows = await listImportRows(db, row.id, page, query.show)
    const kept = await readKeptPrices(db, row, rows)
    const since = await readSince(db, kind, row, rows)
    const { language = defaultLanguage } = query
    const fields = new Map((await readFieldsOf(db, kind, row)).map((field) => [field.code, field]))
    return sendPageOfRows({ request, reply }, page, rows).map((one) =>
      presentRow(one, {
        mapping: row.mapping,
        decimals: row.decimals,
        nameColumns,
        detailColumns,
        fields,
        defaults: kind.defaults ?? {},
        kept,
        since,
        language,
      }),
    )
  })

  registerEndpoint(app, endpoints.applyImport, async ({ params, body, actor }) => {
    const { on: day, acceptsGreatChanges } = body ?? {}
    const on = day === undefined ? undefined : { day, now: deps.now() }
    const applying = await applyImport(deps, params.id, actor, { on, acceptsGreatChanges })
    await deps.tables.remove(applying.id)
    return answer(applying, actor)
  })
  registerEndpoint(app, endpoints.cancelImport, async ({ params, actor }) => {
    const cancelled = await cancelImport(deps, params.id, actor)
    await deps.tables.remove(cancelled.id)
    return answer(cancelled, actor)
  })
  registerEndpoint(app, endpoints.undoImport, async ({ params, actor }) =>
    answer(await undoImport(deps, params.id, actor), actor),
  )
}

/** Returns a signal that ends the work of a request when its client goes. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(problem('unavailable'))
  // Also while it waited for its turn.
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
