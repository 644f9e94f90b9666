import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Language } from '#contract/language.ts'
import { readLanguage } from '#server/platform/page-language.ts'

type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** A finished answer that is the same for everybody, in every encoding. */
export interface Copy {
  status: number
  etag: string
  /** The headers that say that nothing has changed: names and values in turn, as Node writes them fastest. */
  unchanged: string[]
  sent: Record<Encoding, { headers: string[]; body: Buffer }>
}

export interface Copies {
  /** Sends the copy of this request if there is a fresh one; answers whether it did. Runs before all routing. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Answers the copy of this address, and makes it with `make` when there is none or the data has moved on. Pages are kept once in
   * each language; lists of the API speak none.
   */
  get(url: string, make: () => Promise<Copy>, language?: Language): Promise<Copy>
  /** The data was changed by this process: every copy is stale now. */
  renew(): void
}

const freshMs = 1000
/** So long a copy is better than none while nobody can be asked whether it still holds. */
const betterThanNoneMs = 60_000
/** Of all copies together, in every encoding: what a process needs does not hang on how much there is to sell. */
const mostBytes = 32 * 1024 * 1024
/** Roughly what a copy takes beside its bodies: its headers and its address. */
const aroundBytes = 4096
/** A copy that has stood so long may stand longer: it is made as small as it gets. */
const settledMs = 10_000

/**
 * Keeps finished answers in memory. A copy is trusted for a second; then `fingerprint` (one cheap query over the data that
 * copies are made of) decides whether all of them stay, so that other processes' changes are seen within that second. While the
 * database is away, they stay for a minute: a shop that can be looked at is better than none, and no order trusts a copy.
 */
export function keepCopies(fingerprint: () => Promise<string>): Copies {
  const kept: Record<Language | 'any', Map<string, Copy>> = { any: new Map(), en: new Map(), de: new Map() }
  const making = new Map<string, Promise<Copy>>()
  let bytes = 0
  let edition = 0
  let print = ''
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  let failure: unknown
  let failedUntil = -Infinity
  let squeezing = Promise.resolve()

  const isFresh = () => performance.now() - checkedAt < freshMs

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const found = await fingerprint()
    if (found !== print) renew()
    print = found
    checkedAt = startedAt
  }

  /** False while the data cannot be reached; then it is asked again only after a second. */
  async function isChecked(): Promise<boolean> {
    if (performance.now() < failedUntil) return false
    try {
      await (checking ??= check().finally(() => (checking = undefined)))
      return true
    } catch (error) {
      failure = error
      failedUntil = performance.now() + freshMs
      if (performance.now() - checkedAt > betterThanNoneMs) clear()
      return false
    }
  }

  function renew(): void {
    edition++
    clear()
  }

  function clear(): void {
    for (const shelf of Object.values(kept)) shelf.clear()
    bytes = 0
  }

  async function make(shelf: Map<string, Copy>, url: string, work: () => Promise<Copy>): Promise<Copy> {
    const before = edition
    const copy = await work()
    // A failure is for the one who met it.
    if (before === edition && copy.status === 200) {
      const size = Object.values(copy.sent).reduce((sum, { body }) => sum + body.length, aroundBytes)
      if (bytes + size > mostBytes) clear()
      bytes += size
      shelf.set(url, copy)
      const { etag } = copy
      setTimeout(() => {
        // By its tag, so that nothing holds a copy that is kept no longer.
        const settled = shelf.get(url)
        // One at a time, so that whoever hashes or compresses meanwhile does not wait for all of them.
        if (settled?.etag === etag) squeezing = squeezing.then(() => squeeze(settled)).catch(() => undefined)
      }, settledMs).unref()
    }
    return copy
  }

  return {
    renew,
    serve(request, response) {
      if (request.method !== 'GET' || !isFresh()) return false
      const url = request.url ?? ''
      const found = kept.any.get(url) ?? kept[readLanguage(request.headers)].get(url)
      if (!found) return false
      sendCopy(request, response, found)
      return true
    },
    async get(url, work, language) {
      const shelf = kept[language ?? 'any']
      const isKnown = isFresh() || (await isChecked())
      const found = shelf.get(url)
      if (found) return found
      if (!isKnown) throw failure
      // A crowd that asks for the same thing waits for one maker.
      const id = `${edition} ${language} ${url}`
      let current = making.get(id)
      if (!current) {
        current = make(shelf, url, work).finally(() => making.delete(id))
        making.set(id, current)
      }
      return current
    },
  }
}

const compress = {
  br: promisify(brotliCompress),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

/** Compresses a text once for everybody who will ask for it. */
export async function makeCopy(status: number, text: string, headers: Record<string, string>): Promise<Copy> {
  const identity = Buffer.from(text)
  const [br, zstd, gz] = await Promise.all([
    compress.br(identity, quality(5)),
    compress.zstd(identity),
    compress.gzip(identity, { level: 6 }),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const always = Object.entries({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...headers }).flat()
  return {
    status,
    etag,
    unchanged: always,
    sent: {
      br: packed(always, br, 'br'),
      zstd: packed(always, zstd, 'zstd'),
      gzip: packed(always, gz, 'gzip'),
      identity: packed(always, identity),
    },
  }
}

/** Takes twenty times as long as at first, and makes a page 7 to 8 % smaller; if it fails, the copy stays as it is. */
async function squeeze(copy: Copy): Promise<void> {
  copy.sent.br = packed(copy.unchanged, await compress.br(copy.sent.identity.body, quality(10)), 'br')
}

const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })

const packed = (headers: readonly string[], body: Buffer, encoding?: Encoding) => ({
  headers: [...headers, 'content-length', String(body.length), ...(encoding ? ['content-encoding', encoding] : [])],
  body,
})

/** Sends a copy in the best encoding the client takes, or 304 when it has it already. Everything it says was put together before. */
export function sendCopy(request: IncomingMessage, response: ServerResponse, copy: Copy): void {
  if (copy.status === 200 && request.headers['if-none-match'] === copy.etag) {
    response.writeHead(304, copy.unchanged).end()
    return
  }
  const { headers, body } = copy.sent[bestEncoding(request.headers['accept-encoding'])]
  response.writeHead(copy.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bestEncoding(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (accepted.includes('br')) return 'br'
  if (accepted.includes('zstd')) return 'zstd'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
