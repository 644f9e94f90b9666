import { bigint, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { timelineKinds } from '#contract/orders.ts'
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
  /** Paid, but without its units. */
  awaitingStockSince: moment('awaiting_stock_since'),
  /** On its way back and arrived there; what has arrived is `refundedCents`. */
  refundAskedCents: bigint('refund_asked_cents', { mode: 'number' }).notNull().default(0),
  refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
  restockedQuantity: integer('restocked_quantity').notNull().default(0),
  disputedAt: moment('disputed_at'),
  productNames: text('product_names').notNull().default(''),
})

/** What happened to an order after it was placed, and by whom; nobody is named when the shop or the provider did it. */
export const orderEvents = pgTable('order_events', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind').$type<OrderEventKind>().notNull(),
  happenedAt: moment('happened_at').notNull().defaultNow(),
  happenedBy: uuid('happened_by'),
  facts: jsonb('facts').$type<OrderEventFacts>().notNull().default({}),
})

export type OrderEventKind = Exclude<(typeof timelineKinds)[number], 'placed'>

export interface OrderEventFacts {
  transactionId?: string
  amountCents?: number
  currency?: string
  units?: number
  /** Why it went back, was held, or failed. */
  reason?: string
}

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
