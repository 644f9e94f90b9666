import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  identityUid: text('identity_uid').unique(),
  email: text('email').notNull(),
  role: text('role', { enum: ['customer', 'admin'] })
    .notNull()
    .default('customer'),
  /** The role of a member of staff; without meaning for an admin. */
  staffRoleId: uuid('staff_role_id'),
  displayName: text('display_name').notNull().default(''),
  photoUrl: text('photo_url').notNull().default(''),
  education: text('education').notNull().default(''),
  skill: text('skill').notNull().default(''),
  address: text('address').notNull().default(''),
  phone: text('phone').notNull().default(''),
  projectLinks: text('project_links')
    .array()
    .notNull()
    .default(sql`'{"","",""}'`),
  tokenVersion: integer('token_version').notNull().default(0),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  emailVerifiedAt: timestamptz('email_verified_at'),
  /** What is known of the saved addresses, for searches; a trigger keeps it. */
  addressWords: text('address_words').notNull().default(''),
  /** Set from the invitation by an admin to the first sign-in. */
  invitedAt: timestamptz('invited_at'),
  /** The time an admin disabled the user. */
  disabledAt: timestamptz('disabled_at'),
  removedAt: timestamptz('removed_at'),
  removedBy: uuid('removed_by'),
  /** The customer whom staff have merged this one into. */
  mergedInto: uuid('merged_into'),
  /** The time the owner of the address reclaimed the account from an unverified user. */
  reclaimedAt: timestamptz('reclaimed_at'),
  /** The time the account was deleted and its personal data erased. */
  forgottenAt: timestamptz('forgotten_at'),
})
