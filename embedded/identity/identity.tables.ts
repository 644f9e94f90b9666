import { bigint, boolean, customType, integer, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import type { Language } from './languages.ts'
import type { ProviderProfile } from './provider-profile.ts'

// Indexes and unique columns are in the migrations alone.
export const identitySchema = pgSchema('identity')

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const signingKeys = identitySchema.table('signing_keys', {
  kid: text('kid').primaryKey(),
  state: text('state').$type<'next' | 'active' | 'retired'>().notNull(),
  publicJwk: jsonb('public_jwk').$type<JWK>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  activatedAt: timestamptz('activated_at'),
  retiredAt: timestamptz('retired_at'),
})

export const accounts = identitySchema.table('accounts', {
  localId: text('local_id').primaryKey(),
  email: text('email'),
  phoneNumber: text('phone_number'),
  phoneLinkedAt: timestamptz('phone_linked_at'),
  emailVerifiedAt: timestamptz('email_verified_at'),
  passwordHash: text('password_hash'),
  passwordChangedAt: timestamptz('password_changed_at'),
  emailLinkUsedAt: timestamptz('email_link_used_at'),
  displayName: text('display_name'),
  photoUrl: text('photo_url'),
  createdAt: timestamptz('created_at').notNull(),
  lastLoginAt: timestamptz('last_login_at').notNull(),
  validSince: timestamptz('valid_since').notNull(),
  disabledAt: timestamptz('disabled_at'),
  /** The language of the pages at the last sign-in. */
  language: text('language').$type<Language>(),
})

export const sessions = identitySchema.table('sessions', {
  sessionId: text('session_id').primaryKey(),
  localId: text('local_id')
    .notNull()
    .references(() => accounts.localId, { onDelete: 'cascade' }),
  signInProvider: text('sign_in_provider').notNull(),
  authenticatedAt: timestamptz('authenticated_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  secondFactor: text('second_factor').$type<SecondFactorKind>(),
  secondFactorId: text('second_factor_id'),
})

export const refreshTokens = identitySchema.table('refresh_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  sessionId: text('session_id')
    .notNull()
    .references(() => sessions.sessionId, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull(),
})

/** Holds the refresh tokens that an account had when it was disabled. */
export const tokensOfDisabled = identitySchema.table('tokens_of_disabled', {
  tokenHash: bytes('token_hash').primaryKey(),
  localId: text('local_id')
    .notNull()
    .references(() => accounts.localId, { onDelete: 'cascade' }),
})

export type SecondFactorKind = 'totp' | 'phone'

export const secondFactors = identitySchema.table('second_factors', {
  enrollmentId: text('enrollment_id').primaryKey(),
  localId: text('local_id')
    .notNull()
    .references(() => accounts.localId, { onDelete: 'cascade' }),
  kind: text('kind').$type<SecondFactorKind>().notNull(),
  displayName: text('display_name'),
  sealedSecret: bytes('sealed_secret'),
  lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  phoneNumber: text('phone_number'),
  enrolledAt: timestamptz('enrolled_at').notNull(),
})

export const recoveryCodes = identitySchema.table('recovery_codes', {
  codeHash: bytes('code_hash').primaryKey(),
  localId: text('local_id')
    .notNull()
    .references(() => accounts.localId, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull(),
})

export const pendingSignIns = identitySchema.table('pending_sign_ins', {
  credentialHash: bytes('credential_hash').primaryKey(),
  localId: text('local_id')
    .notNull()
    .references(() => accounts.localId, { onDelete: 'cascade' }),
  signInProvider: text('sign_in_provider').notNull(),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  expiresAt: timestamptz('expires_at').notNull(),
})

export const linkedProviders = identitySchema.table(
  'linked_providers',
  {
    providerId: text('provider_id').notNull(),
    rawId: text('raw_id').notNull(),
    localId: text('local_id')
      .notNull()
      .references(() => accounts.localId, { onDelete: 'cascade' }),
    federatedId: text('federated_id').notNull(),
    email: text('email'),
    displayName: text('display_name'),
    photoUrl: text('photo_url'),
    linkedAt: timestamptz('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.rawId] })],
)

export const pendingProfiles = identitySchema.table('pending_profiles', {
  tokenHash: bytes('token_hash').primaryKey(),
  sessionHash: bytes('session_hash'),
  profile: jsonb('profile').$type<ProviderProfile>().notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export type MailCodePurpose =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'REVERT_SECOND_FACTOR_ADDITION'

export const mailCodes = identitySchema.table('mail_codes', {
  codeHash: bytes('code_hash').primaryKey(),
  purpose: text('purpose').$type<MailCodePurpose>().notNull(),
  localId: text('local_id').references(() => accounts.localId, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  newEmail: text('new_email'),
  emailVerifiedAt: timestamptz('email_verified_at'),
  enrollmentId: text('enrollment_id').references(() => secondFactors.enrollmentId, { onDelete: 'cascade' }),
  /** Whether the mail told the owner of a change, rather than being asked for. */
  isNotice: boolean('is_notice').notNull().default(false),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export const limitCounters = identitySchema.table('limit_counters', {
  name: text('name').primaryKey(),
  hits: integer('hits').notNull(),
  windowEndsAt: timestamptz('window_ends_at').notNull(),
  blockedUntil: timestamptz('blocked_until'),
  extraTries: integer('extra_tries').notNull().default(0),
})

export type PhoneSessionPurpose = 'sign-in' | 'enrollment' | 'second-step' | 'temporary-proof'

export const phoneSessions = identitySchema.table('phone_sessions', {
  sessionHash: bytes('session_hash').primaryKey(),
  purpose: text('purpose').$type<PhoneSessionPurpose>().notNull(),
  phoneNumber: text('phone_number').notNull(),
  codeDigest: bytes('code_digest'),
  localId: text('local_id').references(() => accounts.localId, { onDelete: 'cascade' }),
  enrollmentId: text('enrollment_id').references(() => secondFactors.enrollmentId, { onDelete: 'cascade' }),
  credentialHash: bytes('credential_hash').references(() => pendingSignIns.credentialHash, { onDelete: 'cascade' }),
  tries: integer('tries').notNull().default(0),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export const usedCaptchas = identitySchema.table('used_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export const auditEvents = identitySchema.table('audit_events', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  occurredAt: timestamptz('occurred_at').notNull(),
  event: text('event').$type<AuditEvent>().notNull(),
  localId: text('local_id'),
  method: text('method'),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
})

export type AuditEvent =
  | 'account-created'
  | 'account-deleted'
  | 'account-disabled'
  | 'account-enabled'
  | 'account-reclaimed'
  | 'email-changed'
  | 'email-recovered'
  | 'email-verified'
  | 'password-changed'
  | 'password-reset'
  | 'password-reset-sent'
  | 'phone-added'
  | 'proved-human'
  | 'provider-added'
  | 'provider-removed'
  | 'recovery-code-used'
  | 'recovery-codes-created'
  | 'second-factor-added'
  | 'second-factor-failed'
  | 'second-factor-removed'
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'

export type Account = typeof accounts.$inferSelect
export type Session = typeof sessions.$inferSelect
export type LinkedProvider = typeof linkedProviders.$inferSelect
export type SecondFactor = typeof secondFactors.$inferSelect
export type PhoneSession = typeof phoneSessions.$inferSelect
export type MailCode = typeof mailCodes.$inferSelect
