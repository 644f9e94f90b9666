import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { withoutUnseen } from '#contract/unseen-characters.ts'
import { isDocumentName } from '#server/catalog/fields/document-fields.ts'
import { defaultTableLimits } from '#server/imports/files/table-limits.ts'
import { packFiles, readArchive, unpackTable } from '#server/imports/pictures/archives.ts'
import { uploadFault } from '#server/media/upload-fault.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

/** Limits the files of one upload: a table and pictures, of which more come as an archive. */
export const maxFiles = 500
export const maxArchiveBytes = 1_000_000_000

/** The name under which the table of an upload lies in its folder. */
export const tableName = 'table'

interface ReceivedFile {
  path: string
  fileName: string
  sha256: string
}

export interface SortedFiles {
  table?: ReceivedFile
  archive?: ReceivedFile & { attached: string[] }
}

/** Writes the files of a form into a folder, in their order. Throws `table-required` and `table-too-large`. */
export async function receiveFiles(request: FastifyRequest, folder: string): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) throw problem('table-required')
  const { log } = request
  // The plugin logs what is its sender's fault as an error with a stack; the refusal is logged all the same.
  request.log = log.child({}, { level: 'silent' })
  try {
    const files: ReceivedFile[] = []
    for await (const part of request.files()) {
      if (part.fieldname !== 'table' && part.fieldname !== 'pictures') throw problem('table-required')
      const path = join(folder, String(files.length))
      const hash = createHash('sha256')
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      await pipeline(part.file, hashing, createWriteStream(path))
      if (part.file.truncated) throw problem('table-too-large', { limit: `${maxArchiveBytes / 1_000_000} MB` })
      const fileName = withoutUnseen(part.filename).slice(0, 200).toWellFormed() || 'file'
      files.push({ path, fileName, sha256: hash.digest('hex') })
    }
    if (files.length === 0) throw problem('table-required')
    return files
  } catch (error) {
    throw uploadFault(request, error)
  } finally {
    request.log = log
  }
}

/**
 * Finds out what files are: one table, also in an archive, and pictures and documents, in one archive or by themselves. Throws
 * `import-several-tables`, `import-several-archives`, `table-too-large` and the problems of archives.
 */
export async function sortFiles(
  files: readonly ReceivedFile[],
  folder: string,
  signal: AbortSignal | undefined,
): Promise<SortedFiles> {
  const tables: (ReceivedFile & { isIn?: string })[] = []
  const archives: (ReceivedFile & { attached: string[] })[] = []
  const single: ReceivedFile[] = []
  for (const file of files) {
    const start = await readStart(file.path)
    if (isPicture(start) || isDocumentName(file.fileName)) single.push(file)
    else if (start[0] !== 0x50 || start[1] !== 0x4b) {
      if (/\.zip$/i.test(file.fileName)) throw problem('archive-unreadable', { name: file.fileName })
      tables.push(file)
    } else {
      const content = await readContent(file, signal)
      if (!content || content.isWorkbook) tables.push(file)
      else {
        if (content.tables.length + content.attached.length === 0) throw problem('archive-empty')
        tables.push(...content.tables.map((name) => ({ ...file, fileName: name, isIn: file.path })))
        if (content.attached.length > 0) archives.push({ ...file, attached: content.attached })
      }
    }
  }
  // Documents alone say of no product that they are its own.
  if (tables.length + archives.length === 0 && single.every(({ fileName }) => isDocumentName(fileName)))
    tables.push(...single.splice(0))
  const [table, ...otherTables] = tables
  if (table && otherTables.length > 0)
    throw problem('import-several-tables', { names: tables.map(({ fileName }) => basename(fileName)).join(', ') })
  if (archives.length > 1 || (archives.length > 0 && single.length > 0)) throw problem('import-several-archives')
  const sorted: SortedFiles = {}
  if (table) {
    const path = join(folder, tableName)
    if (table.isIn === undefined) await rename(table.path, path)
    else await unpackTable(table.isIn, table.fileName, path, defaultTableLimits.maxBytes)
    sorted.table = { path, fileName: basename(table.fileName).slice(0, 200), sha256: table.sha256 }
  }
  const [archive] = archives
  if (archive) sorted.archive = archive
  else if (single[0]) {
    const path = join(folder, 'attached')
    await packFiles(single, path)
    sorted.archive = { ...single[0], path, attached: single.map(({ fileName }) => fileName) }
  }
  return sorted
}

/** Returns what is there, since one of both is. */
export function needed<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('An upload has neither a table nor pictures.')
  return value
}

/** Returns what is in an archive; undefined for a damaged one that is not called so, which may be a workbook. */
async function readContent(file: ReceivedFile, signal: AbortSignal | undefined) {
  try {
    return await readArchive(file, signal)
  } catch (error) {
    if (error instanceof Problem && error.code === 'archive-unreadable' && !/\.zip$/i.test(file.fileName))
      return undefined
    throw error
  }
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
  return buffer.subarray(0, bytesRead)
}

/** Whether a file begins as JPEG, PNG, GIF, WebP, AVIF or HEIC do. */
function isPicture(start: Buffer): boolean {
  const text = start.toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG') ||
    text.startsWith('GIF8') ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    /^[^]{4}ftyp(?:avif|avis|heic|heix|mif1|msf1)/.test(text)
  )
}
