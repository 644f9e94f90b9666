import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/imports.ts'
import { withoutUnseen } from '#contract/unseen-characters.ts'
import { defaultLanguage } from '#contract/language.ts'
import { applyImport, cancelImport, checkImport, undoImport } from '#server/imports/change-import.ts'
import { defaultTableLimits } from '#server/imports/files/table-limits.ts'
import { type ImportRecord, isStaged } from '#server/imports/imports.tables.ts'
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
  readUndo,
} from '#server/imports/list-imports.ts'
import { presentDetails, presentImport, presentRow } from '#server/imports/present-import.ts'
import { readAgain, stageFile } from '#server/imports/stage-file.ts'
import { removeTables, type UploadedFiles } from '#server/imports/uploaded-files.ts'
import { readUnknownValues } from '#server/imports/value-maps.ts'
import type { Archives } from '#server/imports/pictures/archives.ts'
import { stageArchive } from '#server/imports/pictures/stage-archive.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'
import { uploadFault } from '#server/media/upload-fault.ts'
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
  /** The files of imports that are not applied yet. */
  tables: UploadedFiles
  /** The folder for incoming files. */
  uploadDirectory: string
}

const { maxBytes } = defaultTableLimits
const maxArchiveBytes = 1_000_000_000
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
  await app.register(multipart, { limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11, headerPairs: 50 } })
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
    async ({ query: { kind, language = defaultLanguage, headerLine, ...read }, actor, request, reply }) => {
      const assertMayImport = (name: endpoints.ImportKindName) =>
        assertPermission(actor, endpoints.importPermissions[name])
      if (kind) assertMayImport(kind)
      const path = join(folder, newId())
      const spool = `${path}.rows`
      return takeFile(actor.id, async () => {
        try {
          const file = await receiveFile(request, path, 'table', maxBytes)
          const asked = { ...read, ...(headerLine !== undefined && { headerLine: Number(headerLine) }) }
          const given = { kind, assertMayImport, path, spool, language, asked, ...file }
          const staged = await readInTurn(actor.id, () => stageFile(db, given, actor, gone(reply)))
          await removeTables(db, deps.tables)
          await deps.tables.keep(staged.id, path)
          return await answer(staged, actor)
        } finally {
          await Promise.all([path, spool].map((each) => rm(each, { force: true })))
        }
      })
    },
    { bodyLimit: maxBytes + 64 * 1024 },
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

  registerEndpoint(
    app,
    endpoints.uploadPictures,
    async ({ actor, request, reply }) => {
      const id = newId()
      const path = deps.archives.pathOf(id)
      return takeFile(actor.id, async () => {
        try {
          await deps.archives.list()
          const file = await receiveFile(request, path, 'archive', maxArchiveBytes)
          const staged = { id, path, ...file }
          return await answer(await readInTurn(actor.id, () => stageArchive(deps, staged, actor, gone(reply))), actor)
        } catch (error) {
          await deps.archives.remove(id)
          throw error
        }
      })
    },
    { bodyLimit: maxArchiveBytes + 64 * 1024 },
  )

  registerEndpoint(app, endpoints.getImport, async ({ params, query: { language = defaultLanguage }, actor }) => {
    const row = await readImport(db, params.id, actor)
    const kind = kindOf(row.kind)
    const samples = await readSamples(db, row)
    // Pages ask again and again while the shop works, and show no rows.
    const fields = endpoints.runningStates.includes(row.state)
      ? withNewAttributes(await kind.fields(db), row.newAttributes)
      : await readFieldsOf(db, kind, row)
    const [additions, undo] = [await readAdditions(db, row), await readUndo(db, row)]
    const prices = { keptPrices: await countKeptPrices(db, row), listsNotInForce: await readListsNotInForce(db, row) }
    const fittedParts = await countFittedParts(db, row)
    const unknownValues = await readUnknownValues(db, row, fields)
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
      ...prices,
    })
  })

  registerEndpoint(app, endpoints.checkImport, async ({ params, body, actor }) =>
    answer(await checkImport(deps, params.id, body, actor), actor),
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
    const { language = defaultLanguage } = query
    const fields = new Map((await readFieldsOf(db, kind, row)).map((field) => [field.code, field]))
    return sendPageOfRows({ request, reply }, page, rows).map((one) =>
      presentRow(one, {
        mapping: row.mapping,
        decimals: row.decimals,
        nameColumns,
        detailColumns,
        fields,
        kept,
        language,
      }),
    )
  })

  registerEndpoint(app, endpoints.applyImport, async ({ params, actor }) => {
    const applying = await applyImport(deps, params.id, actor)
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

/** Writes a field of a form into a file. Throws `table-required`, `archive-required` or `table-too-large`. */
async function receiveFile(
  request: FastifyRequest,
  path: string,
  field: 'table' | 'archive',
  fileSize: number,
): Promise<{ fileName: string; sha256: string }> {
  if (!request.isMultipart()) throw problem(`${field}-required`)
  const { log } = request
  // The plugin logs what is its sender's fault as an error with a stack; the refusal is logged all the same.
  request.log = log.child({}, { level: 'silent' })
  try {
    const part = await request.file({ limits: { fileSize } })
    if (part?.fieldname !== field) throw problem(`${field}-required`)
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(part.file, hashing, createWriteStream(path))
    if (part.file.truncated) throw problem('table-too-large', { limit: `${fileSize / 1_000_000} MB` })
    return {
      fileName: withoutUnseen(part.filename).slice(0, 200).toWellFormed() || 'file',
      sha256: hash.digest('hex'),
    }
  } catch (error) {
    throw uploadFault(request, error)
  } finally {
    request.log = log
  }
}
