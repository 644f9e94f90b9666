import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Language, languages } from '#contract/language.ts'
import { needsPrimary } from '#server/platform/database/read-replicas.ts'
import type { CommonHeaders } from '#server/platform/http/common-headers.ts'
import { languageHeaders, readPageLanguage } from '#server/platform/http/page-language.ts'

type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** Holds a response in every encoding, the same for all clients. */
export interface CachedResponse {
  status: number
  etag: string
  /** The headers of a 304, as a flat list, which Node writes fastest. */
  unchanged: string[]
  sent: Record<Encoding, { headers: string[]; body: Buffer }>
}

/** Holds a rendered response before it is compressed. */
export interface RenderedResponse {
  status: number
  text: string
  headers: Record<string, string>
  /** The cache key, if not the requested URL; a 404 is cached only with one. */
  cacheKey?: string | undefined
}

export interface ResponseCache {
  /** Sends the copy of this request if there is a fresh one; returns the id that it gave the request then. Runs before all routing. */
  serve(request: IncomingMessage, response: ServerResponse): string | undefined
  /** Returns the copy of this address if it still holds; throws while the data cannot be reached and there is none. */
  find(url: string, language?: Language): Promise<CachedResponse | undefined>
  /**
   * Answers the copy of this address, and makes it with `make` when there is none or the data has moved on. Pages are kept once in
   * each language, and so are lists of the API that have one. A copy that `make` has found elsewhere is answered as it is.
   */
  get(url: string, make: () => Promise<RenderedResponse | CachedResponse>, language?: Language): Promise<CachedResponse>
  /** Makes a copy that is not kept. */
  pack(created: RenderedResponse, language?: Language): Promise<CachedResponse>
  send(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): FastifyReply
  /** Sets the function that maps a URL to its cache key. */
  readKeysBy(read: (url: string) => string | undefined): void
  /** Invalidates all cached responses after a change by this process. */
  renew(): void
}

/**
 * Limits the bytes of a page that is sent without being counted: the page of the API has two million, and one visitor could have as many of
 * them as the network carries (2026-11-28). Larger ones are sent by their routes, which count.
 */
const maxUncountedBytes = 512 * 1024

/** Marks a page that no cache keeps. */
export const noStore = 'no-store'

const mebibyte = 1024 * 1024
const freshMs = 1000
/** Limits how long stale responses are served while the database is unavailable. */
const staleIfErrorMs = 60_000
/**
 * Limits all cached responses, in every encoding. Responses to queries have a limit of their own, so that they cannot evict the
 * others.
 */
const maxBytes = { lists: 4 * mebibyte, pages: 10 * mebibyte, queries: 4 * mebibyte }
/** Estimates the size of headers and key. */
const overheadBytes = 4096

/**
 * Creates the cache of rendered responses. An entry is fresh for a second; then `readDataVersion`, one cheap query, decides
 * whether the whole cache is still valid, so that changes by other processes are seen. While the database is unavailable, stale
 * entries are served for a minute; orders never use the cache.
 */
export function createResponseCache(
  readDataVersion: () => Promise<string>,
  common: CommonHeaders,
  /** Returns the languages that the store offers, as far as this process knows: cached responses are sent before it is read. */
  offered: () => readonly Language[] = () => languages,
): ResponseCache {
  const pages = () => ({ plain: createBoundedCache(maxBytes.pages), queries: createBoundedCache(maxBytes.queries) })
  const lists = createBoundedCache(maxBytes.lists)
  const kept = { any: { plain: lists, queries: lists }, en: pages(), de: pages() }
  const cacheFor = (url: string, language: Language | undefined) =>
    kept[language ?? 'any'][url.includes('?') ? 'queries' : 'plain']
  const making = new Map<string, Promise<CachedResponse>>()
  let readKey = (url: string): string | undefined => url
  let edition = 0
  let print = ''
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  let failure: unknown
  let failedUntil = -Infinity

  const isFresh = () => performance.now() - checkedAt < freshMs

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const found = await readDataVersion()
    if (found !== print) renew()
    print = found
    checkedAt = startedAt
  }

  /** Returns false while the database is unavailable; retries after a second. */
  async function isChecked(): Promise<boolean> {
    if (performance.now() < failedUntil) return false
    try {
      await (checking ??= check().finally(() => (checking = undefined)))
      return true
    } catch (error) {
      failure = error
      failedUntil = performance.now() + freshMs
      if (performance.now() - checkedAt > staleIfErrorMs) clear()
      return false
    }
  }

  async function find(url: string, language?: Language): Promise<CachedResponse | undefined> {
    if (needsPrimary()) return undefined
    const isKnown = isFresh() || (await isChecked())
    const found = cacheFor(url, language).get(url)
    if (!found && !isKnown) throw failure
    return found
  }

  function findPage(url: string, language: Language): CachedResponse | undefined {
    if (!url.includes('?')) return kept[language].plain.get(url)
    const key = readKey(url)
    return key === undefined ? undefined : cacheFor(key, language).get(key)
  }

  function findUncounted(url: string, language: Language): CachedResponse | undefined {
    const found = findPage(url, language)
    return found && found.sent.identity.body.length <= maxUncountedBytes ? found : undefined
  }

  function renew(): void {
    edition++
    clear()
  }

  function clear(): void {
    for (const { plain, queries } of Object.values(kept)) {
      plain.clear()
      queries.clear()
    }
  }

  const pack = ({ status, text, headers }: RenderedResponse, language?: Language) => {
    const vary = language === undefined ? 'accept-encoding' : `accept-encoding, ${languageHeaders}`
    return createCachedResponse(status, text, { ...common, vary, ...headers })
  }

  async function make(
    url: string,
    work: () => Promise<RenderedResponse | CachedResponse>,
    language: Language | undefined,
  ): Promise<CachedResponse> {
    const before = edition
    const created = await work()
    if ('sent' in created) return created
    const cached = await pack(created, language)
    const key = created.cacheKey ?? url
    // A failure is for the one who met it, and what may be kept nowhere is not kept here either.
    const isKept = created.headers['cache-control'] !== noStore
    if (isKept && before === edition && (cached.status === 200 || created.cacheKey !== undefined)) {
      cacheFor(key, language).set(key, cached)
    }
    return cached
  }

  return {
    renew,
    serve(request, response) {
      if (request.method !== 'GET' || !isFresh()) return undefined
      const url = request.url ?? ''
      const found = lists.get(url) ?? findUncounted(url, readPageLanguage(request, offered()))
      if (!found) return undefined
      const id = crypto.randomUUID()
      write(request, response, found, id)
      return id
    },
    readKeysBy: (read) => void (readKey = read),
    pack,
    send(request, reply, cached) {
      reply.hijack()
      write(request.raw, reply.raw, cached, request.id)
      return reply
    },
    find,
    async get(url, work, language) {
      if (needsPrimary()) {
        const created = await work()
        return 'sent' in created ? created : pack(created, language)
      }
      const found = await find(url, language)
      if (found) return found
      // A crowd that asks for the same thing waits for one maker.
      const id = `${edition} ${language} ${url}`
      let current = making.get(id)
      if (!current) {
        current = make(url, work, language).finally(() => making.delete(id))
        making.set(id, current)
      }
      return current
    },
  }
}

/** Creates a cache of limited size that evicts first what was not sent for longest. */
const createBoundedCache = (maxSize: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize,
    sizeCalculation: ({ sent }, key) =>
      Object.values(sent).reduce((sum, { body }) => sum + body.length, 2 * key.length + overheadBytes),
  })

const compress = {
  br: promisify(brotliCompress),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

/** Compresses a response once for all clients. */
async function createCachedResponse(
  status: number,
  text: string,
  headers: Record<string, string>,
): Promise<CachedResponse> {
  const identity = Buffer.from(text)
  const [br, zstd, gz] = await Promise.all([
    // The level costs little time; the highest takes twenty times as long, for pages that are 7 to 8 % smaller.
    compress.br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compress.zstd(identity),
    compress.gzip(identity, { level: 6 }),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const always = Object.entries({ 'cache-control': 'no-cache', etag, ...headers }).flat()
  return {
    status,
    etag,
    unchanged: always,
    sent: {
      br: encodedResponse(always, br, 'br'),
      zstd: encodedResponse(always, zstd, 'zstd'),
      gzip: encodedResponse(always, gz, 'gzip'),
      identity: encodedResponse(always, identity),
    },
  }
}

const encodedResponse = (headers: readonly string[], body: Buffer, encoding?: Encoding) => ({
  headers: [...headers, 'content-length', String(body.length), ...(encoding ? ['content-encoding', encoding] : [])],
  body,
})

/** Sends a copy in the best encoding the client takes, or 304 when it has it already. All but the id was put together before. */
function write(request: IncomingMessage, response: ServerResponse, cached: CachedResponse, id: string): void {
  if (cached.status === 200 && request.headers['if-none-match'] === cached.etag) {
    response.writeHead(304, ['x-request-id', id, ...cached.unchanged]).end()
    return
  }
  const { headers, body } = cached.sent[bestEncoding(request.headers['accept-encoding'])]
  response.writeHead(cached.status, ['x-request-id', id, ...headers])
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bestEncoding(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (accepted.includes('br')) return 'br'
  if (accepted.includes('zstd')) return 'zstd'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
