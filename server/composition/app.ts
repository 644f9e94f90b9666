import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastifyRateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointsByDomain } from '#contract/endpoints.ts'
import { defaultLanguage } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { storeStyles } from '#contract/store-colors.ts'
import { getHealth, getOpenApi, getReadiness, getVersion } from '#contract/platform.ts'
import { type ClientSettings, defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import { findOwnerEmail } from '#server/accounts/find-owner-email.ts'
import { hashApiKey } from '#server/accounts/api-keys/api-key-secret.ts'
import { apiKeysRoutes } from '#server/accounts/api-keys/api-keys.routes.ts'
import { addressesRoutes } from '#server/accounts/addresses/addresses.routes.ts'
import { type CustomersDeps, customersRoutes } from '#server/customers/customers.routes.ts'
import { accountsRoutes, type AccountsRoutesDeps } from '#server/accounts/accounts.routes.ts'
import { cartsRoutes } from '#server/carts/carts.routes.ts'
import { orderCart } from '#server/carts/order-cart.ts'
import { documentsRoutes } from '#server/documents/documents.routes.ts'
import { discountsRoutes } from '#server/pricing/discounts/discounts.routes.ts'
import { countTaxedProducts } from '#server/catalog/count-taxed-products.ts'
import { catalogRoutes } from '#server/catalog/catalog.routes.ts'
import { auditLogRoutes } from '#server/audit-log/audit-log.routes.ts'
import { bearerToken, createAuthentication } from '#server/identity/authenticate.ts'
import { editsRoutes } from '#server/imports/edits/edits.routes.ts'
import { exportsRoutes } from '#server/imports/exports/exports.routes.ts'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { importsRoutes } from '#server/imports/imports.routes.ts'
import { identityRoutes, type IdentityRoutesDeps } from '#server/identity/identity.routes.ts'
import { listLegalTexts } from '#server/legal/find-legal-texts.ts'
import { legalRoutes } from '#server/legal/legal.routes.ts'
import { mediaRoutes } from '#server/media/media.routes.ts'
import { createImageUrlCheck } from '#server/media/image-url.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { serveImages } from '#server/media/serve-images.ts'
import { pricingRoutes } from '#server/pricing/pricing.routes.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { type NotificationsDeps, notificationsRoutes } from '#server/notifications/notifications.routes.ts'
import { findGroupsOf, groupMemberIds } from '#server/pricing/find-groups-of.ts'
import { emailOfUser, nameOfUser } from '#server/accounts/user-columns.ts'
import { hasFailedRefund } from '#server/payments/find-refunds.ts'
import { findBuyerTotals } from '#server/payments/find-buyer-totals.ts'
import { sellingRoutes } from '#server/setup/selling.routes.ts'
import { isOnOrder } from '#server/orders/tag-orders.ts'
import { ordersRoutes } from '#server/orders/orders.routes.ts'
import type { CardProvider } from '#server/payments/card-provider.ts'
import { paymentsRoutes } from '#server/payments/payments.routes.ts'
import { assertNotOfDemo, findListsBesideOwn } from '#server/setup/remove-demo-setup.ts'
import { openingRoutes } from '#server/setup/opening.routes.ts'
import { listTestParts } from '#server/setup/list-test-parts.ts'
import { reportsRoutes } from '#server/reports/reports.routes.ts'
import { createProductSitemaps } from '#server/catalog/product-sitemaps.ts'
import { serveProductSitemaps } from '#server/catalog/serve-product-sitemaps.ts'
import { reviewsRoutes } from '#server/reviews/reviews.routes.ts'
import type { Config } from '#server/platform/config.ts'
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
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import {
  isHealthCheck,
  createAdmissionControl,
  createOpenBodyLimit,
  createPipeliningLimit,
} from '#server/platform/http/shed-load.ts'
import { isOwnAsset, servePageAssets } from '#server/edge/page-assets.ts'
import { type AllowedOrigins, servePages } from '#server/edge/serve-pages.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Metrics } from '#server/platform/observability/metrics.ts'
import { metricsRoute } from '#server/platform/observability/serve-metrics.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import { countWeightlessProducts } from '#server/catalog/count-weightless-products.ts'
import { findTerms, findTermsAddress } from '#server/setup/find-terms.ts'
import { findHomePlaces } from '#server/setup/find-home-places.ts'
import { readPlace } from '#server/accounts/addresses/read-address.ts'
import { createCallTurns } from '#server/platform/http/call-turns.ts'
import { changeCurrency } from '#server/setup/change-currency.ts'
import { hasCustomerOrders, lockOrders } from '#server/setup/has-customer-orders.ts'
import { countAwaitedTransfers } from '#server/orders/count-awaited-transfers.ts'
import { findShippingLines } from '#server/orders/find-shipping-lines.ts'
import type { Shipping } from '#server/shipping/quote-shipping.ts'
import { savedViewsRoutes } from '#server/accounts/saved-views/saved-views.routes.ts'
import { staffRoutes } from '#server/accounts/staff/staff.routes.ts'
import { shippingRoutes } from '#server/shipping/shipping.routes.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'
import type { EnqueueCheck } from '#server/tax/tax-ids.ts'
import { taxRoutes } from '#server/tax/tax.routes.ts'
import { createVisitCounter } from '#server/visits/count-visits.ts'
import { visitsRoutes } from '#server/visits/visits.routes.ts'
import { findRegistrationsAt } from '#server/tax/find-registrations-at.ts'
import { storeDay } from '#contract/time-zone.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import type { WebhookRoute } from '#server/webhooks/deliver-webhook.ts'
import { webhooksRoutes } from '#server/webhooks/webhooks.routes.ts'
import { presentPageStore } from '#server/store/present-page-store.ts'
import { readStore } from '#server/store/read-store.ts'
import { serveStoreImages } from '#server/store/store-images.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import type { StoreCache } from '#server/store/store-cache.ts'
import { storeRoutes } from '#server/store/store.routes.ts'
import { assertSellerTaxNumber } from '#server/tax/read-tax-number.ts'
import { renameMainFields } from '#server/imports/change-import.ts'
import { changeMainTexts } from '#server/catalog/change-main-texts.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import { renameBaseList } from '#server/pricing/rename-base-list.ts'
import { changeShippingNames } from '#server/shipping/change-shipping-names.ts'
import { changeMainLanguage } from '#server/site-content/update-site-content.ts'
import { siteContentRoutes } from '#server/site-content/site-content.routes.ts'

export interface AppDeps
  extends
    IdentityRoutesDeps,
    Omit<AccountsRoutesDeps, 'assertUploadedImage'>,
    Omit<NotificationsDeps, 'jobs' | 'limits'> {
  config: Config
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'retry' | 'remove'>
  queueMail: QueueMail
  limits: VisitorLimits
  provider: CardProvider
  invitations: CustomersDeps['invitations']
  releasePayment: (orderId: string) => Promise<void>
  tax: Tax
  enqueueCheck: EnqueueCheck
  /** Whether a register of VAT numbers can be asked. */
  hasRegister: boolean
  cardEventSecret: string
  pictures: ImageStore
  shipping: Shipping
  store: StoreCache
  webhookRoute: WebhookRoute
  /** Embedded stand-ins for outside services, served on this origin. */
  embedded: readonly FastifyPluginAsync[]
  /** The output of `react-router build`; undefined serves no pages. */
  buildDirectory: string | undefined
  /** Origins of an external identity provider, for the content security policy. */
  identityOrigins: AllowedOrigins
  settings: () => ClientSettings
  /** Throws what keeps this process from serving. */
  assertReady: () => Promise<void>
  /** Whether this process is about to stop, so that a load balancer takes it out. */
  isStopping: () => boolean
  log: Logger
  /** The version of the code and its newest migration. */
  version: { version: string; schema: string }
  /** Undefined if metrics or traces are disabled. */
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

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
    const assertUploadedImage = createImageUrlCheck(deps.pictures)
    accountsRoutes(shop, { ...deps, assertUploadedImage })
    staffRoutes(shop, deps)
    savedViewsRoutes(shop, deps)
    apiKeysRoutes(shop, deps)
    addressesRoutes(shop, deps)
    customersRoutes(shop, {
      db: deps.db,
      invitations: deps.invitations,
      findBuyerTotals,
      findGroupsOf,
      groupMemberIds,
      isOnOrder,
    })
    identityRoutes(shop, deps)
    catalogRoutes(shop, {
      countSitemaps: async () => ((await areProductPagesPublic(deps.db)) ? sitemaps.count() : 0),
      db: deps.db,
      limits: deps.limits,
      responseCache,
      assertUploadedImage,
      nameOfUser,
    })
    pricingRoutes(shop, { db: deps.db, responseCache })
    reviewsRoutes(shop, { db: deps.db, responseCache, assertUploadedImage })
    ordersRoutes(shop, {
      db: deps.db,
      ordering: { orderTtlMinutes: config.orderTtlMinutes, limitOpenOrders: config.rateLimits },
      orderCart,
      charging: {
        tax: deps.tax,
        shipping: deps.shipping,
        limits: config.rateLimits ? deps.limits : undefined,
      },
      releasePayment: deps.releasePayment,
      queueMail: deps.queueMail,
      hasFailedRefund,
      findTerms,
    })
    sellingRoutes(shop, {
      db: deps.db,
      hasStripe: config.cards.mode !== 'off',
      hasCarriers: config.carriers.mode !== 'off',
      countWeightless: countWeightlessProducts,
      findHomePlaces,
      hasRegister: deps.hasRegister,
      findTermsAddress,
      findSellerSettings,
      assertNotOfDemo,
      findListsBesideOwn,
      now: deps.now,
      renewPages: () => responseCache.renew(),
    })
    discountsRoutes(shop, deps)
    cartsRoutes(shop, deps)
    shippingRoutes(shop, {
      db: deps.db,
      assertNotOfDemo,
      responseCache,
      shipping: deps.shipping,
      carriers: config.carriers.mode,
      findShippingLines,
      readPlace,
      findHomePlaces,
      countWeightless: countWeightlessProducts,
    })
    taxRoutes(shop, { ...deps, assertNotOfDemo, countTaxedProducts, hasStripe: config.cards.mode !== 'off' })
    await paymentsRoutes(shop, { ...deps, findSellerSettings, limits: config.rateLimits ? deps.limits : undefined })
    documentsRoutes(shop, deps)
    notificationsRoutes(shop, { ...deps, limits: config.rateLimits ? deps.limits : undefined })
    auditLogRoutes(shop, deps)
    webhooksRoutes(shop, { db: deps.db, route: deps.webhookRoute })
    reportsRoutes(shop, deps)
    const visits = createVisitCounter({ db: deps.db, now: deps.now, log: deps.log })
    app.addHook('onClose', () => visits.stop())
    visitsRoutes(shop, {
      db: deps.db,
      visits,
      isOn: async () => (await readSiteContent(deps.db)).analytics.visits === 'on',
      publicUrl: () => deps.settings().publicUrl,
    })
    openingRoutes(shop, {
      db: deps.db,
      hasRealPayments: config.cards.mode === 'stripe',
      hasStripe: config.cards.mode !== 'off',
      hasCarriers: config.carriers.mode !== 'off',
      now: deps.now,
      testParts: listTestParts(config),
      mailServer: deps.mailServer,
      hasLegalTexts,
      renewPages: () => responseCache.renew(),
    })
    const hasRealPayments = config.cards.mode === 'stripe'
    storeRoutes(shop, {
      ...deps,
      assertUploadedImage,
      responseCache,
      lockOrders,
      hasCustomerOrders: (db) => hasCustomerOrders(db, hasRealPayments),
      countAwaitedTransfers,
      assertTaxNumber: assertSellerTaxNumber,
      changeCurrency,
      async changeMainLanguage(tx, by, from, to) {
        await changeMainLanguage(tx, by, from, to)
        await changeShippingNames(tx, from, to)
        await renameBaseList(tx, from, to)
        await renameMainFields(deps, tx, from, to)
        return changeMainTexts(tx, deps.jobs, { from, to })
      },
    })
    legalRoutes(shop, {
      db: deps.db,
      responseCache,
      findOutsideTerms,
      findSeller: async (db) => {
        const { company, name, ...store } = await readStore(db)
        const { country, registrations } = await findRegistrationsAt(db, deps.now())
        const day = storeDay(deps.now())
        const vatNumber = registrations.find(
          (one) => one.country === country && one.startsOn <= day && (one.endsOn === null || day <= one.endsOn),
        )?.number
        return { ...store, name: company || name, vatNumber: vatNumber ?? '', publicUrl: deps.settings().publicUrl }
      },
    })
    siteContentRoutes(shop, {
      limits: deps.limits,
      db: deps.db,
      responseCache,
      queueMail: deps.queueMail,
      findOwnerEmail,
      emailOfUser,
      publicUrl: () => deps.settings().publicUrl,
      storeLanguage: () => deps.store.languages()[0] ?? defaultLanguage,
    })
    const uploads = { uploadDirectory: join(config.dataDirectory, 'uploads'), rateLimits: config.rateLimits }
    await shop.register((media) => mediaRoutes(media, { ...deps, ...uploads }))
    const tables = {
      uploadDirectory: join(config.dataDirectory, 'import-files'),
      archives: createArchives(join(config.dataDirectory, 'import-archives')),
    }
    await shop.register((scope) => importsRoutes(scope, { db: deps.db, jobs: deps.jobs, ...tables }))
    exportsRoutes(shop, deps)
    editsRoutes(shop, deps)
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

/** Returns whether everyone sees the pages of products, and search engines may list them. */
async function areProductPagesPublic(db: Database): Promise<boolean> {
  const { settings, search } = await readSiteContent(db)
  return settings.productPages === 'public' && search.indexing === 'shown'
}

/** Returns the address of terms of sale outside the shop; empty if its own hold. */
const findOutsideTerms = async (db: Database) => (await readSiteContent(db)).settings.termsAddress ?? ''

/** Returns whether buyers find terms and privacy: at an address outside, or both published in the main language. */
async function hasLegalTexts(db: Database): Promise<boolean> {
  const outside = await findOutsideTerms(db)
  const texts = await listLegalTexts(db, mainLanguage(), outside)
  const isReady = (kind: string) => texts.some((text) => text.kind === kind && text.language === mainLanguage())
  return outside !== '' || ['terms', 'privacy'].every(isReady)
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

/**
 * Returns a version that changes with any published product, category or review. It covers the latest changes, and enough of them to
 * include one that commits late.
 */
async function readDataVersion(db: Database): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    SELECT concat_ws(' ',
      (SELECT sum(id) FROM (SELECT id FROM stock_movements ORDER BY id DESC LIMIT 200) latest),
      (SELECT sum(hashtextextended(concat(id, updated_at), 0))
       FROM (SELECT id, updated_at FROM products ORDER BY updated_at DESC LIMIT 200) latest),
      (SELECT sum(hashtextextended(concat(id, changed_at), 0))
       FROM (SELECT id, changed_at FROM reviews ORDER BY changed_at DESC LIMIT 200) latest),
      (SELECT sum(hashtextextended(concat(id, updated_at), 0)) FROM categories),
      (SELECT edition FROM attribute_editions),
      (SELECT edition FROM shipping_settings),
      (SELECT edition FROM tax_settings),
      (SELECT concat(max(id), ' ', count(*)) FROM synonyms),
      -- Also what a date has put in force or ended.
      (SELECT sum(hashtextextended(concat(id, updated_at, active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true)), 0))
       FROM price_lists WHERE group_id IS NULL),
      -- With what the announcement's dates have begun or ended.
      (SELECT concat(edition, coalesce((announcement ->> 'startsAt')::timestamptz <= now(), true),
         coalesce((announcement ->> 'endsAt')::timestamptz > now(), true)) FROM store),
      (SELECT count(*) FROM legal_versions),
      (SELECT max(id) FROM site_contents)) AS version`)
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
