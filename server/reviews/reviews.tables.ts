import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  authorId: uuid('author_id'),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  designation: text('designation').notNull(),
  message: text('message').notNull(),
  imageUrl: text('image_url').notNull(),
  rating: integer('rating').notNull(),
  publishedAt: moment('published_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
  hiddenAt: moment('hidden_at'),
  hiddenBy: uuid('hidden_by'),
  withdrawnAt: moment('withdrawn_at'),
})
