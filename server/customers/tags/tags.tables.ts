import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { TaggedSubject } from '#contract/tags.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const tags = pgTable('tags', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  subject: text('subject').$type<TaggedSubject>().notNull(),
  name: text('name').notNull(),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

export const customerTags = pgTable(
  'customer_tags',
  {
    userId: uuid('user_id').notNull(),
    tagId: bigint('tag_id', { mode: 'number' }).notNull(),
    taggedBy: uuid('tagged_by').notNull(),
    taggedAt: timestamptz('tagged_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tagId] })],
)
