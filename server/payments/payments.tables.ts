import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { disputeStates, HeldPayment, Refund } from '#contract/payments.ts'
import { moment } from '#server/platform/moment.ts'

/** The payment intents that were opened for orders; an order has at most one that is neither cancelled nor held. */
export const payments = pgTable('payments', {
  intentId: text('intent_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  succeededAt: moment('succeeded_at'),
  canceledAt: moment('canceled_at'),
  /** What the provider says that arrived. */
  receivedCents: bigint('received_cents', { mode: 'number' }),
  receivedCurrency: text('received_currency'),
  /** Not exactly the order's money: it pays nothing. */
  heldAt: moment('held_at'),
  heldReason: text('held_reason').$type<HeldPayment['reason']>(),
  checkedAt: moment('checked_at'),
})
export type PaymentRow = typeof payments.$inferSelect

/** Money that goes back, in whole or in part. */
export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  reason: text('reason').$type<Refund['reason']>().notNull(),
  note: text('note').notNull().default(''),
  restockedQuantity: integer('restocked_quantity').notNull().default(0),
  state: text('state').$type<Refund['state']>().notNull().default('requested'),
  /** Who began it: an admin, the shop by itself, or somebody at the provider's own dashboard. */
  origin: text('origin', { enum: ['admin', 'shop', 'provider'] }).notNull(),
  requestedAt: moment('requested_at').notNull().defaultNow(),
  requestedBy: uuid('requested_by'),
  idempotencyKey: text('idempotency_key'),
  providerRefundId: text('provider_refund_id').unique(),
  askedAt: moment('asked_at'),
  failure: text('failure'),
  endedAt: moment('ended_at'),
})
export type RefundRow = typeof refunds.$inferSelect

/** Tries to pay with a card, as far as the provider told of them. */
export const paymentAttempts = pgTable('payment_attempts', {
  id: text('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  attemptedAt: moment('attempted_at').notNull(),
  isSuccessful: boolean('is_successful').notNull(),
  brand: text('brand'),
  last4: text('last4'),
  declineCode: text('decline_code'),
  declineReason: text('decline_reason'),
})
export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect

/** What the buyers' banks ask back. */
export const disputes = pgTable('disputes', {
  id: text('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  reason: text('reason').notNull(),
  state: text('state').$type<(typeof disputeStates)[number]>().notNull(),
  openedAt: moment('opened_at').notNull(),
  closedAt: moment('closed_at'),
})
export type DisputeRow = typeof disputes.$inferSelect
