import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { products } from '#server/catalog/catalog.tables.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores who is to be mailed once when a product can be ordered again. */
export const stockNotices = pgTable('stock_notices', {
  id: uuid('id').primaryKey(),
  productId: uuid('product_id')
    .notNull()
    .references(() => products.id),
  /** The account that asked, whose current address counts; null for a visitor. */
  userId: uuid('user_id'),
  /** In lower case. */
  email: text('email').notNull(),
  language: text('language').notNull(),
  /** The secret of the links that confirm and delete the address. */
  token: text('token').notNull(),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  /** Null until the owner of the address has confirmed it. */
  confirmedAt: timestamptz('confirmed_at'),
  /** Null while the product is out of stock. */
  sentAt: timestamptz('sent_at'),
})
