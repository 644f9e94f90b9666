import { type Entry, openPromise } from 'yauzl'
import { createUploadedFiles, type UploadedFiles } from '#server/imports/uploaded-files.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

/** Keeps archives of pictures until their imports have stored them. */
export interface Archives extends UploadedFiles {
  /** Unpacks one picture; undefined if the archive has none of this name. */
  unpack: (importId: string, name: string) => Promise<Buffer | undefined>
}

export function createArchives(directory: string): Archives {
  const files = createUploadedFiles(directory, '.zip')
  const { pathOf } = files
  // Of the archive whose pictures were asked for last: read for each picture, they would take the square of their number.
  let last: { importId: string; entries: Promise<ReadonlyMap<string, Entry>> } | undefined
  return {
    ...files,
    async unpack(importId, name) {
      if (last?.importId !== importId) last = { importId, entries: readEntries(pathOf(importId)) }
      const entry = (await last.entries).get(name)
      return entry && unpackPicture(pathOf(importId), entry)
    },
    remove(importId) {
      if (last?.importId === importId) last = undefined
      return files.remove(importId)
    },
  }
}

export const maxPictures = 20_000
/** With folders, and with what macOS packs beside each picture; 200,000 empty names kept the shop busy for minutes (2026-11-27). */
const maxEntries = 50_000
export const maxPictureBytes = 20 * 1024 * 1024

const isPicture = (name: string) =>
  /\.(?:jpe?g|png|webp|gif|avif|heic|heif|jfif)$/i.test(name) && !/(?:^|\/)(?:\._|__MACOSX\/|\.)/.test(name)

/**
 * Lists the pictures of an archive by their paths in it. Throws `archive-unreadable`, `archive-empty`, `archive-too-many` and
 * `archive-too-long`.
 */
export async function listPictures(path: string, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = []
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      if (zip.entryCount > maxEntries) throw problem('archive-too-long', { limit: maxEntries })
      for await (const { fileName } of zip.eachEntry()) {
        signal?.throwIfAborted()
        // PostgreSQL stores no NUL.
        if (fileName.includes('\0')) throw problem('archive-unreadable')
        if (isPicture(fileName)) names.push(fileName)
        if (names.length > maxPictures) break
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (signal?.aborted || error instanceof Problem) throw error
    throw problem('archive-unreadable')
  }
  if (names.length === 0) throw problem('archive-empty')
  if (names.length > maxPictures) throw problem('archive-too-many', { limit: maxPictures })
  return names
}

/** Reports a picture of an archive that is larger than allowed, also if the archive denies it. */
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

async function unpackPicture(path: string, entry: Entry): Promise<Buffer> {
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
