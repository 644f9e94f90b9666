import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  authorId: uuid('author_id'),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  designation: text('designation').notNull(),
  message: text('message').notNull(),
  imageUrl: text('image_url').notNull(),
  rating: integer('rating').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})
