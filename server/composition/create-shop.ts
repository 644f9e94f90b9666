import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import about from '../../package.json' with { type: 'json' }
import { seed } from '#database/seed.ts'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { seedOrders } from '#database/seed-orders.ts'
import type { HashingCost } from '#embedded/identity/hashing-thread.ts'
import { deleteExpiredCounters } from '#embedded/identity/clean-up-identity.ts'
import { cardsRoutes } from '#embedded/cards/cards.routes.ts'
import { taxRoutes } from '#embedded/tax/tax.routes.ts'
import { chaosDelivery, dropDelivery } from '#embedded/cards/deliver-events.ts'
import { carriersRoutes } from '#embedded/shipping/carriers.routes.ts'
import { payableRange } from '#contract/payment-limits.ts'
import type { ClientSettings } from '#contract/settings.ts'
import { importJob, startPlannedImports } from '#server/imports/change-import.ts'
import { deleteOldImports } from '#server/imports/delete-old-imports.ts'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { createTableFiles, removeTables } from '#server/imports/uploaded-files.ts'
import { deletePictureFiles, deletePicturesJob } from '#server/media/delete-pictures.ts'
import { createPictureLoader } from '#server/imports/pictures/load-pictures.ts'
import { picturesJob } from '#server/imports/pictures/queue-pictures.ts'
import { productUses } from '#server/composition/product-uses.ts'
import { createImportRunner } from '#server/imports/run-imports.ts'
import { runSources, sourcesJob } from '#server/imports/sources/run-sources.ts'
import { settleImports } from '#server/imports/sources/settle-imports.ts'
import { tellLeftOut } from '#server/imports/tell-left-out.ts'
import { buildApp } from '#server/composition/app.ts'
import type { AppDeps } from '#server/composition/app-deps.ts'
import { openDemoApp } from '#server/composition/open-demo-app.ts'
import { resumeJobs } from '#server/backup/resume-jobs.ts'
import { eraseDeletionNotices, eraseRecipient } from '#server/notifications/erase-recipient.ts'
import { createMailQueue } from '#server/composition/mail-queue.ts'
import type { UndeliveredMessage } from '#server/notifications/queue-mail.ts'
import { createQueueSms } from '#server/notifications/queue-sms.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { toStripeAmount } from '#server/platform/stripe-amounts.ts'
import { createMailServer, type MailServer } from '#server/notifications/mail-server.ts'
import { createMailRoutes, readMailSettings } from '#server/notifications/mail-routes.ts'
import { startDelivery } from '#server/notifications/start-delivery.ts'
import { outdatedOrderMail } from '#server/orders/outdated-mail.ts'
import { outdatedReturnMail } from '#server/returns/outdated-mail.ts'
import { outdatedLink } from '#server/notifications/list-messages.ts'
import { outdatedNewsletterMail } from '#server/site-content/subscribe-to-newsletter.ts'
import { createMoveRelatedData } from '#server/composition/create-move-related-data.ts'
import { sendInvitation } from '#server/customers/invite-customer.ts'
import { isMailCodeValid } from '#embedded/identity/mail-codes.ts'
import { createSecretSeal } from '#server/composition/secret-seal.ts'
import { createIdentity } from '#server/composition/create-identity.ts'
import { deleteOldDocuments } from '#server/documents/delete-old-documents.ts'
import { deleteOldVisits } from '#server/visits/count-visits.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { emailOfUser } from '#server/accounts/user-columns.ts'
import { sendNotices } from '#server/catalog/stock-notices/send-notices.ts'
import { rebuildBitmaps } from '#server/catalog/facets/bitmaps.ts'
import { rebuildDictionary } from '#server/catalog/search/rebuild-dictionary.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { readStoreRow } from '#server/store/read-store.ts'
import { mailLowStock } from '#server/reports/mail-low-stock.ts'
import { remindOfTransfers } from '#server/orders/remind-of-transfers.ts'
import { anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { createCardProvider, findAtProvider } from '#server/payments/card-provider.ts'
import { checkCardKey } from '#server/payments/watch-card-key.ts'
import { injectRequest, ownAddress } from '#server/platform/http/call-in-process.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { answerStripeStandIn } from '#server/tax/answer-stripe-stand-in.ts'
import { createTax } from '#server/tax/calculate-tax.ts'
import { checkTaxId, recheckTaxIds } from '#server/tax/check-tax-id.ts'
import type { EnqueueCheck } from '#server/tax/tax-ids.ts'
import { readTexts, readTextsJob } from '#server/vehicles/read-texts.ts'
import { seedVehicles } from '#server/vehicles/seed-vehicles.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { announceShipments } from '#server/orders/shipments/announce-shipments.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import type { Metrics } from '#server/platform/observability/metrics.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import { fitsSchema, listMigrations, type MigrationFolder } from '#server/platform/database/migrate.ts'
import { problem } from '#server/platform/http/problem.ts'
import { createEasyPostRates } from '#server/shipping/easypost-rates.ts'
import { keepQuotes } from '#server/shipping/keep-quotes.ts'
import { createShipping } from '#server/shipping/quote-shipping.ts'
import { deleteOldDeliveries } from '#server/webhooks/erase-deliveries.ts'
import { type InStore, runWithoutStore } from '#server/platform/current-store.ts'
import type { OwnAccounts } from '#server/setup/prepare-shop.ts'
import { createInStore } from '#server/store/in-store.ts'
import { createStoreCache } from '#server/store/store-cache.ts'
import { startWebhooks } from '#server/webhooks/start-webhooks.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

const root = join(import.meta.dirname, '../..')
/** The output of `react-router build`. */
export const buildDirectory = join(root, 'build/pages')

/** Lists the migration folders in the order in which they are applied. */
export const migrationFolders: readonly MigrationFolder[] = [
  { room: 'shop', directory: join(root, 'database/migrations') },
  { room: 'identity', directory: join(root, 'embedded/identity/migrations') },
  { room: 'cards', directory: join(root, 'embedded/cards/migrations') },
]

export interface Shop {
  app: FastifyInstance
  db: Database
  pictures: ImageStore
  ownAccounts: OwnAccounts | undefined
  inStore: InStore
  /** Adds the makes and models with which a shop begins, unless it has some. */
  seedVehicles: () => Promise<void>
  seedDemo: (report: (done: number, of: number) => void) => Promise<unknown>
  seedDemoOrders: () => Promise<unknown>
  firstPassword: (email: string) => string
  mailServer: MailServer
  /** Finds out whether the card provider takes the key of the shop. */
  checkCardKey: () => Promise<void>
  /** Begins to run jobs and to send webhooks. The shop is open by then: a job that kills the process must not keep it from opening. */
  beginJobs(): Promise<void>
  /** Lets health checks say that this process is about to stop, and serves on for as long as load balancers need to notice. */
  drain(): Promise<void>
  /** Stops taking requests, finishes what is under way, then jobs, then the pool. */
  close(): Promise<void>
}

export interface ShopOptions {
  config: Config
  databaseUrl: string
  /** The public URL of the shop. */
  publicUrl: () => string
  log: Logger
  now: () => Date
  withPages: boolean
  /** Lower than the default in tests. */
  passwordCost?: HashingCost | undefined
  /** False in tests, which run the work of the clock themselves. */
  runsByClock?: boolean
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Called for messages that are not delivered, to print them. */
  onUndelivered?: (message: UndeliveredMessage) => void
}

/** Composes the shop on a migrated database from its configuration. */
export const createShop = (options: ShopOptions): Promise<Shop> => runWithoutStore(() => composeShop(options))

async function composeShop(options: ShopOptions): Promise<Shop> {
  const { config, log, now, publicUrl } = options
  const db = openDatabase(options.databaseUrl, log, config.databasePoolSize, {
    Client: options.tracing?.Client,
    timeoutMs: config.databaseTimeoutMs,
    replicaUrls: config.databaseReadUrls,
  })
  options.metrics?.watchDatabase(db)
  const pictures = createImageStore(config)
  const migrations = await listMigrations(migrationFolders)
  const secrets = await loadSecrets(config.dataDirectory, config.secretKey)
  const announce = options.onUndelivered ?? (() => undefined)
  const store = createStoreCache(db)
  const { databaseTimeoutMs } = config
  const inStore = createInStore(() => store.read(), now)
  const jobs = await startJobs(options.databaseUrl, log, { byClock: options.runsByClock, databaseTimeoutMs, inStore })
  const queueMail = createMailQueue(config, { jobs, announce, publicUrl, findStore: store.read })
  const mailRoutes = createMailRoutes(db, {
    config,
    findStore: () => store.read(),
    passwords: createSecretSeal(secrets.mailEncryptionKey),
  })
  const mailServer = createMailServer(mailRoutes.find, now)
  // In the background: a start never waits for the mail server.
  mailServer.hasWorked()
  const queueSms = createQueueSms(jobs, config.sms !== undefined, announce)

  const fetchInProcess = (url: string | URL | Request, init?: RequestInit) => injectRequest(app, url, init)
  const cardProvider = createCardProvider(config.cards, secrets.cardsSecretKey, fetchInProcess, { db, log })

  const tax = createTax({ stripe: cardProvider })
  const { viesUrl } = config
  /** Without a register, an admin verifies the numbers. */
  const enqueueCheck: EnqueueCheck = async (tx, { id, kind }) => {
    if (viesUrl !== undefined && kind === 'eu_vat') await jobs.enqueue(tx, 'check-tax-id', { id })
  }

  const payments = { provider: cardProvider, queueMail, log }
  const release = (orderId: string) => releasePayment(db, payments, orderId)
  const identity = createIdentity({
    config,
    db,
    jobs,
    publicUrl,
    encryptionKey: secrets.identityEncryptionKey,
    queueMail,
    queueSms,
    storeName: async (tx) => (await store.read(tx)).name,
    fetchInProcess,
    now,
    passwordCost: options.passwordCost,
  })
  const { carriers } = config
  const askCarriers =
    carriers.mode === 'off'
      ? undefined
      : createEasyPostRates({
          key: carriers.mode === 'live' ? carriers.key : secrets.carriersKey,
          baseUrl: () => (carriers.mode === 'live' ? carriers.apiBase : ownAddress(app, '/easypost/v2/')),
          log,
        })
  const shipping = createShipping({ findCarrierRates: askCarriers && keepQuotes('easypost', askCarriers) })
  const embedded = [
    ...(carriers.mode === 'test'
      ? [carriersRoutes({ key: secrets.carriersKey, currency: async () => (await store.read()).currency })]
      : []),
    ...identity.services,
    ...(config.cards.mode === 'sandbox'
      ? [
          cardsRoutes({
            db,
            secretKey: secrets.cardsSecretKey,
            webhook: {
              url: () => `${publicUrl()}/webhooks/stripe`,
              secret: secrets.cardEventSecret,
              // Over this machine's own network address, every payment would count as one visitor's.
              fetch: fetchInProcess,
              ...deliveryOf(config.cards.events),
            },
            limitsOf: (currency) => {
              const { least, most } = payableRange('card', currency)
              return { least: toStripeAmount(least, currency), most: toStripeAmount(most, currency) }
            },
            now,
          }),
          taxRoutes({
            secretKey: secrets.cardsSecretKey,
            now,
            calculate: (question) => answerStripeStandIn(db, question),
          }),
        ]
      : []),
  ]

  let isStopping = false
  const webhookRoute = { secretOf: secrets.webhookSecret, reach: config.reach }
  const importSecrets = createSecretSeal(secrets.importSourceKey)
  const deps: AppDeps = {
    webhookRoute,
    importSecrets,
    config,
    db,
    log,
    now,
    pictures,
    queueMail,
    shipping,
    store,
    provider: cardProvider,
    releasePayment: release,
    tax,
    enqueueCheck,
    hasRegister: viesUrl !== undefined,
    cardEventSecret: config.cards.mode === 'stripe' ? config.cards.webhookSecret : secrets.cardEventSecret,
    embedded,
    version: {
      version: about.version,
      schema: migrations.findLast((name) => name.startsWith('shop/')) ?? '',
    },
    metrics: options.metrics,
    tracing: options.tracing,
    accessTokenKey: secrets.accessTokenKey,
    identity: identity.provider,
    identityOrigins: identity.origins,
    accountAdmin: identity.accountAdmin,
    invitations: identity.invitations,
    enqueueInvitation: (tx, user) => jobs.enqueue(tx, 'send-invitation', user),
    moveRelatedData: createMoveRelatedData(jobs),
    eraseUser: identity.eraseUser,
    eraseRelatedData: identity.eraseRelatedData,
    limits: identity.limits,
    jobs,
    findDeliveryPolicy: async () => ({
      mail: mailRoutes.isFixed || (await readMailSettings(db)) !== undefined,
      sms: config.sms !== undefined,
      hidesCredentials: config.production,
    }),
    outdatedMail: sql`coalesce(${outdatedOrderMail}, ${outdatedReturnMail}, ${outdatedNewsletterMail}, ${outdatedLink(isMailCodeValid)})`,
    mailFrom: config.mailFrom,
    mailRoutes,
    mailServer,
    settings: () => ({ ...clientSettings(config, publicUrl()), identity: identity.settings(publicUrl()) }),
    buildDirectory: options.withPages ? buildDirectory : undefined,
    isStopping: () => isStopping,
    async assertReady() {
      if (!(await fitsSchema(db.$client, migrations))) throw problem('unavailable')
    },
  }
  const app: FastifyInstance = await buildApp(deps)

  await jobs.on(
    'expire-orders',
    async () => void (await expireOrders(db, { releasePayment: release, queueMail, log })),
    { cron: '* * * * *' },
  )
  await jobs.on('confirm-orders', () => confirmOrders(db, queueMail, findSellerSettings), { cron: '* * * * *' })
  await jobs.on('announce-shipments', () => announceShipments(db, { queueMail, findSellerSettings }, now()), {
    cron: '* * * * *',
  })
  await jobs.on('send-stock-notices', () => sendNotices(db, { queueMail, emailOfUser }), { cron: '* * * * *' })
  await jobs.on('remind-of-transfers', () => remindOfTransfers(db, queueMail, findSellerSettings), {
    cron: '*/10 * * * *',
  })
  await jobs.on(
    'mail-low-stock',
    () => mailLowStock(db, { queueMail, findRecipient: async (tx) => (await readStoreRow(tx)).lowStockRecipient }),
    { cron: '30 4 * * *' },
  )
  await jobs.on('reconcile-payments', () => reconcilePayments(db, payments), { cron: '* * * * *' })
  await jobs.on<{ orderId: string }>('release-payment', ({ orderId }) => release(orderId))
  await jobs.on<{ customerId: string }>('delete-card-customer', async ({ customerId }) => {
    await findAtProvider(cardProvider.customers.del(customerId))
  })
  await jobs.on(
    'forget-finished-buyers',
    // A day later, so that the last mail about an order has arrived.
    async () => {
      for (const email of await anonymizePastBuyers(db, 24)) await eraseRecipient(db, { email })
      await eraseDeletionNotices(db, 24)
      await deleteExpiredCounters(db, now())
    },
    { cron: '17 * * * *' },
  )
  if (viesUrl !== undefined) {
    const register = { url: viesUrl, fetch, now }
    await jobs.on<{ id: string }>('check-tax-id', ({ id }) => checkTaxId(db, register, id))
    await jobs.on('recheck-tax-ids', () => recheckTaxIds(db, jobs, now()), { cron: '23 3 * * *' })
  }
  await jobs.on<{ id: string }>('send-invitation', (user) =>
    sendInvitation({ db, invitations: identity.invitations }, user),
  )
  await jobs.on('rebuild-facet-bitmaps', () => rebuildBitmaps(db), { cron: '* * * * *' })
  await jobs.on('rebuild-dictionary', async () => void (await rebuildDictionary(db)), { cron: '41 2 * * *' })
  await startDelivery(db, jobs, { ...config, findMailRoute: mailRoutes.find, now })
  // Vehicles, names and answers change what texts say.
  await jobs.on(readTextsJob, () => readTexts(db), { cron: '* * * * *' })
  await jobs.on('delete-old-visits', async () => void (await deleteOldVisits(db, now())), { cron: '29 4 * * *' })
  await jobs.on('delete-old-documents', async () => void (await deleteOldDocuments(db, now())), { cron: '19 4 * * *' })
  await jobs.on('delete-old-webhook-deliveries', () => deleteOldDeliveries(db), { cron: '23 4 * * *' })
  const imports = createImportRunner({ db, log, jobs, productUses })
  const sources = {
    db,
    jobs,
    log,
    now,
    secrets: importSecrets,
    tellStaff: queueMail,
    tables: createTableFiles(config.dataDirectory),
    directory: join(config.dataDirectory, 'import-sources'),
    reach: config.reach,
    importFolder: config.importFolder,
  }
  const runImports = async () => {
    await startPlannedImports({ db, jobs }, now())
    await imports.run()
    await settleImports(sources)
    await tellLeftOut(sources)
  }
  await jobs.on(importJob, runImports, { cron: '* * * * *' })
  await jobs.on(sourcesJob, () => runSources(sources), { cron: '* * * * *' })
  const pictureLoader = createPictureLoader({
    db,
    pictures,
    jobs,
    archives: createArchives(join(config.dataDirectory, 'import-archives')),
    directory: join(config.dataDirectory, 'import-pictures'),
    reach: config.reach,
    log,
  })
  await jobs.on(picturesJob, pictureLoader.run, { cron: '* * * * *' })
  await jobs.on(deletePicturesJob, ({ ids }: { ids: string[] }) => deletePictureFiles(db, pictures, ids))
  const deleteImports = async () => {
    await deleteOldImports(db)
    await removeTables(db, createTableFiles(config.dataDirectory))
  }
  await jobs.on('delete-old-imports', deleteImports, { cron: '37 4 * * *' })
  // Work that a killed process has left is continued at once.
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, picturesJob, {})
    await jobs.enqueue(tx, importJob, {})
  })
  await resumeJobs(db, jobs)
  let webhooks: ReturnType<typeof startWebhooks> | undefined

  return {
    app,
    db,
    pictures,
    ownAccounts: identity.ownAccounts,
    inStore,
    seedVehicles: () => seedVehicles(db, readVehicleSeed),
    seedDemo: (report) => seed(db, { pictures, report }),
    seedDemoOrders: () =>
      seedOrders(db, { databaseUrl: options.databaseUrl, now, openApp: (held, at) => openDemoApp(deps, held, at) }),
    firstPassword: secrets.firstPassword,
    mailServer,
    checkCardKey: () => (config.cards.mode === 'stripe' ? checkCardKey(db, cardProvider) : Promise.resolve()),
    async beginJobs() {
      await jobs.begin()
      webhooks = startWebhooks(db, webhookRoute, { inStore, log })
    },
    async drain() {
      isStopping = true
      await delay(config.drainMs)
    },
    async close() {
      await app.close()
      await webhooks?.stop()
      pictureLoader.stop()
      imports.stop()
      await jobs.stop()
      await db.$client.end()
    },
  }
}

function clientSettings(config: Config, publicUrl: string): Omit<ClientSettings, 'identity'> {
  const { cards } = config
  return {
    cards: {
      mode: cards.mode,
      publishableKey: cards.mode === 'stripe' ? cards.publishableKey : 'pk_test_boltyard',
      scriptUrl: cards.mode === 'stripe' ? 'https://js.stripe.com/v3/' : '/cards/stripe.js',
    },
    startupSpinnerMs: config.startupSpinnerMs,
    publicUrl,
    orderTtlMinutes: config.orderTtlMinutes,
  }
}

function deliveryOf(events: 'chaos' | 'drop' | 'ordered') {
  if (events === 'ordered') return {}
  return { plan: events === 'chaos' ? () => chaosDelivery() : dropDelivery }
}
