import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ViewedList } from '#contract/saved-views.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const savedViews = pgTable('saved_views', {
  id: uuid('id').primaryKey(),
  list: text('list').$type<ViewedList>().notNull(),
  name: text('name').notNull(),
  /** Of the address of the list, without its question mark. */
  query: text('query').notNull(),
  isShared: boolean('is_shared').notNull().default(false),
  ownerId: uuid('owner_id').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
