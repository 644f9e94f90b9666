import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch } from 'jose'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import { cardsRoutes } from '#embedded/cards/cards-routes.ts'
import { lostWay, unrulyWay } from '#embedded/cards/unruly-way.ts'
import { ensureAccount } from '#embedded/identity/ensure-account.ts'
import { identityRoutes } from '#embedded/identity/identity.routes.ts'
import type { ClientSettings } from '#contract/settings.ts'
import { buildApp } from '#server/app.ts'
import { deliverMail } from '#server/notifications/deliver-mail.ts'
import { createQueueMail, type QueueMail } from '#server/notifications/queue-mail.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
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

const projectId = 'boltyard'

export interface Shop {
  app: FastifyInstance
  db: Database
  mediaDirectory: string
  /** Opens an account at the identity provider without mail or waiting; `created` is false when there was one. */
  openAccount(person: {
    email: string
    password: string
    displayName: string
  }): Promise<{ localId: string; created: boolean }>
  firstPassword: (email: string) => string
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
  /** Tells the person at the terminal about mail that nothing delivers. */
  onUndeliveredMail?: (mail: { to: string; subject: string; text: string }) => void
}

/** Puts the shop together on a migrated database: every part is chosen here, and handed to those who use it. */
export async function openShop(options: OpenOptions): Promise<Shop> {
  const { config, log, now, publicUrl } = options
  const db = openDatabase(options.databaseUrl, log, config.databasePoolSize)
  const mediaDirectory = join(config.dataDirectory, 'media')
  await mkdir(mediaDirectory, { recursive: true })
  const migrations = await listMigrations(migrationFolders)
  const secrets = await loadSecrets(config.dataDirectory, config.secretKey)
  const jobs = await startJobs(options.databaseUrl, log)
  const queueMail = announcing(createQueueMail(jobs, config.smtpUrl !== undefined), options)

  const fetchInProcess = (url: string | URL | Request, init?: RequestInit) => answerInProcess(app, url, init)
  const cardProvider = createCardProvider(config, secrets.cardsSecretKey, fetchInProcess)

  const embedded = [
    identityRoutes({
      db,
      issuer: publicUrl,
      projectId,
      encryptionKey: secrets.identityEncryptionKey,
      authorizedDomains: () => [new URL(publicUrl()).hostname, 'localhost', '127.0.0.1'],
      sendMail: queueMail,
      // No flow that sends a text message is switched on.
      sendSms: () => Promise.reject(new Error('Text messages are not configured.')),
      now,
      limits: config.rateLimits,
    }),
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
    mediaDirectory,
    queueMail,
    cardProvider,
    cardEventSecret: config.cards.mode === 'stripe' ? config.cards.webhookSecret : secrets.cardEventSecret,
    embedded,
    rateLimits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    accessTokenKey: secrets.accessTokenKey,
    ordering: { orderTtlMinutes: config.orderTtlMinutes, limitOpenOrders: config.rateLimits },
    identity: {
      issuer: publicUrl,
      audience: projectId,
      keys: createRemoteJWKSet(new URL('http://identity/.well-known/jwks.json'), { [customFetch]: fetchInProcess }),
    },
    settings: () => clientSettings(config, publicUrl()),
    pages: options.withPages ? { dev: config.dev, buildDirectory: join(root, 'build') } : undefined,
    async assertReady() {
      if (!jobs.isRunning() || !(await areMigrated(db.$client, migrations))) throw problem('unavailable')
    },
  })

  const release = (orderId: string) => releasePayment(db, cardProvider, orderId)
  await jobs.on(
    'expire-orders',
    async () => void (await expireOrders(db, { releasePayment: release, queueMail, log })),
    '* * * * *',
  )
  await jobs.on('reconcile-payments', () => reconcilePayments(db, cardProvider, log), '* * * * *')
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl, { connectionTimeout: 10_000 } as object)
    await jobs.on<{ id: number }>('deliver-mail', ({ id }) => deliverMail(db, transport, config.mailFrom, id))
  }

  return {
    app,
    db,
    mediaDirectory,
    openAccount: (person) => ensureAccount({ db, now }, person),
    firstPassword: secrets.firstPassword,
    async close() {
      await app.close()
      await jobs.stop()
      await db.$client.end()
    },
  }
}

/** Stripe's own client; without an account it talks to the sandbox on this origin. */
function createCardProvider(config: Config, sandboxKey: string, fetchInProcess: typeof fetch): Stripe {
  const options = { maxNetworkRetries: 2, timeout: 10_000, telemetry: false }
  if (config.cards.mode === 'off') {
    const nobody = () => Promise.reject(new Error('No card provider is configured.'))
    return new Stripe(sandboxKey, {
      ...options,
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient(nobody),
    })
  }
  return config.cards.mode === 'stripe'
    ? new Stripe(config.cards.secretKey, options)
    : new Stripe(sandboxKey, { ...options, httpClient: Stripe.createFetchHttpClient(fetchInProcess) })
}

function clientSettings(config: Config, publicUrl: string): ClientSettings {
  const { cards } = config
  return {
    identity: identitySettings(config, publicUrl),
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

function identitySettings(config: Config, publicUrl: string): ClientSettings['identity'] {
  const { identity, oauthProviders, developmentChooser } = config
  if (identity.mode === 'firebase') {
    const { mode, apiKey, authDomain, signInWays } = identity
    return {
      mode,
      apiKey,
      authDomain,
      projectId: identity.projectId,
      providers: signInWays.filter((way) => way !== 'phone'),
      phone: signInWays.includes('phone'),
      developmentChooser: false,
    }
  }
  return {
    mode: 'embedded',
    apiKey: 'boltyard',
    // Without the port: the library must not see a colon.
    authDomain: new URL(publicUrl).hostname,
    projectId,
    providers: [...(developmentChooser ? ['google.com'] : []), ...oauthProviders.map(({ providerId }) => providerId)],
    phone: canText(config),
    developmentChooser,
  }
}

/** In production a code must reach the phone; elsewhere it can be read in the outbox. */
const canText = (config: Config): boolean => config.sms !== undefined || !config.production

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

function announcing(queueMail: QueueMail, { config, onUndeliveredMail }: OpenOptions): QueueMail {
  if (config.smtpUrl || !onUndeliveredMail) return queueMail
  return async (tx, mail) => {
    await queueMail(tx, mail)
    onUndeliveredMail(mail)
  }
}

/** Where this very process listens, seen from this machine. */
function ownUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return undefined
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
