import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Server } from 'node:http'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createContext,
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Language } from '#contract/language.ts'
import { ownPageHeader } from '#contract/pagination.ts'
import type { PageStore } from '#contract/settings.ts'
import { noStore, type ResponseCache, type CachedResponse, type RenderedResponse } from '#server/edge/response-cache.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { notFoundKey, type PageUrl, createPageUrlReader } from '#server/edge/page-urls.ts'
import { tooManyRequests } from '#server/platform/http/problem.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { readPageLanguage, runWithLanguage } from '#server/platform/http/page-language.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

interface PagesDeps {
  responseCache: ResponseCache
  /** Serves the pages from source by Vite. */
  dev: boolean
  /** The output folder of `react-router build`. */
  buildDirectory: string
  /** Returns the services for loaders, passed under a shared context key, and the store whose pages they make. */
  readServices: () => Promise<{ services: { settings: { store: PageStore } }; inlineStyles: readonly string[] }>
  allowedOrigins: readonly AllowedOrigins[]
  /** Returns the origins that an admin has named; a page that is rendered has them in its policy. */
  findAllowedOrigins?: () => Promise<AllowedOrigins>
  /** Scripts come only from addresses that a policy of ours has made. */
  trustedTypes: boolean
  rateLimits: boolean
}

/** More at once would not finish earlier and would delay orders; the pages that all visitors share have a place of their own. */
const renderTurns = { atOnce: 3, kept: 1, perVisitor: 1, waitingPerVisitor: 16, waiting: 48 }
const withoutLimits = { perVisitor: Infinity, waitingPerVisitor: Infinity }

/** Limits one visitor per minute; high enough for an office behind one IP address. Cached pages do not count. */
const maxRendersPerMinute = 240

/** Creates a check that throws `too-many-requests` for a visitor who has had too many pages rendered. */
function countRenders(app: FastifyInstance) {
  const count = app.createRateLimit({
    max: maxRendersPerMinute,
    keyGenerator: (request) => `pages ${visitorNetwork(request.ip)}`,
  })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooManyRequests(counted.ttlInSeconds)
  }
}

/** Holds a page with the style sheets in it, which its policy names. */
interface Rendered {
  response: Response
  inlineStyles: readonly string[]
}

/** Lists additional origins for pages, by CSP directive. */
export type AllowedOrigins = Partial<Record<'script-src' | 'connect-src' | 'frame-src' | 'img-src', readonly string[]>>

/** Serves the web application: every page that is not an endpoint. Registered last. */
export async function servePages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { responseCache, dev, readServices } = deps
  const build = dev ? await serveFromSources(app) : await serveBuild(app, deps.buildDirectory)
  const handle = createRequestHandler(build, dev ? 'development' : 'production')
  const entry = typeof build === 'function' ? undefined : (build.entry.module as typeof build.entry.module & PagesEntry)

  const scripts = entry?.inlineScripts ?? []

  async function findPolicy(styles: readonly string[]): Promise<string> {
    // In an outage the page has no such script either.
    const named = await deps.findAllowedOrigins?.().catch(() => undefined)
    const allowedOrigins = [...deps.allowedOrigins, ...(named ? [named] : [])]
    return contentSecurityPolicy({ allowedOrigins, trustedTypes: deps.trustedTypes, scripts, styles })
  }

  async function render(key: string, language: Language, isNotFoundCached: boolean): Promise<Rendered> {
    // Not the Host header: what it says would end up in copies for others.
    const { services, inlineStyles } = await readServices()
    const lent = { ...services, isNotFoundCached }
    const context = new RouterContextProvider(new Map([[contextKey(), lent]]))
    const response = await runWithLanguage(language, () =>
      runWithStore(services.settings.store, () => handle(new Request(`http://localhost${key}`), context)),
    )
    return { response, inlineStyles }
  }

  async function renderPage({ key, pattern }: PageUrl, language: Language): Promise<RenderedResponse> {
    return readPage(pattern, await render(key, language, false))
  }

  /** Renders a page of a pattern, or returns the one that says that there is nothing at this address. */
  async function renderUnless(
    notFound: CachedResponse,
    { key, pattern }: PageUrl,
    language: Language,
  ): Promise<RenderedResponse | CachedResponse> {
    const rendered = await render(key, language, true)
    const { status, headers } = rendered.response
    return status === 404 && !headers.has(ownPageHeader) ? notFound : readPage(pattern, rendered)
  }

  async function readPage(pattern: string, { response, inlineStyles }: Rendered): Promise<RenderedResponse> {
    const { status } = response
    const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
    const location = response.headers.get('location')
    const text = await response.text()
    const isUnkept = response.headers.get('cache-control') === noStore
    const ofPage = isUnkept ? { ...ofPages, 'cache-control': noStore } : ofPages
    if (!type.startsWith('text/html') || location) {
      const headers = { ...ofPage, 'content-type': type, ...(location ? { location } : {}) }
      return { status, text, headers }
    }
    const failed = status >= 500
    const headers = {
      ...(failed ? { 'retry-after': '2' } : {}),
      ...ofPage,
      'content-type': type,
      'content-security-policy': await findPolicy(inlineStyles),
    }
    const cacheKey = status === 404 && !response.headers.has(ownPageHeader) ? notFoundKey(pattern) : undefined
    return { status: failed ? 503 : status, text, headers, cacheKey }
  }

  const runInTurn = createTurns({ ...renderTurns, ...(deps.rateLimits ? {} : withoutLimits) })
  const assertRendersLeft = deps.rateLimits ? countRenders(app) : () => Promise.resolve()
  async function findOrRender(request: FastifyRequest, address: PageUrl): Promise<CachedResponse> {
    const { key, pattern, isShared } = address
    const language = readPageLanguage(request)
    const visitor = isShared ? undefined : visitorNetwork(request.ip)
    const make = () => runInTurn(visitor, () => renderPage(address, language))
    let found: CachedResponse | undefined
    let notFound: CachedResponse | undefined
    try {
      found = await responseCache.find(key, language)
      notFound = await responseCache.find(notFoundKey(pattern), language)
    } catch {
      // A page without its data says so itself, to the one who asks.
      await assertRendersLeft(request)
      return responseCache.pack(await make(), language)
    }
    if (found) return found
    await assertRendersLeft(request)
    const makeOrFind = notFound ? () => runInTurn(visitor, () => renderUnless(notFound, address, language)) : make
    return responseCache.get(key, makeOrFind, language)
  }

  const addresses = typeof build === 'function' ? undefined : createPageUrlReader(build.routes)
  if (addresses) responseCache.readKeysBy((url) => addresses.readPlain(url))
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (addresses) {
      const address = addresses.read(request.url)
      if (address.movedTo !== undefined) return reply.redirect(address.movedTo, 301)
      return responseCache.send(request, reply, await findOrRender(request, address))
    }
    const { routes } = typeof build === 'function' ? await build() : build
    const { key } = createPageUrlReader(routes).read(request.url)
    const { response } = await render(key, readPageLanguage(request), false)
    response.headers.forEach((value, name) => void reply.header(name, value))
    // The policy of the API allows nothing, and Vite's own scripts have no hashes.
    reply.removeHeader('content-security-policy')
    return reply.code(response.status).send(await response.text())
  })
}

/** Popups of other services use the referrer's origin. */
const ofPages = { 'referrer-policy': 'strict-origin-when-cross-origin' }

async function serveFromSources(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server as Server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
}

async function serveBuild(app: FastifyInstance, directory: string): Promise<ServerBuild> {
  await app.register(fastifyStatic, {
    root: join(directory, 'client'),
    index: false,
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders(reply, path) {
      // Only what carries its hash in its name never changes.
      if (!path.includes('/assets/')) reply.header('cache-control', 'public, max-age=3600')
    },
  })
  return (await import(pathToFileURL(join(directory, 'server/index.js')).href)) as ServerBuild
}

/** Describes the exports of `web/entry.server.tsx` beyond those of React Router. */
interface PagesEntry {
  inlineScripts: readonly string[]
}

/** Returns the context key, which Node and the bundle must share. */
function contextKey(): RouterContext<unknown> {
  const shared = globalThis as typeof globalThis & { boltyardRender?: RouterContext<unknown> }
  return (shared.boltyardRender ??= createContext<unknown>())
}

const hashes = (texts: readonly string[]) =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

interface AllowedInPages extends Pick<PagesDeps, 'allowedOrigins' | 'trustedTypes'> {
  /** The inline ones, complete. */
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * Returns the content security policy. A cached page cannot have a nonce, so the policy lists the hashes of the build's scripts.
 */
export function contentSecurityPolicy({ scripts, styles, allowedOrigins, trustedTypes }: AllowedInPages): string {
  const allowed = (name: keyof AllowedOrigins) => allowedOrigins.flatMap((origins) => origins[name] ?? [])
  const rule = (name: string, ...sources: string[]) => `${name} ${[...new Set(sources)].join(' ')}`
  return [
    rule('default-src', "'self'"),
    rule('script-src', "'self'", ...hashes(scripts), ...allowed('script-src')),
    rule('style-src', "'self'", ...hashes(styles)),
    rule('img-src', "'self'", 'data:', 'blob:', ...allowed('img-src')),
    rule('connect-src', "'self'", ...allowed('connect-src')),
    rule('frame-src', "'self'", ...allowed('frame-src')),
    rule('font-src', "'self'"),
    rule('object-src', "'none'"),
    rule('base-uri', "'none'"),
    rule('form-action', "'self'"),
    rule('frame-ancestors', "'none'"),
    ...(trustedTypes ? ["require-trusted-types-for 'script'"] : []),
  ].join('; ')
}
