import {
  bigint,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import type { ProviderProfile } from './provider-profile.ts'

export const identitySchema = pgSchema('identity')

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const signingKeys = identitySchema.table('signing_keys', {
  kid: text('kid').primaryKey(),
  state: text('state').$type<'next' | 'active' | 'retired'>().notNull(),
  publicJwk: jsonb('public_jwk').$type<JWK>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: moment('created_at').notNull(),
  activatedAt: moment('activated_at'),
  retiredAt: moment('retired_at'),
})

export const accounts = identitySchema.table('accounts', {
  localId: text('local_id').primaryKey(),
  email: text('email').unique(),
  phoneNumber: text('phone_number').unique('accounts_phone_number_key'),
  emailVerifiedAt: moment('email_verified_at'),
  passwordHash: text('password_hash'),
  passwordChangedAt: moment('password_changed_at'),
  emailLinkUsedAt: moment('email_link_used_at'),
  displayName: text('display_name'),
  photoUrl: text('photo_url'),
  createdAt: moment('created_at').notNull(),
  lastLoginAt: moment('last_login_at').notNull(),
  validSince: moment('valid_since').notNull(),
  disabledAt: moment('disabled_at'),
})

export const sessions = identitySchema.table(
  'sessions',
  {
    sessionId: text('session_id').primaryKey(),
    localId: text('local_id')
      .notNull()
      .references(() => accounts.localId, { onDelete: 'cascade' }),
    signInProvider: text('sign_in_provider').notNull(),
    authenticatedAt: moment('authenticated_at').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    secondFactor: text('second_factor').$type<SecondFactorKind>(),
    secondFactorId: text('second_factor_id'),
  },
  (table) => [index('sessions_local_id').on(table.localId), index('sessions_last_used_at').on(table.lastUsedAt)],
)

export const refreshTokens = identitySchema.table(
  'refresh_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.sessionId, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('refresh_tokens_session_id').on(table.sessionId)],
)

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
  enrolledAt: moment('enrolled_at').notNull(),
})

export const pendingSignIns = identitySchema.table(
  'pending_sign_ins',
  {
    credentialHash: bytes('credential_hash').primaryKey(),
    localId: text('local_id')
      .notNull()
      .references(() => accounts.localId, { onDelete: 'cascade' }),
    signInProvider: text('sign_in_provider').notNull(),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_local_id').on(table.localId),
    index('pending_sign_ins_expires_at').on(table.expiresAt),
  ],
)

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
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.rawId] }), unique().on(table.localId, table.providerId)],
)

export const pendingProfiles = identitySchema.table(
  'pending_profiles',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    sessionHash: bytes('session_hash'),
    profile: jsonb('profile').$type<ProviderProfile>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('pending_profiles_expires_at').on(table.expiresAt)],
)

export type MailCodePurpose =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'REVERT_SECOND_FACTOR_ADDITION'

export const mailCodes = identitySchema.table(
  'mail_codes',
  {
    codeHash: bytes('code_hash').primaryKey(),
    purpose: text('purpose').$type<MailCodePurpose>().notNull(),
    localId: text('local_id').references(() => accounts.localId, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    newEmail: text('new_email'),
    enrollmentId: text('enrollment_id').references(() => secondFactors.enrollmentId, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('mail_codes_email_purpose').on(table.email, table.purpose),
    index('mail_codes_local_id').on(table.localId),
    index('mail_codes_expires_at').on(table.expiresAt),
  ],
)

export const limitCounters = identitySchema.table(
  'limit_counters',
  {
    name: text('name').primaryKey(),
    hits: integer('hits').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
    blockedUntil: moment('blocked_until'),
    extraTries: integer('extra_tries').notNull().default(0),
  },
  (table) => [index('limit_counters_window_ends_at').on(table.windowEndsAt)],
)

export type PhoneSessionPurpose = 'sign-in' | 'enrollment' | 'second-step' | 'temporary-proof'

export const phoneSessions = identitySchema.table(
  'phone_sessions',
  {
    sessionHash: bytes('session_hash').primaryKey(),
    purpose: text('purpose').$type<PhoneSessionPurpose>().notNull(),
    phoneNumber: text('phone_number').notNull(),
    codeDigest: bytes('code_digest'),
    localId: text('local_id').references(() => accounts.localId, { onDelete: 'cascade' }),
    enrollmentId: text('enrollment_id').references(() => secondFactors.enrollmentId, { onDelete: 'cascade' }),
    credentialHash: bytes('credential_hash').references(() => pendingSignIns.credentialHash, { onDelete: 'cascade' }),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('phone_sessions_expires_at').on(table.expiresAt),
    index('phone_sessions_local_id').on(table.localId),
    index('phone_sessions_enrollment_id').on(table.enrollmentId),
    index('phone_sessions_credential_hash').on(table.credentialHash),
  ],
)

export const usedCaptchas = identitySchema.table(
  'used_captchas',
  {
    signature: text('signature').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('used_captchas_expires_at').on(table.expiresAt)],
)

export const auditEvents = identitySchema.table(
  'audit_events',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    occurredAt: moment('occurred_at').notNull(),
    event: text('event').$type<AuditEvent>().notNull(),
    localId: text('local_id'),
    method: text('method'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    index('audit_events_occurred_at').on(table.occurredAt),
    index('audit_events_local_id').on(table.localId, table.occurredAt),
  ],
)

export type AuditEvent =
  | 'account-created'
  | 'account-deleted'
  | 'account-disabled'
  | 'account-reclaimed'
  | 'email-changed'
  | 'email-recovered'
  | 'email-verified'
  | 'password-changed'
  | 'password-reset'
  | 'phone-added'
  | 'proved-human'
  | 'provider-added'
  | 'provider-removed'
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
