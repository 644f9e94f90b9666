import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { Zip, ZipPassThrough } from 'fflate'
import { type Entry, openPromise } from 'yauzl'
import { isDocumentName } from '#server/catalog/fields/document-fields.ts'
import { createUploadedFiles, type UploadedFiles } from '#server/imports/uploaded-files.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

/** Keeps archives of pictures and documents until their imports have stored them. */
export interface Archives extends UploadedFiles {
  /** Unpacks one of them; undefined if the archive has none of this name. */
  unpack: (importId: string, name: string) => Promise<Buffer | undefined>
}

export function createArchives(directory: string): Archives {
  const files = createUploadedFiles(directory, '.zip')
  const { pathOf } = files
  // Of the archives whose pictures are asked for, in turn: read for each picture, they would take the square of their number.
  const opened = new Map<string, Promise<ReadonlyMap<string, Entry>>>()
  const entriesOf = (importId: string) => {
    const entries = opened.get(importId) ?? readEntries(pathOf(importId))
    opened.delete(importId)
    opened.set(importId, entries)
    const [oldest] = opened.keys()
    if (oldest !== undefined && opened.size > maxOpened) opened.delete(oldest)
    return entries
  }
  return {
    ...files,
    async unpack(importId, name) {
      const entry = (await entriesOf(importId)).get(name)
      return entry && unpackOne(pathOf(importId), entry)
    },
    remove(importId) {
      opened.delete(importId)
      return files.remove(importId)
    },
  }
}

/** Limits the archives whose entries are in memory; two may have 50,000 each. */
const maxOpened = 4

export const maxPictures = 20_000
/** With folders, and with what macOS packs beside each picture; 200,000 empty names kept the shop busy for minutes (2026-11-27). */
const maxEntries = 50_000
export const maxPictureBytes = 20 * 1024 * 1024

const isHidden = (name: string) => /(?:^|\/)(?:\._|__MACOSX\/|\.)/.test(name)
const isPicture = (name: string) => /\.(?:jpe?g|png|webp|gif|avif|heic|heif|jfif)$/i.test(name) && !isHidden(name)
const isAttached = (name: string) => isPicture(name) || (isDocumentName(name) && !isHidden(name))
const isTable = (name: string) => /\.(?:csv|tsv|xlsx|xls|ods)$/i.test(name) && !isHidden(name)

/** Lists parts that only workbooks have, which are archives, too. */
const workbookParts = new Set(['[Content_Types].xml', '_rels/.rels', 'content.xml', 'Index/Document.iwa'])

export interface ArchiveContent {
  /** The paths of pictures and documents, and of tables in it. */
  attached: string[]
  tables: string[]
  isWorkbook: boolean
}

/** The bytes in front of an entry, without its name. */
const localHeaderBytes = 30

interface Span {
  start: number
  end: number
}

/** Whether entries have bytes in common: 5,000 names of one stream kept the shop unpacking it for an hour. */
const hasOverlap = (spans: Span[]): boolean =>
  spans
    .toSorted((one, other) => one.start - other.start)
    .some(({ start }, index, all) => start < (all[index - 1]?.end ?? 0))

/** Lists what is in an archive, which refusals name. Throws `archive-unreadable`, `archive-too-many` and `archive-too-long`. */
export async function readArchive(
  { path, fileName: name }: { path: string; fileName: string },
  signal?: AbortSignal,
): Promise<ArchiveContent> {
  const attached: string[] = []
  const tables: string[] = []
  let isWorkbook = false
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      if (zip.entryCount > maxEntries) throw problem('archive-too-long', { limit: maxEntries })
      const spans: Span[] = []
      for await (const { fileName, relativeOffsetOfLocalHeader: start, compressedSize } of zip.eachEntry()) {
        signal?.throwIfAborted()
        spans.push({ start, end: start + localHeaderBytes + compressedSize })
        // PostgreSQL stores no NUL.
        if (fileName.includes('\0')) throw problem('archive-unreadable', { name })
        isWorkbook ||= workbookParts.has(fileName)
        if (isAttached(fileName)) attached.push(fileName)
        else if (isTable(fileName)) tables.push(fileName)
        if (attached.length > maxPictures) break
      }
      if (hasOverlap(spans)) throw problem('archive-unreadable', { name })
    } finally {
      zip.close()
    }
  } catch (error) {
    if (signal?.aborted || error instanceof Problem) throw error
    throw problem('archive-unreadable', { name })
  }
  if (attached.length > maxPictures && !isWorkbook) throw problem('archive-too-many', { limit: maxPictures })
  return { attached, tables, isWorkbook }
}

/** Unpacks a table of an archive into a file. Throws `table-too-large` and `archive-entry-unreadable`. */
export async function unpackTable(archive: string, name: string, target: string, maxBytes: number): Promise<void> {
  const entry = (await readEntries(archive)).get(name)
  if (!entry) throw problem('archive-entry-unreadable', { name })
  // yauzl ends an entry that is longer than it says.
  if (entry.uncompressedSize > maxBytes) throw problem('table-too-large', { limit: `${maxBytes / 1_000_000} MB` })
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false })
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw problem('archive-entry-unreadable', { name })
  } finally {
    zip.close()
  }
}

/** Packs files into an archive as they are. */
export async function packFiles(files: readonly { path: string; fileName: string }[], target: string): Promise<void> {
  const output = createWriteStream(target)
  const ended = finished(output)
  const zip = new Zip((error, bytes, isLast) => {
    if (error) output.destroy(error)
    else if (isLast) output.end(bytes)
    else output.write(bytes)
  })
  for (const { path, fileName } of files) {
    const entry = new ZipPassThrough(fileName)
    zip.add(entry)
    for await (const chunk of createReadStream(path)) {
      entry.push(chunk as Buffer)
      if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), ended])
    }
    entry.push(new Uint8Array(), true)
  }
  zip.end()
  await ended
}

/** Reports a file of an archive that is larger than allowed, also if the archive denies it. */
export class PictureTooLargeError extends Error {}

/** Returns the entries of an archive by their names, of each the first. */
async function readEntries(path: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
  } finally {
    zip.close()
  }
  return entries
}

async function unpackOne(path: string, entry: Entry): Promise<Buffer> {
  // yauzl ends an entry that is longer than it says.
  if (entry.uncompressedSize > maxPictureBytes) throw new PictureTooLargeError()
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } finally {
    zip.close()
  }
}
