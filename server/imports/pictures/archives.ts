import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, openPromise } from 'yauzl'
import { problem } from '#server/platform/http/problem.ts'
import { isId } from '#server/platform/ids.ts'

/** Keeps archives of pictures until their imports have stored them; on the disk of the machine that received them. */
export interface Archives {
  pathOf: (importId: string) => string
  /** Returns the imports whose archives this machine has. */
  list: () => Promise<string[]>
  remove: (importId: string) => Promise<void>
}

export function createArchives(directory: string): Archives {
  const pathOf = (importId: string) => join(directory, `${importId}.zip`)
  return {
    pathOf,
    async list() {
      await mkdir(directory, { recursive: true })
      return (await readdir(directory)).map((name) => name.slice(0, -'.zip'.length)).filter(isId)
    },
    remove: (importId) => rm(pathOf(importId), { force: true }),
  }
}

export const maxPictures = 20_000
export const maxPictureBytes = 20 * 1024 * 1024

const isPicture = (name: string) =>
  /\.(?:jpe?g|png|webp|gif|avif|heic|heif|jfif)$/i.test(name) && !/(?:^|\/)(?:\._|__MACOSX\/|\.)/.test(name)

/** Lists the pictures of an archive by their paths in it. Throws `archive-unreadable`, `archive-empty` and `archive-too-many`. */
export async function listPictures(path: string): Promise<string[]> {
  const names: string[] = []
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      for await (const { fileName } of zip.eachEntry()) {
        // PostgreSQL stores no NUL.
        if (fileName.includes('\0')) throw problem('archive-unreadable')
        if (isPicture(fileName)) names.push(fileName)
        if (names.length > maxPictures) break
      }
    } finally {
      zip.close()
    }
  } catch {
    throw problem('archive-unreadable')
  }
  if (names.length === 0) throw problem('archive-empty')
  if (names.length > maxPictures) throw problem('archive-too-many', { limit: maxPictures })
  return names
}

/** Reports a picture of an archive that is larger than allowed, also if the archive denies it. */
export class PictureTooLargeError extends Error {}

/** Unpacks one picture; undefined if the archive has none of this name. */
export async function unpackPicture(path: string, name: string): Promise<Buffer | undefined> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    let found: Entry | undefined
    for await (const entry of zip.eachEntry()) if (entry.fileName === name) found ??= entry
    if (!found) return undefined
    // yauzl ends an entry that is longer than it says.
    if (found.uncompressedSize > maxPictureBytes) throw new PictureTooLargeError()
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(found)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } finally {
    zip.close()
  }
}
