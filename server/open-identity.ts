import type { FastifyPluginAsync } from 'fastify'
import { createRemoteJWKSet, customFetch } from 'jose'
import type { HashingCost } from '#embedded/identity/hashing-thread.ts'
import { ensureAccount } from '#embedded/identity/ensure-account.ts'
import { identityRoutes } from '#embedded/identity/identity.routes.ts'
import { isSessionAlive } from '#embedded/identity/is-session-alive.ts'
import { WireError } from '#embedded/identity/wire-error.ts'
import type { ClientSettings } from '#contract/settings.ts'
import { type ForgetToo, forgetPerson } from '#server/accounts/forget-person.ts'
import { recordAccountChange } from '#server/audit-log/record-account-change.ts'
import { endAccess } from '#server/identity/end-access.ts'
import type { IdentityProvider } from '#server/identity/exchange-id-token.ts'
import { firebaseOrigins, firebaseProvider } from '#server/identity/firebase-provider.ts'
import { forgetRecipient } from '#server/notifications/forget-recipient.ts'
import { mailBody } from '#server/notifications/mail-body.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { QueueSms } from '#server/notifications/queue-sms.ts'
import { forgetBuyer } from '#server/orders/forget-buyer.ts'
import type { Config, IdentityConfig } from '#server/platform/config.ts'
import { type Database, type Transaction, transaction } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { AllowedOrigins } from '#server/platform/serve-pages.ts'
import { forgetAuthor } from '#server/reviews/forget-author.ts'

/** How people prove who they are in this shop: by the identity service that comes with it, or by a Firebase project. */
export interface OpenIdentity {
  provider: IdentityProvider
  /** What answers on this origin. */
  services: FastifyPluginAsync[]
  /** What pages load from elsewhere. */
  origins: AllowedOrigins
  settings: (publicUrl: string) => ClientSettings['identity']
  /** Opens an account without mail or waiting; undefined where accounts are not ours to open. */
  openAccount: OpenAccount | undefined
  /** Takes everything personal of a user out of the shop; throws `last-admin`. */
  forgetUser: (user: { id: string }) => Promise<void>
}

type OpenedMode = Omit<OpenIdentity, 'forgetUser'>

/** `created` is false when there was an account of this e-mail. */
export type OpenAccount = (person: {
  email: string
  password: string
  displayName: string
}) => Promise<{ localId: string; created: boolean }>

interface OpenIdentityOptions {
  config: Config
  db: Database
  jobs: Jobs
  publicUrl: () => string
  encryptionKey: Buffer
  queueMail: QueueMail
  queueSms: QueueSms
  fetchInProcess: typeof fetch
  now: () => Date
  passwordCost: HashingCost | undefined
}

const projectId = 'boltyard'

export function openIdentity(options: OpenIdentityOptions): OpenIdentity {
  const { db, jobs, config } = options
  const forgetUser = (user: { id: string }) =>
    transaction(db, (tx) => forgetPerson(tx, { id: user.id }, everywhereElse(jobs)))
  const opened =
    config.identity.mode === 'firebase' ? openFirebase(config.identity, config.adminEmail) : openEmbedded(options)
  return { ...opened, forgetUser }
}

type FirebaseConfig = Extract<IdentityConfig, { mode: 'firebase' }>

function openFirebase(identity: FirebaseConfig, adminEmail: string | undefined): OpenedMode {
  const { apiKey, authDomain, signInWays } = identity
  return {
    provider: { ...firebaseProvider(identity), ...(adminEmail === undefined ? {} : { firstAdmin: adminEmail }) },
    services: [],
    origins: firebaseOrigins(identity),
    settings: () => ({
      mode: 'firebase',
      apiKey,
      authDomain,
      projectId: identity.projectId,
      providers: signInWays.filter((way) => way !== 'phone'),
      phone: signInWays.includes('phone'),
      developmentChooser: false,
    }),
    openAccount: undefined,
  }
}

function openEmbedded(options: OpenIdentityOptions): OpenedMode {
  const { config, db, publicUrl, queueMail, now, passwordCost } = options
  const { oauthProviders, developmentChooser } = config
  // In production a code must reach the phone; elsewhere it can be read in the outbox.
  const phone = config.sms !== undefined || !config.production
  const service = identityRoutes({
    db,
    issuer: publicUrl,
    projectId,
    encryptionKey: options.encryptionKey,
    authorizedDomains: () => [new URL(publicUrl()).hostname, 'localhost', '127.0.0.1'],
    sendMail: (tx, { parts, ...mail }) =>
      queueMail(tx, { ...mail, ...mailBody(parts.paragraphs, parts), opensAccount: true }),
    sendSms: options.queueSms,
    now,
    limits: config.rateLimits,
    passwordCost,
    oauthProviders: () => oauthProviders,
    developmentChooser,
    phone: () => phone,
    phoneCountries: () => config.smsCountries,
    phoneTestNumbers: config.smsTestNumbers,
    enumerationProtection: () => config.enumerationProtection,
    endAccess,
    recordChange: recordAccountChange,
    forgetPerson: (tx, person) => forgetPerson(tx, person, everywhereElse(options.jobs)).catch(inWordsOfTheWire),
  })

  return {
    provider: {
      issuer: publicUrl,
      audience: projectId,
      keys: createRemoteJWKSet(new URL('http://identity/.well-known/jwks.json'), {
        [customFetch]: options.fetchInProcess,
      }),
      isAlive: (sessionId) => isSessionAlive({ db }, sessionId),
    },
    services: [service],
    origins: {},
    settings: (url) => ({
      mode: 'embedded',
      apiKey: 'boltyard',
      // Without the port: the library must not see a colon.
      authDomain: new URL(url).hostname,
      projectId,
      providers: [
        ...(developmentChooser ? ['google.com'] : []),
        ...oauthProviders.map((provider) => provider.providerId),
      ],
      phone,
      developmentChooser,
    }),
    openAccount: (person) => ensureAccount({ db, now, passwordCost }, person),
  }
}

/** What the other domains know of a person. */
function everywhereElse(jobs: Jobs): ForgetToo[] {
  async function forgetOrders(tx: Transaction, user: { id: string }): Promise<void> {
    for (const orderId of await forgetBuyer(tx, user)) await jobs.enqueue(tx, 'release-payment', { orderId })
  }
  return [forgetOrders, forgetAuthor, forgetRecipient]
}

/** A refusal of the shop as the library for browsers reads it: LAST_ADMIN becomes auth/last-admin, with our sentence. */
function inWordsOfTheWire(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  throw new WireError(error.code.replaceAll('-', '_').toUpperCase(), error.message)
}
