import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  identityUid: text('identity_uid').unique(),
  email: text('email').notNull(),
  role: text('role', { enum: ['customer', 'admin'] })
    .notNull()
    .default('customer'),
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
  createdAt: moment('created_at').notNull().defaultNow(),
  emailVerifiedAt: moment('email_verified_at'),
  removedAt: moment('removed_at'),
  removedBy: uuid('removed_by'),
  /** When its owner deleted the account: nothing personal is left. */
  forgottenAt: moment('forgotten_at'),
})
