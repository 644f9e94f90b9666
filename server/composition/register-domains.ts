import { join } from 'node:path'
import { type FastifyInstance } from 'fastify'
import { defaultLanguage } from '#contract/language.ts'
import { findOwnerEmail } from '#server/accounts/find-owner-email.ts'
import { apiKeysRoutes } from '#server/accounts/api-keys/api-keys.routes.ts'
import { addressesRoutes } from '#server/accounts/addresses/addresses.routes.ts'
import { customersRoutes } from '#server/customers/customers.routes.ts'
import { ownData, personalData } from '#server/composition/personal-data.ts'
import { accountsRoutes } from '#server/accounts/accounts.routes.ts'
import { cartsRoutes } from '#server/carts/carts.routes.ts'
import { orderCart } from '#server/carts/order-cart.ts'
import { documentsRoutes } from '#server/documents/documents.routes.ts'
import { discountsRoutes } from '#server/pricing/discounts/discounts.routes.ts'
import { countTaxedProducts } from '#server/catalog/count-taxed-products.ts'
import { catalogRoutes } from '#server/catalog/catalog.routes.ts'
import { auditLogRoutes } from '#server/audit-log/audit-log.routes.ts'
import { editsRoutes } from '#server/imports/edits/edits.routes.ts'
import { fitsRoutes } from '#server/imports/fits/fits.routes.ts'
import { exportsRoutes } from '#server/imports/exports/exports.routes.ts'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { createTableFiles } from '#server/imports/uploaded-files.ts'
import { importSourcesRoutes } from '#server/imports/sources/sources.routes.ts'
import { importsRoutes } from '#server/imports/imports.routes.ts'
import { identityRoutes } from '#server/identity/identity.routes.ts'
import { legalRoutes } from '#server/legal/legal.routes.ts'
import { mediaRoutes } from '#server/media/media.routes.ts'
import { createImageUrlCheck } from '#server/media/image-url.ts'
import { pricingRoutes } from '#server/pricing/pricing.routes.ts'
import { notificationsRoutes } from '#server/notifications/notifications.routes.ts'
import { emailOfUser, nameOfUser } from '#server/accounts/user-columns.ts'
import { refundFilters } from '#server/payments/find-refunds.ts'
import { findBuyerTotals } from '#server/payments/find-buyer-totals.ts'
import { sellingRoutes } from '#server/setup/selling.routes.ts'
import { findBuyersByOrder } from '#server/orders/find-buyers-by-order.ts'
import { isOnOrder } from '#server/orders/tag-orders.ts'
import { ordersRoutes } from '#server/orders/orders.routes.ts'
import { paymentsRoutes } from '#server/payments/payments.routes.ts'
import { assertNotOfDemo } from '#server/setup/remove-demo-setup.ts'
import { openingRoutes } from '#server/setup/opening.routes.ts'
import { listTestParts } from '#server/setup/list-test-parts.ts'
import { returnsRoutes } from '#server/returns/returns.routes.ts'
import { reportsRoutes } from '#server/reports/reports.routes.ts'
import type { Sitemaps } from '#server/catalog/sitemaps/sitemaps.ts'
import { reviewsRoutes } from '#server/reviews/reviews.routes.ts'
import { type ResponseCache } from '#server/edge/response-cache.ts'
import { countWeightlessProducts } from '#server/catalog/count-weightless-products.ts'
import { findTerms } from '#server/setup/find-terms.ts'
import { findHome } from '#server/setup/find-home.ts'
import { readPlace } from '#server/accounts/addresses/read-address.ts'
import { changeCurrency } from '#server/setup/change-currency.ts'
import { hasCustomerOrders, lockOrders } from '#server/setup/has-customer-orders.ts'
import { countAwaitedTransfers } from '#server/orders/count-awaited-transfers.ts'
import { findShippingLines } from '#server/orders/find-shipping-lines.ts'
import { savedViewsRoutes } from '#server/accounts/saved-views/saved-views.routes.ts'
import { staffRoutes } from '#server/accounts/staff/staff.routes.ts'
import { shippingRoutes } from '#server/shipping/shipping.routes.ts'
import { taxRoutes } from '#server/tax/tax.routes.ts'
import { createVisitCounter } from '#server/visits/count-visits.ts'
import { vehiclesRoutes } from '#server/vehicles/vehicles.routes.ts'
import { visitsRoutes } from '#server/visits/visits.routes.ts'
import { findRegistrationsAt } from '#server/tax/find-registrations-at.ts'
import { storeDay } from '#contract/time-zone.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { findOutsideTerms } from '#server/site-content/find-outside-terms.ts'
import { findReplacedUnits, findReturnable } from '#server/returns/find-returns.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { webhooksRoutes } from '#server/webhooks/webhooks.routes.ts'
import { readStore } from '#server/store/read-store.ts'
import { storeRoutes } from '#server/store/store.routes.ts'
import { assertSellerTaxNumber } from '#server/tax/read-tax-number.ts'
import { changeMainLanguage, hasOwnProducts } from '#server/setup/change-main-language.ts'
import { moveDemo } from '#server/setup/move-demo.ts'
import { siteContentRoutes } from '#server/site-content/site-content.routes.ts'
import type { AppDeps } from '#server/composition/app-deps.ts'
import { areProductPagesPublic } from '#server/site-content/are-product-pages-public.ts'

/** Registers the routes of all domains, and hands each what it needs of others. */
export async function registerDomains(
  shop: FastifyInstance,
  deps: AppDeps,
  {
    responseCache,
    sitemaps,
    fitsSitemaps,
  }: { responseCache: ResponseCache; sitemaps: Sitemaps; fitsSitemaps: Sitemaps },
): Promise<void> {
  const { config } = deps
  const hasStripe = config.cards.mode !== 'off'
  const hasCarriers = config.carriers.mode !== 'off'
  const hasRealPayments = config.cards.mode === 'stripe'
  const renewPages = () => responseCache.renew()
  const limits = config.rateLimits ? deps.limits : undefined
  const assertUploadedImage = createImageUrlCheck(deps.pictures)
  const ordering = { orderTtlMinutes: config.orderTtlMinutes, limitOpenOrders: config.rateLimits }
  const charging = { tax: deps.tax, shipping: deps.shipping, limits }
  accountsRoutes(shop, { ...deps, assertUploadedImage, ownData, personalData })
  staffRoutes(shop, deps)
  savedViewsRoutes(shop, deps)
  apiKeysRoutes(shop, deps)
  addressesRoutes(shop, deps)
  customersRoutes(shop, {
    db: deps.db,
    invitations: deps.invitations,
    enqueueInvitation: deps.enqueueInvitation,
    findBuyerTotals,
    findBuyersByOrder,
    isOnOrder,
    moveRelatedData: deps.moveRelatedData,
  })
  identityRoutes(shop, deps)
  catalogRoutes(shop, {
    countSitemaps: async () => ({
      count: (await areProductPagesPublic(deps.db)) ? await sitemaps.count() : 0,
      fits: await fitsSitemaps.count(),
    }),
    db: deps.db,
    limits: deps.limits,
    responseCache,
    assertUploadedImage,
    nameOfUser,
    queueMail: deps.queueMail,
  })
  pricingRoutes(shop, { db: deps.db, responseCache })
  reviewsRoutes(shop, { db: deps.db, responseCache, assertUploadedImage })
  ordersRoutes(shop, {
    db: deps.db,
    ordering,
    orderCart,
    charging,
    queueMail: deps.queueMail,
    now: deps.now,
    refundFilters,
    findSellerSettings,
    findReturnable,
    findTerms,
  })
  sellingRoutes(shop, {
    db: deps.db,
    hasStripe,
    hasCarriers,
    hasRegister: deps.hasRegister,
    now: deps.now,
    renewPages,
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
    findHome,
    countWeightless: countWeightlessProducts,
  })
  taxRoutes(shop, { ...deps, assertNotOfDemo, countTaxedProducts, findSellerSettings, hasStripe })
  await paymentsRoutes(shop, {
    ...deps,
    charging,
    findSellerSettings,
    findReplacedUnits,
    limits,
    asksFirst: async () => (await readSiteContent(deps.db)).settings.cancellations === 'ask',
  })
  returnsRoutes(shop, {
    ...deps,
    ordering,
    orderCart,
    charging,
    findSellerSettings,
  })
  documentsRoutes(shop, { ...deps, findSellerSettings })
  notificationsRoutes(shop, { ...deps, limits })
  auditLogRoutes(shop, deps)
  webhooksRoutes(shop, { db: deps.db, route: deps.webhookRoute })
  reportsRoutes(shop, deps)
  const visits = createVisitCounter({ db: deps.db, now: deps.now, log: deps.log })
  shop.addHook('onClose', () => visits.stop())
  vehiclesRoutes(shop, deps)
  visitsRoutes(shop, {
    db: deps.db,
    visits,
    isOn: async () => (await readSiteContent(deps.db)).analytics.visits === 'on',
    publicUrl: () => deps.settings().publicUrl,
  })
  openingRoutes(shop, {
    db: deps.db,
    jobs: deps.jobs,
    hasRealPayments,
    hasStripe,
    hasCarriers,
    now: deps.now,
    testParts: listTestParts(config),
    mailServer: deps.mailServer,
    renewPages,
  })
  storeRoutes(shop, {
    ...deps,
    assertUploadedImage,
    responseCache,
    lockOrders,
    hasCustomerOrders: (db) => hasCustomerOrders(db, hasRealPayments),
    countAwaitedTransfers,
    assertTaxNumber: assertSellerTaxNumber,
    changeCurrency,
    changeMainLanguage,
    moveDemo,
    hasOwnProducts,
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
    tables: createTableFiles(config.dataDirectory),
  }
  await shop.register((scope) => importsRoutes(scope, { db: deps.db, jobs: deps.jobs, now: deps.now, ...tables }))
  const { reach, importFolder } = config
  importSourcesRoutes(shop, { ...deps, secrets: deps.importSecrets, reach, importFolder })
  exportsRoutes(shop, deps)
  editsRoutes(shop, deps)
  fitsRoutes(shop, deps)
}
