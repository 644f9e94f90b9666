import { bigint, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { SiteContent } from '#contract/site-content.ts'
import { moment } from '#server/platform/moment.ts'

/** Every saved version; the newest one holds. */
export const siteContents = pgTable('site_contents', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  content: jsonb('content').$type<SiteContent>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
  savedBy: uuid('saved_by'),
})
