import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { endpointsByDomain } from '#contract/endpoints.ts'
import { storeStyles } from '#contract/store-colors.ts'
import { defaultStore } from '#contract/settings.ts'
import { dataVersion as catalogVersion } from '#server/catalog/data-version.ts'
import { createFitsSitemaps } from '#server/catalog/sitemaps/fits-sitemaps.ts'
import { createProductSitemaps } from '#server/catalog/sitemaps/product-sitemaps.ts'
import { serveSitemaps } from '#server/catalog/sitemaps/serve-sitemaps.ts'
import type { AppDeps } from '#server/composition/app-deps.ts'
import { registerDomains } from '#server/composition/register-domains.ts'
import { createServerApp, limitVisitors } from '#server/edge/create-server-app.ts'
import { servePageAssets } from '#server/edge/page-assets.ts'
import { createResponseCache } from '#server/edge/response-cache.ts'
import { type AllowedOrigins, servePages } from '#server/edge/serve-pages.ts'
import { createAuthentication, createKeyLimit } from '#server/identity/authenticate.ts'
import { dataVersion as legalVersion } from '#server/legal/data-version.ts'
import { serveImages } from '#server/media/serve-images.ts'
import { stripeOrigins } from '#server/payments/card-provider.ts'
import type { Database } from '#server/platform/database/database.ts'
import { onReplica } from '#server/platform/database/read-replicas.ts'
import { callEndpoint } from '#server/platform/http/call-in-process.ts'
import { createCallTurns } from '#server/platform/http/call-turns.ts'
import { commonHeaders } from '#server/platform/http/common-headers.ts'
import { platformRoutes } from '#server/platform/http/platform.routes.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'
import { allowOnlyEndpoints } from '#server/platform/http/register-endpoint.ts'
import { metricsRoute } from '#server/platform/observability/serve-metrics.ts'
import { dataVersion as pricingVersion } from '#server/pricing/data-version.ts'
import { dataVersion as reviewsVersion } from '#server/reviews/data-version.ts'
import { dataVersion as shippingVersion } from '#server/shipping/data-version.ts'
import { areProductPagesPublic } from '#server/site-content/are-product-pages-public.ts'
import { dataVersion as siteVersion } from '#server/site-content/data-version.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { dataVersion as storeVersion } from '#server/store/data-version.ts'
import { presentPageStore } from '#server/store/present-page-store.ts'
import { serveStoreImages } from '#server/store/store-images.ts'
import { dataVersion as taxVersion } from '#server/tax/data-version.ts'
import { dataVersion as vehiclesVersion } from '#server/vehicles/data-version.ts'

/** Builds the server from its dependencies; tests and production differ only in these. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, metrics } = deps
  const overTls = deps.settings().publicUrl.startsWith('https:')
  const headers = commonHeaders({ overTls })
  const readVersion = () => onReplica(() => readDataVersion(deps.db))
  const responseCache = createResponseCache(
    async () => `${deps.db.readSource} ${await readVersion()}`,
    headers,
    () => deps.store.languages(),
  )
  const { log, isStopping, tracing } = deps
  const findStore = async () => {
    const store = await deps.store.readForCall()
    return store && presentPageStore(store, deps.now())
  }
  const app = createServerApp({ config, log, headers, overTls, responseCache, findStore, isStopping, metrics, tracing })

  app.setErrorHandler((error, request, reply) => handleError(error, request, reply))
  if (config.rateLimits) {
    await limitVisitors(app)
    app.decorate('turns', createCallTurns(config.databasePoolSize))
  }
  const limitKey = config.rateLimits ? createKeyLimit(app) : undefined
  app.decorate('authenticate', createAuthentication(deps.db, deps.accessTokenKey, deps.now, limitKey))
  // The plugin limits routes; this is none.
  app.setNotFoundHandler(config.rateLimits ? { preHandler: app.rateLimit() } : {}, (request, reply) =>
    handleError(problem('route-not-found'), request, reply),
  )

  const ofSitemaps = {
    db: deps.db,
    directory: join(config.dataDirectory, 'sitemaps'),
    publicUrl: () => deps.settings().publicUrl,
  }
  const sitemaps = createProductSitemaps(ofSitemaps)
  const fitsSitemaps = createFitsSitemaps(ofSitemaps)
  for (const service of deps.embedded) await app.register(service)
  await app.register(async (shop) => {
    allowOnlyEndpoints(shop)
    const describeShop = async () => ({ name: (await deps.store.read()).name, serverUrl: deps.settings().publicUrl })
    platformRoutes(shop, { ...deps, endpointsByDomain, describeShop })
    await registerDomains(shop, deps, { responseCache, sitemaps, fitsSitemaps })
  })
  const { port, token } = config.metrics ?? {}
  // With a port of their own, the primary process serves them.
  if (metrics && port === undefined && token !== undefined) metricsRoute(app, { metrics, token })
  await serveImages(app, deps.pictures)
  serveSitemaps(app, 'products', async (number) =>
    (await areProductPagesPublic(deps.db)) ? sitemaps.find(number) : undefined,
  )
  serveSitemaps(app, 'fits', (number) => fitsSitemaps.find(number))
  serveStoreImages(app, deps.db)
  if (deps.buildDirectory !== undefined) {
    const call = callEndpoint.bind(undefined, app)
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

/** Returns a version that changes with what public pages show: each domain says it of its own. */
async function readDataVersion(db: Database): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`SELECT concat_ws(' ', ${sql.join([catalogVersion, reviewsVersion, shippingVersion, taxVersion, pricingVersion, storeVersion, legalVersion, siteVersion, vehiclesVersion], sql`, `)}) AS version`,
  )
  return rows[0]?.version ?? ''
}
