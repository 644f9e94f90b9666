import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import about from '../package.json' with { type: 'json' }
import type { HashingCost } from '#embedded/identity/hashing-thread.ts'
import { cardsRoutes } from '#embedded/cards/cards-routes.ts'
import { lostWay, unrulyWay } from '#embedded/cards/unruly-way.ts'
import type { ClientSettings } from '#contract/settings.ts'
import { buildApp } from '#server/app.ts'
import { forgetRecipient } from '#server/notifications/forget-recipient.ts'
import { createQueueMail, type UndeliveredMessage } from '#server/notifications/queue-mail.ts'
import { createQueueSms } from '#server/notifications/queue-sms.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import { deliveringOf, startDelivery } from '#server/notifications/start-delivery.ts'
import { type OpenAccount, openIdentity } from '#server/open-identity.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { forgetFinishedBuyers } from '#server/orders/forget-buyer.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { circuit } from '#server/platform/circuit.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { manyDoors } from '#server/platform/many-doors.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { areMigrated, listMigrations, type MigrationFolder } from '#server/platform/migrate.ts'
import { problem } from '#server/platform/problem.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

const root = join(import.meta.dirname, '..')

/** Every room that keeps tables, in the order in which they are made. */
export const migrationFolders: readonly MigrationFolder[] = [
  { room: 'shop', directory: join(root, 'database/migrations') },
  { room: 'identity', directory: join(root, 'embedded/identity/migrations') },
  { room: 'cards', directory: join(root, 'embedded/cards/migrations') },
]

export interface Shop {
  app: FastifyInstance
  db: Database
  pictures: PictureStore
  openAccount: OpenAccount | undefined
  firstPassword: (email: string) => string
  /** Opens the shop to callers, at as many listeners as a crowd needs. */
  open: ReturnType<typeof manyDoors>
  /** Stops taking requests, finishes what is under way, then jobs, then the pool. */
  close(): Promise<void>
}

export interface OpenOptions {
  config: Config
  databaseUrl: string
  /** Where people reach the shop. */
  publicUrl: () => string
  log: Logger
  now: () => Date
  withPages: boolean
  /** Less than usual for tests, which make passwords by the thousand. */
  passwordCost?: HashingCost | undefined
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Tells the person at the terminal about messages that nothing delivers. */
  onUndelivered?: (message: UndeliveredMessage) => void
}

/** Puts the shop together on a migrated database: every part is chosen here, and handed to those who use it. */
export async function openShop(options: OpenOptions): Promise<Shop> {
  const { config, log, now, publicUrl } = options
  const db = openDatabase(options.databaseUrl, log, config.databasePoolSize)
  options.metrics?.watchPool(db.$client)
  const pictures = openPictures(config)
  const migrations = await listMigrations(migrationFolders)
  const secrets = await loadSecrets(config.dataDirectory, config.secretKey)
  const jobs = await startJobs(options.databaseUrl, log)
  const delivering = deliveringOf(config)
  const announce = options.onUndelivered ?? (() => undefined)
  const queueMail = createQueueMail(jobs, delivering.mail, announce)
  const queueSms = createQueueSms(jobs, delivering.sms, announce)

  const fetchInProcess = (url: string | URL | Request, init?: RequestInit) => answerInProcess(app, url, init)
  const cardProvider = createCardProvider(config, secrets.cardsSecretKey, fetchInProcess)

  const identity = openIdentity({
    config,
    db,
    jobs,
    publicUrl,
    encryptionKey: secrets.identityEncryptionKey,
    queueMail,
    queueSms,
    fetchInProcess,
    now,
    passwordCost: options.passwordCost,
  })
  const embedded = [
    ...identity.services,
    ...(config.cards.mode === 'sandbox'
      ? [
          cardsRoutes({
            db,
            secretKey: secrets.cardsSecretKey,
            webhook: {
              url: () => `${ownUrl(app) ?? publicUrl()}/webhooks/stripe`,
              secret: secrets.cardEventSecret,
              ...wayOfEvents(config.cards.events),
            },
            now,
          }),
        ]
      : []),
  ]

  const app: FastifyInstance = await buildApp({
    db,
    log,
    now,
    pictures,
    queueMail,
    cardProvider,
    cardEventSecret: config.cards.mode === 'stripe' ? config.cards.webhookSecret : secrets.cardEventSecret,
    embedded,
    rateLimits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    version: {
      version: about.version,
      schema: migrations.findLast((name) => name.startsWith('shop/')) ?? '',
    },
    metrics: options.metrics,
    metricsToken: config.metrics?.port === undefined ? config.metrics?.token : undefined,
    tracing: options.tracing,
    accessTokenKey: secrets.accessTokenKey,
    ordering: { orderTtlMinutes: config.orderTtlMinutes, limitOpenOrders: config.rateLimits },
    identity: identity.provider,
    identityOrigins: identity.origins,
    forgetUser: identity.forgetUser,
    jobs,
    delivering,
    settings: () => ({ ...clientSettings(config, publicUrl()), identity: identity.settings(publicUrl()) }),
    pages: options.withPages
      ? { dev: config.dev, buildDirectory: join(root, 'build'), forDevelopers: !config.production }
      : undefined,
    async assertReady() {
      if (!jobs.isRunning() || !(await areMigrated(db.$client, migrations))) throw problem('unavailable')
    },
  })
  const open = manyDoors(app)

  const payments = { provider: cardProvider, queueMail, log }
  const release = (orderId: string) => releasePayment(db, payments, orderId)
  await jobs.on(
    'expire-orders',
    async () => void (await expireOrders(db, { releasePayment: release, queueMail, log })),
    '* * * * *',
  )
  await jobs.on('reconcile-payments', () => reconcilePayments(db, payments), '* * * * *')
  await jobs.on<{ orderId: string }>('release-payment', ({ orderId }) => release(orderId))
  await jobs.on(
    'forget-finished-buyers',
    // A day later, so that the last mail about an order has arrived.
    async () => {
      for (const email of await forgetFinishedBuyers(db, 24)) await forgetRecipient(db, { email })
    },
    '17 * * * *',
  )
  await startDelivery(db, jobs, config, now)

  return {
    app,
    db,
    pictures,
    openAccount: identity.openAccount,
    firstPassword: secrets.firstPassword,
    open,
    async close() {
      await app.close()
      await jobs.stop()
      await db.$client.end()
    },
  }
}

/** Stripe's own client; without an account it talks to the sandbox on this origin. */
function createCardProvider(config: Config, sandboxKey: string, fetchInProcess: typeof fetch): Stripe {
  // A person gets an answer within ten seconds, be it that the provider gives none.
  const options = { maxNetworkRetries: 1, timeout: 4500, telemetry: false }
  if (config.cards.mode === 'off') {
    const nobody = () => Promise.reject(new Error('No card provider is configured.'))
    return new Stripe(sandboxKey, {
      ...options,
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient(nobody),
    })
  }
  if (config.cards.mode === 'sandbox')
    return new Stripe(sandboxKey, { ...options, httpClient: Stripe.createFetchHttpClient(fetchInProcess) })
  const { secretKey, apiBase } = config.cards
  return new Stripe(secretKey, {
    ...options,
    ...(apiBase === undefined ? {} : hostOf(apiBase)),
    httpClient: Stripe.createFetchHttpClient(circuit(fetch)),
  })
}

function hostOf(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
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
    currency: 'usd',
    publicUrl,
  }
}

function wayOfEvents(events: 'lost' | 'orderly' | 'unruly') {
  if (events === 'orderly') return {}
  return { way: events === 'unruly' ? () => unrulyWay() : lostWay }
}

/** Speaks to a service that is embedded in this very process over its wire, whatever port we listen on. */
async function answerInProcess(
  app: FastifyInstance,
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { pathname, search } = new URL(url instanceof Request ? url.url : url)
  const answer = await app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init?.headers)),
    ...(init?.body ? { payload: Buffer.from(await new Response(init.body).arrayBuffer()) } : {}),
  })
  return new Response(new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
  })
}

/** Where this very process listens, seen from this machine. */
function ownUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return undefined
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
