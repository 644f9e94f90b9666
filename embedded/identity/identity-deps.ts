import type { IncomingHttpHeaders } from 'node:http'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { HashingCost } from './hashing-thread.ts'
import type { KeyRing } from './keys.ts'
import type { Language } from './languages.ts'
import type { OAuthClients } from './oauth-clients.ts'
import type { PasswordHasher } from './passwords.ts'
import type { WireRequest } from './wire-body.ts'

export type Database = NodePgDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OutgoingMail {
  to: string
  kind: string
  language: Language
  subject: string
  /** Separate paragraphs, since the host applies its own layout. */
  paragraphs: string[]
  /** The button; a mail about a deleted account has none. */
  action?: { label: string; url: string }
  /** The hash of the code in the link of the button. */
  codeHash?: Buffer
  notes: string[]
}

/** Describes an OAuth provider: google.com, github.com, facebook.com or twitter.com. */
export interface OAuthProvider {
  /** The SDK's name for it. */
  providerId: string
  clientId: string
  clientSecret: string
  /** An OpenID issuer to use in place of Google. */
  issuer?: string
  /** Other endpoints, for tests. */
  endpoints?: ProviderEndpoints
}

export interface ProviderEndpoints {
  authorizationUrl: string
  tokenUrl: string
  /** Without a trailing slash. */
  apiUrl: string
}

/** Lists the dependencies of the identity service. */
export interface IdentityDeps {
  /** Connected and migrated. */
  db: Database
  /** The `iss` of ID tokens and base of mail links: the configured origin, never the Host header. */
  issuer: () => string
  /** `aud` of ID tokens. */
  projectId: string
  /** 32 bytes that seal private keys at rest. */
  encryptionKey: Buffer
  /** Hosts that a link in a mail may lead back to; each covers its subdomains. */
  authorizedDomains: () => readonly string[]
  /** Called inside identity's own transaction: the mail exists if and only if its code does. */
  sendMail(tx: Tx, mail: OutgoingMail): Promise<void>
  /** Returns what mails and texts call the site. */
  siteName(tx: Tx): Promise<string>
  sendSms(tx: Tx, sms: { to: string; text: string }): Promise<void>
  /** Returns the language of the host's pages for a visitor; English if absent. */
  pageLanguage?(headers: IncomingHttpHeaders): Language
  now(): Date
  /** Whether rate limits apply. */
  limits: boolean
  /** Returns the part of an IP address by which limits count a visitor. */
  networkOf: (ipAddress: string) => string
  /** Whether anonymous accounts are allowed; no if absent. */
  anonymous?: () => boolean
  /** None if absent. */
  oauthProviders?: () => readonly OAuthProvider[]
  /** Whether development accounts replace Google until it is configured. Never in production. */
  developmentChooser?: boolean
  /** Whether a text may be the name of a person; absent means any. It refuses what is typed, not what providers say. */
  isPersonName?: (text: string) => boolean
  /** Whether a telephone number signs in and can be a second step; absent means no. */
  phone?: () => boolean
  /** The countries (`US`, `CA`, …) for text messages; all if absent or undefined. */
  phoneCountries?: () => readonly string[] | undefined
  /** Lists numbers in E.164 with a fixed code, to which nothing is sent. Anyone can sign in with them: never set in production. */
  phoneTestNumbers?: ReadonlyMap<string, string>
  /** Defaults to 64 MiB and three passes; tests use less. */
  passwordCost?: HashingCost | undefined
  /**
   * Runs the hashing of a password in its turn: few at once, and those of a network that waits for many after those of others. Throws a
   * WireError if the network has too many waiting.
   */
  hashInTurn: <Result>(network: string, work: () => Promise<Result>) => Promise<Result>
  /** The number of key derivations of a captcha; defaults to some tenths of a second. */
  captchaTries?: { fewest: number; most: number }
  /** Whether answers keep to themselves if an address has an account; absent means yes. */
  enumerationProtection?: () => boolean
  /**
   * Called in identity's transaction when sessions end early: a new password or address, a takeover, sign-out everywhere,
   * disabling, deletion. The host revokes what it issued.
   */
  revokeAccess?(tx: Tx, person: Person): Promise<void>
  /** Called in the transaction that deletes an account on request, before the row is deleted. */
  erasePersonalData?(tx: Tx, person: Person): Promise<void>
  /**
   * Called in the transaction in which the owner of an address reclaims an unverified account. The data of the other person must
   * be erased; the account keeps its id and address.
   */
  reclaimPerson?(tx: Tx, person: Person): Promise<void>
  /** Called in the transaction that changes the address: the host must not identify this person by the old one any more. */
  changeEmail?(tx: Tx, person: Person, to: { email: string; verified: boolean }): Promise<void>
  /** Called with every audit event, in the same transaction. */
  recordAuditEvent?: (tx: Database | Tx, event: AccountEvent) => Promise<void>
}

/** Describes an audit event: never secrets or user input. */
export interface AccountEvent {
  event: string
  /** Absent if the account is unknown. */
  localId?: string | undefined
  /** The sign-in method, or the kind of second factor. */
  method?: string | null | undefined
  ipAddress: string
}

/** Identifies a person for the host by e-mail; an account with only a phone number has none. */
export interface Person {
  localId: string
  email: string | null
}

/** Holds the dependencies and the state of a running service. */
export interface Identity extends IdentityDeps {
  keys: KeyRing
  /** The clients of the other providers. */
  oauth: OAuthClients
  log: FastifyBaseLogger
}

/** Holds a request with the service that answers it. */
export interface Call extends Identity, WireRequest {
  /** The time of the request. */
  at: Date
  /** Hashes in the turn of the caller. */
  passwords: PasswordHasher
}
