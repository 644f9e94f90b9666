import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores what staff write down about orders. */
export const orderNotes = pgTable('order_notes', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  note: text('note').notNull(),
  writtenBy: uuid('written_by').notNull(),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
})

export const orderTags = pgTable(
  'order_tags',
  {
    orderId: uuid('order_id').notNull(),
    tagId: bigint('tag_id', { mode: 'number' }).notNull(),
    taggedBy: uuid('tagged_by').notNull(),
    taggedAt: timestamptz('tagged_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.tagId] })],
)
