import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

export const products = pgTable('products', {
  id: uuid('id').primaryKey(),
  sku: text('sku'),
  category: text('category'),
  name: text('name').notNull(),
  description: text('description').notNull(),
  imageUrl: text('image_url').notNull(),
  priceCents: integer('price_cents').notNull(),
  minimumQuantity: integer('minimum_quantity').notNull(),
  availableQuantity: integer('available_quantity').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  archivedAt: moment('archived_at'),
  archivedBy: uuid('archived_by'),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
})

/** What came in and went out: a product's available quantity is the sum of its movements. */
export const stockMovements = pgTable('stock_movements', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  productId: uuid('product_id')
    .notNull()
    .references(() => products.id),
  quantity: integer('quantity').notNull(),
  reason: text('reason', {
    enum: ['opening', 'order-placed', 'order-cancelled', 'order-expired', 'correction'],
  }).notNull(),
  orderId: uuid('order_id'),
  /** How often its order has taken or returned units for this reason: one that is taken up again does so twice. */
  round: integer('round').notNull().default(1),
  movedAt: moment('moved_at').notNull().defaultNow(),
  movedBy: uuid('moved_by'),
  /** Why a correction was made, in the words of whoever made it. */
  note: text('note'),
})
