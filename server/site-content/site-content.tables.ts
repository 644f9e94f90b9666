import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores every saved version of the content; the newest one is current. */
export const siteContents = pgTable('site_contents', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  /** The values that differ from the defaults, for all languages. */
  content: jsonb('content').$type<object>().notNull(),
  /** The values of single languages that differ from those for all. */
  translations: jsonb('translations').$type<Partial<Record<Language, object>>>().notNull().default({}),
  savedAt: timestamptz('saved_at').notNull().defaultNow(),
  savedBy: uuid('saved_by'),
})

/** Stores newsletter subscriptions; unconfirmed ones do not count. */
export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  token: text('token').notNull(),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  confirmedAt: timestamptz('confirmed_at'),
})
