import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { constants, lstat, open, readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SourceFailure } from '#contract/import-sources.ts'
import { withoutUnseen } from '#contract/unseen-characters.ts'
import { defaultTableLimits } from '#server/imports/files/table-limits.ts'
import type { ImportSourceRecord } from '#server/imports/imports.tables.ts'
import { openSecret } from '#server/imports/sources/source-secret.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import {
  AddressRefusedError,
  AnswerTooLongError,
  fetchPublic,
  NoAnswerError,
  type PublicResponse,
  type Reach,
} from '#server/platform/http/fetch-public.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'

export interface LoadDeps {
  /** The folder whose files may be imported; undefined if the server has none. */
  importFolder: string | undefined
  reach: Reach
  secrets: SecretSeal
  now: () => Date
}

/** Describes a file that was loaded; the rest tells whether it has changed the next time. */
export interface LoadedFile {
  fileName: string
  sha256: string
  etag: string | null
  lastModified: string | null
}

/** Reports why there is no file; what may pass by itself is tried again soon. */
export class NoFileError extends Error {
  override name = 'NoFileError'
  readonly failure: SourceFailure
  readonly mayPass: boolean
  constructor(failure: SourceFailure, { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {}) {
    super(failure.code, { cause })
    this.failure = failure
    this.mayPass = mayPass
  }
}

const { maxBytes } = defaultTableLimits
const timeoutMs = 300_000

/** Writes the file of a source to `path`. Returns 'unchanged' or, while it is still being written, 'growing'; throws NoFileError. */
export async function loadFile(
  deps: LoadDeps,
  source: ImportSourceRecord,
  path: string,
): Promise<LoadedFile | 'unchanged' | 'growing'> {
  try {
    return await (source.origin === 'address' ? download(deps, source, path) : copyNewest(deps, source, path))
  } catch (error) {
    if (isDiskFull(error)) throw new NoFileError({ code: 'storage-full', facts: {} }, { cause: error })
    throw error
  }
}

async function download(deps: LoadDeps, source: ImportSourceRecord, path: string): Promise<LoadedFile | 'unchanged'> {
  const { location, etag, lastModified } = source
  const secretHeaders = credentialHeaders(deps, source)
  const { status, headers } = await fetchPublic(location, {
    reach: deps.reach,
    maxRedirects: 3,
    timeoutMs,
    maxBytes,
    refuseLonger: true,
    saveTo: path,
    headers: {
      accept: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Boltyard',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    ...(secretHeaders && { secretHeaders }),
  }).catch(explainDownload)
  if (status === 304) return 'unchanged'
  if (status !== 200)
    throw new NoFileError({ code: 'status', facts: { status } }, { mayPass: status >= 500 || status === 429 })
  return {
    fileName: nameOfDownload(location, headers),
    sha256: await hashOf(path),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

function credentialHeaders({ secrets }: LoadDeps, source: ImportSourceRecord): Record<string, string> | undefined {
  const { credential, credentialName } = source
  if (credential === null || credentialName === null) return undefined
  const secret = openSecret(secrets, source)
  if (secret === undefined) throw new NoFileError({ code: 'credential-lost', facts: {} })
  if (credential === 'header') return { [credentialName.toLowerCase()]: secret }
  return { authorization: `Basic ${Buffer.from(`${credentialName}:${secret}`).toString('base64')}` }
}

/** Matches the codes of certificates that TLS does not accept, which waiting does not mend. */
const certificateCodes = /CERT|^UNABLE_TO_/

/** Throws why a download failed, as staff are told it. */
export function explainDownload(cause: unknown): never {
  if (isDiskFull(cause)) throw cause
  const reason = String((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  if (certificateCodes.test(reason)) throw new NoFileError({ code: 'certificate', facts: { reason } }, { cause })
  if (cause instanceof AddressRefusedError) throw new NoFileError({ code: 'address-refused', facts: {} }, { cause })
  if (cause instanceof AnswerTooLongError)
    throw new NoFileError({ code: 'too-large', facts: { limit: maxBytes / 1_000_000 } }, { cause })
  const mayPass = true
  if (cause instanceof NoAnswerError)
    throw new NoFileError({ code: 'late', facts: { seconds: timeoutMs / 1000 } }, { mayPass, cause })
  throw new NoFileError({ code: 'unreachable', facts: {} }, { mayPass, cause })
}

/** Returns the name that the answer gives the file, else the end of its address. */
function nameOfDownload(location: string, headers: PublicResponse['headers']): string {
  const said = /filename="?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1]
  const name = withoutUnseen(basename(said ?? decoded(new URL(location).pathname))).trim()
  return name.slice(0, 200).toWellFormed() || 'file'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A file that changed within this time may still be written. */
const restMs = 60_000

/** Copies the newest file of the folder that fits the pattern; links and what is in other folders do not count. */
async function copyNewest(
  { importFolder, now }: LoadDeps,
  { location }: ImportSourceRecord,
  path: string,
): Promise<LoadedFile | 'growing'> {
  if (importFolder === undefined) throw new NoFileError({ code: 'folder-off', facts: {} })
  const folder = await realpath(importFolder).catch(explainFolder)
  const names = (await readdir(folder).catch(explainFolder)).filter((name) => fitsFileName(location, name))
  const found: { name: string; changed: number; size: number }[] = []
  for (const name of names) {
    const file = await lstat(join(folder, name)).catch(() => undefined)
    if (file?.isFile()) found.push({ name, changed: file.mtimeMs, size: file.size })
  }
  const newest = found.toSorted((one, other) => other.changed - one.changed || (one.name < other.name ? 1 : -1))[0]
  if (!newest) throw new NoFileError({ code: 'no-file', facts: { pattern: location } })
  if (now().getTime() - newest.changed < restMs) return 'growing'
  if (newest.size > maxBytes) throw new NoFileError({ code: 'too-large', facts: { limit: maxBytes / 1_000_000 } })
  // A link that has taken its place meanwhile is not followed.
  await using file = await open(join(folder, newest.name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    explainFolder,
  )
  await pipeline(file.createReadStream({ autoClose: false, end: maxBytes }), createWriteStream(path, { mode: 0o600 }))
  const fileName = withoutUnseen(newest.name).slice(0, 200).toWellFormed()
  return { fileName, sha256: await hashOf(path), etag: null, lastModified: null }
}

function explainFolder(cause: unknown): never {
  const reason = (cause as NodeJS.ErrnoException).code ?? ''
  throw new NoFileError({ code: 'folder-unreadable', facts: { reason } }, { mayPass: true, cause })
}

/** Tells whether a file name fits a pattern in which `*` stands for any characters, in any letter case; never tries a piece twice. */
export function fitsFileName(pattern: string, name: string): boolean {
  const text = name.toLowerCase()
  const [start = '', ...pieces] = pattern.toLowerCase().split('*')
  const end = pieces.pop()
  if (end === undefined) return text === start
  if (!text.startsWith(start)) return false
  let position = start.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, position)
    if (found === -1) return false
    position = found + piece.length
  }
  return text.length - position >= end.length && text.endsWith(end)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
