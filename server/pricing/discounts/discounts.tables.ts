import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { discountKinds, discountTargets } from '#contract/apply-discount.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores discounts; what they are for and who used them is in the tables below. */
export const discounts = pgTable('discounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Null for a discount that applies by itself. */
  code: text('code'),
  kind: text('kind', { enum: discountKinds }).notNull(),
  /** Hundredths of a percent, or cents; 0 for free shipping. */
  value: integer('value').notNull(),
  target: text('target', { enum: discountTargets }).notNull(),
  minimumCents: bigint('minimum_cents', { mode: 'number' }).notNull().default(0),
  startsAt: timestamptz('starts_at'),
  endsAt: timestamptz('ends_at'),
  active: boolean('active').notNull().default(true),
  usageLimit: integer('usage_limit'),
  usedCount: integer('used_count').notNull().default(0),
  oncePerBuyer: boolean('once_per_buyer').notNull().default(false),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

export const discountProducts = pgTable(
  'discount_products',
  {
    discountId: uuid('discount_id')
      .notNull()
      .references(() => discounts.id),
    productId: uuid('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.discountId, table.productId] })],
)

export const discountCategories = pgTable(
  'discount_categories',
  {
    discountId: uuid('discount_id')
      .notNull()
      .references(() => discounts.id),
    categoryId: integer('category_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.discountId, table.categoryId] })],
)

/** Records which order uses which discount; an order that is cancelled or expires has none. */
export const discountUses = pgTable('discount_uses', {
  orderId: uuid('order_id').primaryKey(),
  discountId: uuid('discount_id')
    .notNull()
    .references(() => discounts.id),
  buyerId: uuid('buyer_id').notNull(),
  /** From 1, for each buyer. */
  nth: integer('nth').notNull(),
})
