import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastifyRateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointsByDomain } from '#contract/endpoints.ts'
import { defaultLanguage } from '#contract/language.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { storeStyles } from '#contract/store-colors.ts'
import { getHealth, getOpenApi, getReadiness, getVersion } from '#contract/platform.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import { hashApiKey } from '#server/accounts/api-keys/api-key-secret.ts'
import { bearerToken, createAuthentication } from '#server/identity/authenticate.ts'
import { serveImages } from '#server/media/serve-images.ts'
import { createProductSitemaps } from '#server/catalog/product-sitemaps.ts'
import { serveProductSitemaps } from '#server/catalog/serve-product-sitemaps.ts'
import { compileRequestSchema, compileResponseSchema } from '#server/platform/http/compile-schemas.ts'
import { handleClientError, findRequestViolation } from '#server/platform/http/client-error.ts'
import { allowOnlyEndpoints, isInProcess, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { type ResponseCache, createResponseCache } from '#server/edge/response-cache.ts'
import { type CommonHeaders, commonHeaders } from '#server/platform/http/common-headers.ts'
import type { Database } from '#server/platform/database/database.ts'
import { onPrimary, onReplica } from '#server/platform/database/read-replicas.ts'
import { hasRecentWrite, markRecentWrites } from '#server/platform/http/recent-writes.ts'
import { normalizeForwardedFor } from '#server/platform/http/forwarded-for.ts'
import { buildOpenApi } from '#server/platform/http/openapi.ts'
import { renderLanguage } from '#server/platform/http/page-language.ts'
import { handleError, problem, writeProblem } from '#server/platform/http/problem.ts'
import {
  isHealthCheck,
  createAdmissionControl,
  createOpenBodyLimit,
  createPipeliningLimit,
} from '#server/platform/http/shed-load.ts'
import { isOwnAsset, servePageAssets } from '#server/edge/page-assets.ts'
import { type AllowedOrigins, servePages } from '#server/edge/serve-pages.ts'
import { metricsRoute } from '#server/platform/observability/serve-metrics.ts'
import { createCallTurns } from '#server/platform/http/call-turns.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { presentPageStore } from '#server/store/present-page-store.ts'
import { serveStoreImages } from '#server/store/store-images.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import { registerDomains } from '#server/composition/register-domains.ts'
import { areProductPagesPublic } from '#server/site-content/are-product-pages-public.ts'
import { dataVersion as catalogVersion } from '#server/catalog/data-version.ts'
import { dataVersion as reviewsVersion } from '#server/reviews/data-version.ts'
import { dataVersion as shippingVersion } from '#server/shipping/data-version.ts'
import { dataVersion as taxVersion } from '#server/tax/data-version.ts'
import { dataVersion as pricingVersion } from '#server/pricing/data-version.ts'
import { dataVersion as storeVersion } from '#server/store/data-version.ts'
import { dataVersion as legalVersion } from '#server/legal/data-version.ts'
import { dataVersion as siteVersion } from '#server/site-content/data-version.ts'
import type { AppDeps } from '#server/composition/app-deps.ts'

/** Builds the server from its dependencies; tests and production differ only in these. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, metrics } = deps
  const headers = commonHeaders({ overTls: deps.settings().publicUrl.startsWith('https:') })
  const readVersion = () => onReplica(() => readDataVersion(deps.db))
  const responseCache = createResponseCache(
    async () => `${deps.db.readSource} ${await readVersion()}`,
    headers,
    () => deps.store.languages(),
  )
  const app = createServerApp(deps, responseCache, headers)

  app.setErrorHandler((error, request, reply) => handleError(error, request, reply))
  if (config.rateLimits) {
    await app.register(fastifyRateLimit, rateLimit)
    limitOpenBodies(app)
    app.decorate('turns', createCallTurns(config.databasePoolSize))
  }
  const limitKey = config.rateLimits ? createKeyLimit(app) : undefined
  app.decorate('authenticate', createAuthentication(deps.db, deps.accessTokenKey, deps.now, limitKey))
  // The plugin limits routes; this is none.
  app.setNotFoundHandler(config.rateLimits ? { preHandler: app.rateLimit() } : {}, (request, reply) =>
    handleError(problem('route-not-found'), request, reply),
  )

  const sitemaps = createProductSitemaps({
    db: deps.db,
    directory: join(config.dataDirectory, 'sitemaps'),
    publicUrl: () => deps.settings().publicUrl,
  })
  for (const service of deps.embedded) await app.register(service)
  await app.register(async (shop) => {
    allowOnlyEndpoints(shop)
    platformRoutes(shop, deps)
    await registerDomains(shop, deps, { responseCache, sitemaps })
  })
  const { port, token } = config.metrics ?? {}
  // With a port of their own, the primary process serves them.
  if (metrics && port === undefined && token !== undefined) metricsRoute(app, { metrics, token })
  await serveImages(app, deps.pictures)
  serveProductSitemaps(app, { sitemaps, isPublic: () => areProductPagesPublic(deps.db) })
  serveStoreImages(app, deps.db)
  if (deps.buildDirectory !== undefined) {
    const call = (
      endpoint: Endpoint,
      input: { params?: Record<string, string>; query?: Record<string, string | string[]> },
    ) => callInProcess(app, endpoint, input)
    const { cards, identity } = deps.settings()
    servePageAssets(app, deps.db)
    await servePages(app, {
      dev: config.dev,
      buildDirectory: deps.buildDirectory,
      responseCache,
      readServices: async () => {
        const found = await deps.store.readForPage()
        const store = found ? presentPageStore(found, deps.now()) : defaultStore
        const settings = { ...deps.settings(), store }
        return { inlineStyles: storeStyles(store), services: { call, settings, forDevelopers: !config.production } }
      },
      allowedOrigins: [
        cards.mode === 'stripe' ? stripeOrigins : {},
        deps.identityOrigins,
        deps.pictures.origin ? { 'img-src': [deps.pictures.origin] } : {},
      ],
      findAllowedOrigins: () => findScriptOrigins(deps.db),
      // Google's own script writes script addresses as plain text.
      trustedTypes: identity.mode === 'embedded',
      rateLimits: config.rateLimits,
    })
  }
  return app
}

/** Returns the origins of the script of an analytics service, if the shop has one. */
async function findScriptOrigins(db: Database): Promise<AllowedOrigins> {
  const { scriptUrl, scriptOrigins } = (await readSiteContent(db)).analytics
  return scriptUrl === '' ? {} : { 'script-src': scriptOrigins, 'connect-src': scriptOrigins }
}

const stripeOrigins: AllowedOrigins = {
  'script-src': ['https://js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
}

/** Ends a connection on which nothing moves; the slowest answers take 15 s. */
const silenceTimeoutMs = 120_000

function createServerApp(deps: AppDeps, responseCache: ResponseCache, headers: CommonHeaders): FastifyInstance {
  const { admit, release } = createAdmissionControl(headers)
  const isPipelined = createPipeliningLimit()
  const { trustedProxies, databaseReadUrls } = deps.config
  const hasReplicas = databaseReadUrls.length > 0
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.headers(headers).header('x-request-id', request.id)),
    clientErrorHandler: handleClientError(headers),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    requestTimeout: 20_000,
    // Open requests are finished; new ones on open connections are still answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    serverFactory: (handle, options) =>
      createServer(
        {
          ...(options as object),
          headersTimeout: 15_000,
          connectionsCheckingInterval: 5_000,
          // Of two, a proxy may believe the other one.
          joinDuplicateHeaders: true,
          requireHostHeader: false,
        },
        (request, response) => {
          if (isPipelined(request, response)) return request.socket.destroy()
          // A balancer opens no new request on this connection.
          if (deps.isStopping()) response.shouldKeepAlive = false
          const violation = findRequestViolation(request)
          if (violation) return writeProblem(response, violation, { ...headers, connection: 'close' })
          // Cached responses are sent before routing; they are keyed by URL.
          const isNewestDue = hasReplicas && hasRecentWrite(request.headers)
          const cachedRequestId = isNewestDue ? undefined : responseCache.serve(request, response)
          if (cachedRequestId !== undefined) {
            const answered = { method: 'GET', status: response.statusCode }
            deps.metrics?.observeRequest({ ...answered, route: 'cached response', seconds: 0 })
            const [route] = (request.url ?? '').split('?', 1)
            deps.log.info({ reqId: cachedRequestId, ...answered, route, ms: 0 })
          } else if (admit(request, response)) {
            if (isNewestDue) onPrimary(() => handle(request, response))
            else handle(request, response)
          } else deps.metrics?.observeRequest({ method: 'any', route: 'rejected', status: 503, seconds: 0 })
          return undefined
        },
        // Of a client that takes nothing of its answer.
      ).setTimeout(silenceTimeoutMs),
  })
  app.setValidatorCompiler(compileRequestSchema).setSerializerCompiler(compileResponseSchema)
  app.addHook('onRequest', (request, reply, done) => {
    // Before anything asks for the address of the visitor.
    const { headers: given } = request.raw
    const forwardedFor = given['x-forwarded-for']
    if (trustedProxies > 0 && forwardedFor !== undefined)
      given['x-forwarded-for'] = normalizeForwardedFor(String(forwardedFor), trustedProxies)
    reply.headers(headers).header('x-request-id', request.id)
    if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    release(reply.raw)
    done(null, payload)
  })
  if (hasReplicas) markRecentWrites(app, { overTls: deps.settings().publicUrl.startsWith('https:') })
  closeInTime(app)
  deps.tracing?.follow(app)
  // After the body is read, which loses the context; before it is validated, since amounts have the decimals of the currency.
  app.addHook('preValidation', (request, _reply, done) => {
    // A balancer would take all servers out while the database is silent.
    if (isHealthCheck(request.url)) return done()
    const run = (store: Store | undefined) => (store ? runWithStore(presentPageStore(store, deps.now()), done) : done())
    deps.store.readForCall().then(run, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern and not the address: addresses carry e-mails and codes.
    const answered = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    deps.metrics?.observeRequest({ ...answered, seconds: reply.elapsedTime / 1000, refusal: request.refusal })
    request.log.info({ ...answered, ms: Math.round(reply.elapsedTime * 10) / 10 })
    done()
  })
  return app
}

const idleTimeoutMs = 1000
const drainTimeoutMs = 8000

/** Closes connections without a request after one second and all others after eight. Node would wait for them without limit. */
function closeInTime(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))))
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => silent.forEach((socket) => socket.destroy()), idleTimeoutMs).unref()
    setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs).unref()
  })
}

function limitOpenBodies(app: FastifyInstance): void {
  const assertFewOpenBodies = createOpenBodyLimit()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isInProcess(request)) assertFewOpenBodies(request, reply.raw)
    done()
  })
}

const rateLimit = {
  keyGenerator: ({ ip }: FastifyRequest) => visitorNetwork(ip),
  max: 1200,
  timeWindow: 60_000,
  // A page's own calls count once, for the visitor; health checks are never limited. Nor are the page's scripts, without which it does
  // nothing: behind one address, 35 people who open the shop for the first time would use up the minute.
  allowList: (request: FastifyRequest) => isInProcess(request) || isHealthCheck(request.url) || isOwnAsset(request),
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
    problem('too-many-requests', { seconds: Math.ceil(ttl / 1000) }),
}

/** Creates the limit of an API key: it counts by itself, wherever the program runs. */
function createKeyLimit(app: FastifyInstance) {
  const count = app.createRateLimit({
    max: 600,
    timeWindow: 60_000,
    keyGenerator: (request) => `api key ${hashApiKey(bearerToken(request) ?? '')}`,
  })
  return async (request: FastifyRequest): Promise<void> => {
    const state = await count(request)
    if (!state.isAllowed && state.isExceeded) throw problem('too-many-requests', { seconds: state.ttlInSeconds })
  }
}

function platformRoutes(app: FastifyInstance, { assertReady, isStopping, settings, store, version }: AppDeps): void {
  const assertStaying = () => {
    if (isStopping()) throw problem('unavailable')
  }
  registerEndpoint(app, getHealth, () => {
    assertStaying()
    return { status: 'ok' as const }
  })
  let asking: Promise<void> | undefined
  registerEndpoint(app, getReadiness, async () => {
    assertStaying()
    // Concurrent checks share one query.
    await (asking ??= onPrimary(assertReady).finally(() => (asking = undefined)))
    return { status: 'ready' as const }
  })
  registerEndpoint(app, getVersion, () => version)
  // It has a megabyte: written for each call, 60 calls took a second, and as a text each slow reader had a copy of its own.
  let openApi = { key: '', json: Buffer.of() }
  registerEndpoint(app, getOpenApi, async ({ reply }) => {
    const about = { name: (await store.read()).name, serverUrl: settings().publicUrl, version: version.version }
    const key = JSON.stringify(about)
    if (key !== openApi.key)
      openApi = { key, json: Buffer.from(JSON.stringify(buildOpenApi(endpointsByDomain, about))) }
    return reply.type('application/json; charset=utf-8').send(openApi.json)
  })
}

/** Returns a version that changes with what public pages show: each domain says it of its own. */
async function readDataVersion(db: Database): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`SELECT concat_ws(' ', ${sql.join([catalogVersion, reviewsVersion, shippingVersion, taxVersion, pricingVersion, storeVersion, legalVersion, siteVersion], sql`, `)}) AS version`,
  )
  return rows[0]?.version ?? ''
}

/** Calls the API from loaders without the network. */
async function callInProcess(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: { params?: Record<string, string>; query?: Record<string, string | string[]> },
): Promise<unknown> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const result = await app.inject({
    method: endpoint.method,
    url: path,
    headers: { 'accept-language': renderLanguage() ?? defaultLanguage },
    ...(input.query ? { query: input.query } : {}),
  })
  const body = result.json<unknown>()
  if (result.statusCode < 400) return body
  const { code, facts } = body as ProblemBody
  throw problem(code as ProblemCode, facts)
}
