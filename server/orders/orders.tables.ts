import { bigint, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

/** A moment that is set is a fact; the state of an order is derived from them. */
export const orders = pgTable('orders', {
  id: uuid('id').primaryKey(),
  buyerId: uuid('buyer_id').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  address: text('address').notNull(),
  phoneNumber: text('phone_number').notNull(),
  totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull().default('usd'),
  idempotencyKey: text('idempotency_key'),
  openSlot: smallint('open_slot'),
  placedAt: moment('placed_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  paidAt: moment('paid_at'),
  transactionId: text('transaction_id').unique(),
  shippedAt: moment('shipped_at'),
  shippedBy: uuid('shipped_by'),
  cancelledAt: moment('cancelled_at'),
  cancelledBy: uuid('cancelled_by'),
  expiredAt: moment('expired_at'),
  refundedAt: moment('refunded_at'),
})

export const orderLines = pgTable('order_lines', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  productId: uuid('product_id').notNull(),
  productName: text('product_name').notNull(),
  quantity: integer('quantity').notNull(),
  unitPriceCents: integer('unit_price_cents').notNull(),
})
