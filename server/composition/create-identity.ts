import type { FastifyPluginAsync } from 'fastify'
import { createRemoteJWKSet, customFetch } from 'jose'
import type { HashingCost } from '#embedded/identity/hashing-thread.ts'
import { createCaptcha, redeemCaptcha } from '#embedded/identity/captcha.ts'
import { ensureAccount } from '#embedded/identity/ensure-account.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { invitations } from '#embedded/identity/invitations.ts'
import { type IdentityDeps, identityRoutes } from '#embedded/identity/identity.routes.ts'
import { countUse, returnUse } from '#embedded/identity/limits.ts'
import { assertAcceptablePassword } from '#embedded/identity/passwords.ts'
import { accountAdmin } from '#embedded/identity/operator.ts'
import { isSessionAlive } from '#embedded/identity/sessions.ts'
import { tooManyAttempts, WireError } from '#embedded/identity/wire-error.ts'
import { isPersonName } from '#contract/person-name.ts'
import type { ClientSettings } from '#contract/settings.ts'
import type { AccountAdmin } from '#server/accounts/account-admin.ts'
import { type EraseRelatedData, erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import { changeUserEmail } from '#server/accounts/change-user-email.ts'
import { reclaimPerson } from '#server/accounts/reclaim-user.ts'
import { userOfAccount } from '#server/accounts/user-columns.ts'
import { recordAccountEvent } from '#server/audit-log/record-account-event.ts'
import { revokeAccess } from '#server/identity/revoke-access.ts'
import type { IdentityProvider } from '#server/identity/exchange-id-token.ts'
import { eraseCustomer } from '#server/customers/erase-customer.ts'
import type { Invitations } from '#server/accounts/invitations.ts'
import { eraseStockNotices } from '#server/catalog/stock-notices/delete-notices.ts'
import { eraseCarts } from '#server/carts/delete-cart.ts'
import { firebaseInvitations } from '#server/identity/firebase-invitations.ts'
import { firebaseOrigins, firebaseProvider } from '#server/identity/firebase-provider.ts'
import { eraseRecipient } from '#server/notifications/erase-recipient.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { QueueSms } from '#server/notifications/queue-sms.ts'
import { erasePastOrders } from '#server/orders/past-orders.ts'
import { anonymizeBuyer } from '#server/orders/anonymize-buyer.ts'
import { eraseCardCustomer } from '#server/payments/card-customers.ts'
import type { Config, IdentityConfig } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import type { AllowedOrigins } from '#server/edge/serve-pages.ts'
import type { OwnAccounts } from '#server/setup/prepare-shop.ts'
import { eraseMemberships } from '#server/pricing/group-members.ts'
import { eraseImports } from '#server/imports/erase-imports.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import { eraseDeliveries } from '#server/webhooks/erase-deliveries.ts'
import { eraseTaxData } from '#server/tax/erase-tax-data.ts'
import { eraseReturns } from '#server/returns/erase-returns.ts'
import { eraseGarage } from '#server/vehicles/erase-garage.ts'
import { eraseAuthor } from '#server/reviews/erase-author.ts'

/** Describes how users authenticate: by the embedded identity service or by a Firebase project. */
export interface IdentityModule {
  provider: IdentityProvider
  /** The plugins served on this origin. */
  services: FastifyPluginAsync[]
  /** Origins that pages load from. */
  origins: AllowedOrigins
  settings: (publicUrl: string) => ClientSettings['identity']
  /** Undefined where accounts are not ours to open. */
  ownAccounts: OwnAccounts | undefined
  /** Admin operations on accounts; undefined if accounts are managed elsewhere. */
  accountAdmin: AccountAdmin | undefined
  /** Opens accounts for people whom an admin invites. */
  invitations: Invitations
  /** The identity service's limits and proofs of work; in either mode. */
  limits: VisitorLimits
  /** Takes everything personal of a user out of the shop; throws `last-admin`. Undefined where the identity service does it. */
  eraseUser: ((user: { id: string }) => Promise<void>) | undefined
  /** Erases a user's data in other domains. */
  eraseRelatedData: readonly EraseRelatedData[]
}

type IdentityMode = Omit<IdentityModule, 'eraseUser' | 'eraseRelatedData' | 'limits'>

interface IdentityOptions {
  config: Config
  db: Database
  jobs: Jobs
  publicUrl: () => string
  encryptionKey: Buffer
  queueMail: QueueMail
  queueSms: QueueSms
  storeName: (tx: Transaction) => Promise<string>
  fetchInProcess: typeof fetch
  now: () => Date
  passwordCost: HashingCost | undefined
}

const projectId = 'boltyard'
const apiKey = 'boltyard'

export function createIdentity(options: IdentityOptions): IdentityModule {
  const { db, jobs, config } = options
  const eraseRelatedData = createEraseRelatedData(jobs)
  const opened =
    config.identity.mode === 'firebase'
      ? {
          ...createFirebaseIdentity(config.identity, config.adminEmail),
          eraseUser: (user: { id: string }) =>
            db.transaction((tx) => erasePersonalData(tx, { id: user.id }, eraseRelatedData)),
        }
      : { ...createEmbeddedIdentity(options), eraseUser: undefined }
  return { ...opened, eraseRelatedData, limits: visitorLimits(options) }
}

function visitorLimits(deps: Pick<IdentityOptions, 'db' | 'encryptionKey' | 'now'>): VisitorLimits {
  return {
    countUse: (db, name, limit) => countUse({ db, now: deps.now }, name, limit),
    returnUse: (db, name) => returnUse({ db }, name),
    challenge: async () => JSON.stringify(await createCaptcha(deps)),
    isSolved: (proof) =>
      redeemCaptcha(deps, proof).then(
        () => true,
        (error: unknown) => {
          if (error instanceof WireError) return false
          throw error
        },
      ),
  }
}

type FirebaseConfig = Extract<IdentityConfig, { mode: 'firebase' }>

function createFirebaseIdentity(identity: FirebaseConfig, adminEmail: string | undefined): IdentityMode {
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
    ownAccounts: undefined,
    accountAdmin: undefined,
    invitations: firebaseInvitations(identity),
  }
}

function createEmbeddedIdentity(options: IdentityOptions): IdentityMode {
  const { config, db, publicUrl, now, passwordCost } = options
  const { oauthProviders, developmentChooser } = config
  // In production a code must reach the phone; elsewhere it can be read in the outbox.
  const phone = config.sms !== undefined || !config.production
  const service = identityRoutes({
    db,
    issuer: publicUrl,
    projectId,
    encryptionKey: options.encryptionKey,
    authorizedDomains: () => [new URL(publicUrl()).hostname, 'localhost', '127.0.0.1'],
    sendMail: createSendMail(options.queueMail),
    sendSms: options.queueSms,
    siteName: options.storeName,
    pageLanguage: readLanguage,
    now,
    limits: config.rateLimits,
    networkOf: visitorNetwork,
    passwordCost,
    hashInTurn: createHashingTurns(),
    oauthProviders: () => oauthProviders,
    developmentChooser,
    isPersonName,
    phone: () => phone,
    phoneCountries: () => config.smsCountries,
    phoneTestNumbers: config.smsTestNumbers,
    enumerationProtection: () => config.enumerationProtection,
    anonymous: () => config.anonymousAccounts,
    revokeAccess,
    recordAuditEvent: (tx, event) => recordAccountEvent(tx, event, userOfAccount),
    erasePersonalData: (tx, person) =>
      erasePersonalData(tx, person, createEraseRelatedData(options.jobs)).catch(toWireError),
    changeEmail: changeUserEmail,
    reclaimPerson: (tx, person) => reclaimPerson(tx, person, createEraseRelatedData(options.jobs)),
  })

  return {
    provider: {
      issuer: publicUrl,
      audience: projectId,
      keys: createRemoteJWKSet(new URL('http://identity/.well-known/jwks.json'), {
        [customFetch]: options.fetchInProcess,
      }),
      announcesReclaims: true,
      isAlive: (sessionId) => isSessionAlive({ db }, sessionId),
    },
    services: [service],
    origins: {},
    settings: (url) => ({
      mode: 'embedded',
      apiKey,
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
    ownAccounts: { create: (person) => ensureAccount({ db, now, passwordCost }, person), findPasswordFault },
    accountAdmin: createAccountAdmin(options),
    invitations: createInvitations(options),
  }
}

/** Creates the admin operations on accounts of the embedded identity service, for dashboard and command line. */
export function createAccountAdmin({
  db,
  publicUrl,
  queueMail,
  storeName,
  now,
}: Pick<IdentityOptions, 'db' | 'publicUrl' | 'queueMail' | 'storeName' | 'now'>): AccountAdmin {
  const sendMail = createSendMail(queueMail)
  return accountAdmin({ db, now, revokeAccess, issuer: publicUrl, apiKey, sendMail, siteName: storeName })
}

/** Creates the invitations of the embedded identity service. */
function createInvitations({ db, publicUrl, queueMail, storeName, now }: IdentityOptions): Invitations {
  const sendMail = createSendMail(queueMail)
  const service = invitations({ db, now, issuer: publicUrl, apiKey, sendMail, siteName: storeName })
  return {
    async open(person) {
      const localId = await service.open(person)
      if (localId === undefined) throw problem('customer-known')
      return localId
    },
    async send(person) {
      if (!(await service.send(person, mainLanguage()))) throw problem('account-not-found')
    },
  }
}

/** Mails of the identity service look like all others of the shop. */
function createSendMail(queueMail: QueueMail): IdentityDeps['sendMail'] {
  return (tx, mail) => queueMail(tx, { ...mail, opensAccount: true })
}

/** Returns the functions that erase a person's data in the other domains. */
function createEraseRelatedData(jobs: Jobs): EraseRelatedData[] {
  async function anonymizeOrders(tx: Transaction, user: { id: string }): Promise<void> {
    for (const orderId of await anonymizeBuyer(tx, user)) await jobs.enqueue(tx, 'release-payment', { orderId })
  }
  async function eraseCards(tx: Transaction, user: { id: string }): Promise<void> {
    const customerId = await eraseCardCustomer(tx, user)
    if (customerId !== undefined) await jobs.enqueue(tx, 'delete-card-customer', { customerId })
  }
  return [
    eraseDeliveries,
    eraseImports,
    eraseReturns,
    eraseGarage,
    anonymizeOrders,
    erasePastOrders,
    eraseCards,
    eraseCustomer,
    eraseCarts,
    eraseStockNotices,
    eraseMemberships,
    eraseTaxData,
    eraseAuthor,
    eraseRecipient,
  ]
}

/** Creates the turns of passwords: two at once, and of one visitor 32 wait, who all wait for the other visitors. */
export function createHashingTurns(): IdentityDeps['hashInTurn'] {
  const runInTurn = createTurns({ atOnce: 2, perVisitor: 2, waitingPerVisitor: 32, waiting: 256 })
  return (network, work) =>
    runInTurn(network, work).catch((error: unknown) => {
      throw error instanceof Problem ? tooManyAttempts(5) : error
    })
}

/** Converts a problem into an error of the wire: LAST_ADMIN becomes auth/last-admin with our message. */
function toWireError(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  throw new WireError(error.code.replaceAll('-', '_').toUpperCase(), error.message)
}

/** Returns what is wrong with a password, by the rule for all accounts. */
function findPasswordFault(password: string, email: string | undefined): string | undefined {
  try {
    assertAcceptablePassword(password, email)
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error.message.replace(`${error.code} : `, '').replace(/[^.]$/, '$&.')
    throw error
  }
}
