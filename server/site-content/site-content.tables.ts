import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SiteContent } from '#contract/site-content.ts'
import { moment } from '#server/platform/moment.ts'

/** Every saved version of the parts that somebody has changed; the newest one holds. */
export const siteContents = pgTable('site_contents', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  content: jsonb('content').$type<Partial<SiteContent>>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
  savedBy: uuid('saved_by'),
})

/** Who wants the news; without a confirmation it is only a wish that somebody typed. */
export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  token: text('token').notNull(),
  askedAt: moment('asked_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
})
