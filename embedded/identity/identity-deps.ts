import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { HashingCost } from './hashing-thread.ts'
import type { KeyRing } from './keys.ts'
import type { OAuthClients } from './oauth-clients.ts'
import type { PasswordHasher } from './passwords.ts'

export type Database = NodePgDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OutgoingMail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
  /** The same in parts, for a host that dresses all its mails alike. */
  parts: { paragraphs: string[]; action: { label: string; url: string }; notes: string[] }
}

/** Another provider whose accounts sign in here: google.com, github.com, facebook.com or twitter.com. */
export interface OAuthProvider {
  /** The SDK's name for it. */
  providerId: string
  clientId: string
  clientSecret: string
  /** Another OpenID provider in Google's place. */
  issuer?: string
  /** Where the other providers answer, if not at their own addresses. */
  endpoints?: ProviderEndpoints
}

export interface ProviderEndpoints {
  authorizationUrl: string
  tokenUrl: string
  /** Without a slash at the end. */
  apiUrl: string
}

/** What the host hands to the identity service; it reaches for nothing else. */
export interface IdentityDeps {
  /** Connected; the migrations of this folder have run on it. */
  db: Database
  /** `iss` of ID tokens and base of the links in mails: the configured origin, never the Host header. */
  issuer: () => string
  /** `aud` of ID tokens. */
  projectId: string
  /** 32 bytes that seal private keys at rest. */
  encryptionKey: Buffer
  /** Hosts that a link in a mail may lead back to; each covers its subdomains. */
  authorizedDomains: () => readonly string[]
  /** Called inside identity's own transaction: the mail exists if and only if its code does. */
  sendMail(tx: Tx, mail: OutgoingMail): Promise<void>
  sendSms(tx: Tx, sms: { to: string; text: string }): Promise<void>
  now(): Date
  /** false turns the rate limits off. */
  limits: boolean
  /** Whether visitors may get an account without any proof of who they are; absent means no. */
  anonymous?: () => boolean
  /** Absent means none. */
  oauthProviders?: () => readonly OAuthProvider[]
  /** Whether made-up accounts stand in for Google's as long as that is not configured. Never in production. */
  developmentChooser?: boolean
  /** Whether a telephone number signs in and can be a second step; absent means no. */
  phone?: () => boolean
  /** The countries (`US`, `CA`, …) that text messages are sent to; absent or undefined means all. */
  phoneCountries?: () => readonly string[] | undefined
  /** Numbers in E.164 with a code that never changes; nothing is sent to them. Refused in production. */
  phoneTestNumbers?: ReadonlyMap<string, string>
  /** Absent means the full cost of 64 MiB and three passes; less is for tests, which make passwords by the thousand. */
  passwordCost?: HashingCost | undefined
  /** How much work a captcha is for a browser, in key derivations; absent means some tenths of a second. */
  captchaTries?: { fewest: number; most: number }
  /** Whether answers keep to themselves if an address has an account; absent means yes. */
  enumerationProtection?: () => boolean
  /**
   * Called inside identity's own transaction whenever sessions of an account end before their time: a new password or
   * address, a provider's takeover, sign-out everywhere, disabling, deletion. What the host gave out ends with them.
   */
  endAccess?(tx: Tx, person: Person): Promise<void>
  /** Called inside the transaction that deletes an account at its owner's wish, before the account goes. */
  forgetPerson?(tx: Tx, person: Person): Promise<void>
  /** Called with everything that this service puts on record, in the same transaction. */
  recordChange?: (tx: Database | Tx, event: AccountEvent) => Promise<void>
}

/** What is on record of an account: never a secret, and nothing that was typed. */
export interface AccountEvent {
  event: string
  /** Absent when nobody is known. */
  localId?: string | undefined
  /** The way in, or the kind of second step. */
  method?: string | null | undefined
  ipAddress: string
}

/** Whom the host knows by e-mail address; there is none for an account that is only a phone number. */
export interface Person {
  localId: string
  email: string | null
}

/** The deps and what one running service keeps beside them. */
export interface Identity extends IdentityDeps {
  keys: KeyRing
  passwords: PasswordHasher
  /** This service as a client of the other providers. */
  oauth: OAuthClients
  log: FastifyBaseLogger
}
