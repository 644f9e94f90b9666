import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  authorId: uuid('author_id'),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  designation: text('designation').notNull(),
  message: text('message').notNull(),
  translations: jsonb('translations')
    .$type<Partial<Record<Language, { designation: string; message: string }>>>()
    .notNull()
    .default({}),
  imageUrl: text('image_url').notNull(),
  rating: integer('rating').notNull(),
  publishedAt: timestamptz('published_at').notNull().defaultNow(),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
  hiddenAt: timestamptz('hidden_at'),
  hiddenBy: uuid('hidden_by'),
  /** Set when staff have shown or hidden it; an author's change unsets it. */
  checkedAt: timestamptz('checked_at'),
  withdrawnAt: timestamptz('withdrawn_at'),
})
