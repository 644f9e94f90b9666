import { createServer } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointsByDomain } from '#contract/endpoints.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { getHealth, getOpenApi, getReadiness, getVersion } from '#contract/platform.ts'
import type { ClientSettings } from '#contract/settings.ts'
import { accountsRoutes } from '#server/accounts/accounts.routes.ts'
import { catalogRoutes } from '#server/catalog/catalog.routes.ts'
import { auditLogRoutes } from '#server/audit-log/audit-log.routes.ts'
import { authenticate } from '#server/identity/authenticate.ts'
import { identityRoutes, type IdentityRoutesDeps } from '#server/identity/identity.routes.ts'
import { mediaRoutes } from '#server/media/media.routes.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import { servePictures } from '#server/media/serve-pictures.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { type NotificationsDeps, notificationsRoutes } from '#server/notifications/notifications.routes.ts'
import { ordersRoutes } from '#server/orders/orders.routes.ts'
import type { OrderingRules } from '#server/orders/place-order.ts'
import type { CardProvider } from '#server/payments/card-provider.ts'
import { paymentsRoutes } from '#server/payments/payments.routes.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { reviewsRoutes } from '#server/reviews/reviews.routes.ts'
import { answerBrokenRequest } from '#server/platform/answer-broken-request.ts'
import { allowOnlyEndpoints, answerEndpoint } from '#server/platform/answer-endpoint.ts'
import { type Copies, keepCopies } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { describeApi } from '#server/platform/describe-api.ts'
import { watchConnections } from '#server/platform/hang-up.ts'
import { answerError, problem } from '#server/platform/problem.ts'
import { sharedCounts } from '#server/platform/shared-counts.ts'
import { loadGate, usualLoadLimits } from '#server/platform/shed-load.ts'
import { type AllowedOrigins, servePages } from '#server/platform/serve-pages.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { mayRead, metricsType } from '#server/platform/serve-metrics.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { requestFormats } from '#server/platform/request-formats.ts'
import { siteContentRoutes } from '#server/site-content/site-content.routes.ts'

export interface AppDeps extends IdentityRoutesDeps, NotificationsDeps {
  db: Database
  queueMail: QueueMail
  cardProvider: CardProvider
  cardEventSecret: string
  ordering: OrderingRules
  pictures: PictureStore
  /** Stand-ins for outside services that answer on this origin. */
  embedded: readonly FastifyPluginAsync[]
  pages: { dev: boolean; buildDirectory: string; forDevelopers: boolean } | undefined
  /** What pages may load from the identity provider, when it is an outside one. */
  identityOrigins: AllowedOrigins
  settings: () => ClientSettings
  rateLimits: boolean
  trustedProxies: number
  /** Throws what keeps this process from serving. */
  assertReady: () => Promise<void>
  log: Logger
  /** Of this code, and of the newest migration that it brings. */
  version: { version: string; schema: string }
  /** Absent where nobody wants figures or spans. */
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Whoever brings it as bearer may read the figures at /metrics of this server. */
  metricsToken?: string | undefined
}

/** The whole shop behind one server; tests and production differ only in what is handed in. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const copies = keepCopies(() => fingerprint(deps.db))
  const app = createServerApp(deps, copies)

  app.decorate('authenticate', (request) => authenticate(deps.db, deps.accessTokenKey, request, deps.now()))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(problem('route-not-found'), request, reply))
  // Pages bring their own policy; this one is for everything else.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: deps.settings().publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  app.addHook('onRequest', (request, reply, done) => setSecurityHeaders(request.raw, reply.raw, () => done()))
  if (deps.rateLimits) await app.register(fastifyRateLimit, { ...rateLimit, store: sharedCounts(deps.db, deps.log) })

  for (const service of deps.embedded) await app.register(service)
  await app.register(async (shop) => {
    allowOnlyEndpoints(shop)
    platformRoutes(shop, deps)
    accountsRoutes(shop, deps)
    identityRoutes(shop, deps)
    catalogRoutes(shop, { db: deps.db, copies })
    reviewsRoutes(shop, { db: deps.db, copies })
    const payments = { provider: deps.cardProvider, queueMail: deps.queueMail, log: deps.log }
    ordersRoutes(shop, {
      db: deps.db,
      rules: deps.ordering,
      releasePayment: (orderId) => releasePayment(deps.db, payments, orderId),
      queueMail: deps.queueMail,
    })
    await paymentsRoutes(shop, { ...payments, db: deps.db, cardEventSecret: deps.cardEventSecret })
    notificationsRoutes(shop, deps)
    auditLogRoutes(shop, deps)
    siteContentRoutes(shop, {
      db: deps.db,
      copies,
      queueMail: deps.queueMail,
      publicUrl: () => deps.settings().publicUrl,
    })
    await shop.register((media) => mediaRoutes(media, deps))
  })
  const { metrics, metricsToken } = deps
  if (metrics && metricsToken !== undefined) {
    app.get('/metrics', (request, reply) => {
      if (!mayRead(metricsToken, request.headers.authorization)) throw problem('sign-in-required')
      return metrics.read().then((text) => reply.type(metricsType).header('cache-control', 'no-store').send(text))
    })
  }
  await servePictures(app, deps.pictures)
  if (deps.pages) {
    const call = (endpoint: Endpoint, input: { params?: Record<string, string>; query?: Record<string, string> }) =>
      callInProcess(app, endpoint, input)
    const { cards, identity } = deps.settings()
    await servePages(app, {
      ...deps.pages,
      copies,
      services: { call, settings: deps.settings(), forDevelopers: deps.pages.forDevelopers },
      allowedOrigins: [
        cards.mode === 'stripe' ? stripeOrigins : {},
        deps.identityOrigins,
        deps.pictures.origin ? { 'img-src': [deps.pictures.origin] } : {},
      ],
      // Google's own script writes script addresses as plain text.
      trustedTypes: identity.mode === 'embedded',
    })
  }
  return app
}

const stripeOrigins: AllowedOrigins = {
  'script-src': ['https://js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
}

function createServerApp(deps: AppDeps, copies: Copies): FastifyInstance {
  let draining = false
  const gate = loadGate(usualLoadLimits)
  const app = Fastify({
    loggerInstance: deps.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1024 * 1024,
    trustProxy: deps.trustedProxies > 0 && ((_address: string, hop: number) => hop < deps.trustedProxies),
    requestTimeout: 20_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // What is under way is finished; what comes meanwhile on a living connection is answered, too.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: true,
        multipleOfPrecision: 6,
        formats: requestFormats,
      },
    },
    serverFactory: (handle, options) =>
      createServer(
        { ...(options as object), headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
        (request, response) => {
          // Finished answers leave before any routing; their addresses are our own pages and lists.
          if (copies.serve(request, response)) {
            deps.metrics?.observeRequest({ method: 'GET', route: 'kept copy', status: response.statusCode, seconds: 0 })
            if (deps.log.isLevelEnabled('info')) logCopy(deps.log, request.url ?? '', response.statusCode)
          } else if (gate.enter(request, response)) handle(request, response)
          else
            deps.metrics?.observeRequest({
              method: 'any',
              route: 'turned away',
              status: response.statusCode,
              seconds: 0,
            })
        },
      ),
  })
  const hangUp = watchConnections(app.server)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('preClose', async () => {
    draining = true
    hangUp()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A busy keep-alive client would hold the server open for ever.
    if (draining) reply.header('connection', 'close')
    if (request.headers.authorization !== undefined && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  deps.tracing?.follow(app as unknown as FastifyInstance)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    deps.metrics?.observeRequest({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      refusal: request.refusal,
    })
    // The pattern and not the address: addresses carry e-mails and codes.
    request.log.info({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
  return app as unknown as FastifyInstance
}

function logCopy(log: Logger, route: string, status: number): void {
  log.info({ reqId: crypto.randomUUID(), method: 'GET', route, status, ms: 0 })
}

const rateLimit = {
  max: 1200,
  timeWindow: 60_000,
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
    problem('too-many-requests', { seconds: Math.ceil(ttl / 1000) }),
}

function platformRoutes(app: FastifyInstance, { assertReady, settings, version }: AppDeps): void {
  answerEndpoint(app, getHealth, () => ({ status: 'ok' as const }))
  answerEndpoint(app, getReadiness, async () => {
    await assertReady()
    return { status: 'ready' as const }
  })
  answerEndpoint(app, getVersion, () => version)
  answerEndpoint(app, getOpenApi, () => describeApi(endpointsByDomain, settings().publicUrl))
}

/**
 * Changes whenever a product or a review that everybody sees has changed, in whatever process. It looks at the latest changes
 * only, and at so many that one which commits late is among them.
 */
async function fingerprint(db: Database): Promise<string> {
  const { rows } = await db.execute<{ print: string }>(sql`
    SELECT concat_ws(' ',
      (SELECT sum(id) FROM (SELECT id FROM stock_movements ORDER BY id DESC LIMIT 200) latest),
      (SELECT sum(hashtextextended(concat(id, updated_at), 0))
       FROM (SELECT id, updated_at FROM products ORDER BY updated_at DESC LIMIT 200) latest),
      (SELECT sum(hashtextextended(concat(id, changed_at), 0))
       FROM (SELECT id, changed_at FROM reviews ORDER BY changed_at DESC LIMIT 200) latest),
      (SELECT max(id) FROM site_contents)) AS print`)
  return rows[0]?.print ?? ''
}

/** How loaders ask the API: the same door as HTTP, without the network. */
async function callInProcess(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: { params?: Record<string, string>; query?: Record<string, string> },
): Promise<unknown> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const answer = await app.inject({
    method: endpoint.method,
    url: path,
    ...(input.query ? { query: input.query } : {}),
  })
  const body = answer.json<unknown>()
  if (answer.statusCode < 400) return body
  const { code, facts } = body as ProblemBody
  throw problem(code as ProblemCode, facts)
}
