import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { type disputeStates, offlineMethods, type UnmatchedPayment, type Refund } from '#contract/payments.ts'
import type { PlacedAmounts } from '#server/orders/read-order-amounts.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Stores the payment intents of orders, and payments that staff have recorded: an order has one live intent at most, or any number of the others. */
export const payments = pgTable('payments', {
  intentId: text('intent_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  succeededAt: timestamptz('succeeded_at'),
  canceledAt: timestamptz('canceled_at'),
  /** The received amount as reported by the provider. */
  receivedCents: bigint('received_cents', { mode: 'number' }),
  receivedCurrency: text('received_currency'),
  /** Set if the payment does not match its order; it pays nothing then. */
  heldAt: timestamptz('held_at'),
  heldReason: text('held_reason').$type<UnmatchedPayment['reason']>(),
  checkedAt: timestamptz('checked_at'),
  method: text('method', { enum: ['card', ...offlineMethods] })
    .notNull()
    .default('card'),
  /** Holds the text of the bank's list or the check. */
  reference: text('reference'),
  recordedBy: uuid('recorded_by'),
  idempotencyKey: text('idempotency_key'),
  requestHash: text('request_hash'),
  /** Set if it was recorded by mistake; `canceledAt` says since when. */
  takenBackBy: uuid('taken_back_by'),
})
export type PaymentRow = typeof payments.$inferSelect

/** Stores the ids of buyers at the card provider, where their saved cards are. */
export const cardCustomers = pgTable('card_customers', {
  userId: uuid('user_id').primaryKey(),
  customerId: text('customer_id').notNull().unique(),
})

/** Stores full and partial refunds, and credits, which no payment is sent back for. */
export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  /** Null for a credit: what an order that is not paid costs less. */
  intentId: text('intent_id'),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  reason: text('reason').$type<Refund['reason']>().notNull(),
  note: text('note').notNull().default(''),
  restockedQuantity: integer('restocked_quantity').notNull().default(0),
  /** Whether it pays the delivery back. */
  withShipping: boolean('with_shipping').notNull().default(false),
  state: text('state').$type<Refund['state']>().notNull().default('requested'),
  /** The initiator: an admin, the buyer, the shop, or the provider's dashboard. */
  origin: text('origin', { enum: ['admin', 'buyer', 'shop', 'provider'] }).notNull(),
  requestedAt: timestamptz('requested_at').notNull().defaultNow(),
  requestedBy: uuid('requested_by'),
  idempotencyKey: text('idempotency_key'),
  providerRefundId: text('provider_refund_id').unique(),
  askedAt: timestamptz('asked_at'),
  failure: text('failure'),
  endedAt: timestamptz('ended_at'),
  /** Holds the text of the bank's list or the check of money that was sent by hand. */
  reference: text('reference'),
  /** The return whose units it pays back. */
  returnId: uuid('return_id'),
  /** The restocking fee that was taken off, with its tax. */
  feeCents: bigint('fee_cents', { mode: 'number' }).notNull().default(0),
  /** Set for money above what its order costs, since it was credited or more was paid: no sale goes back with it. */
  isSurplus: boolean('is_surplus').notNull().default(false),
})
export type RefundRow = typeof refunds.$inferSelect

/** Stores the units of each line that came back with a refund, or are not delivered. */
export const refundLines = pgTable('refund_lines', {
  refundId: uuid('refund_id').notNull(),
  orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
  restockedQuantity: integer('restocked_quantity').notNull(),
  /** Restocked or not. */
  returnedQuantity: integer('returned_quantity').notNull(),
  /** Those of them that had not shipped and are not sent any more. */
  cancelledQuantity: integer('cancelled_quantity').notNull().default(0),
  /** Those of them that had shipped and came back as it was made; units of a return had come before. */
  backQuantity: integer('back_quantity').notNull().default(0),
  /** Whether the restocking fee of the refund is for them. */
  hasFee: boolean('has_fee').notNull().default(false),
})

/** Stores what refunds that have succeeded took back of their orders; that of one that failed afterwards counts no more. `documents` has the paper. */
export const creditNotes = pgTable('credit_notes', {
  refundId: uuid('refund_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  /** From 1 in each order. */
  position: smallint('position').notNull(),
  issuedAt: timestamptz('issued_at').notNull(),
  shippingNetCents: cents('shipping_net_cents'),
  shippingTaxCents: cents('shipping_tax_cents'),
  roundingCents: cents('rounding_cents'),
  /** How its tax is split. */
  taxes: jsonb('taxes').$type<PlacedAmounts['taxes']>().notNull(),
})
export type CreditNoteRow = typeof creditNotes.$inferSelect

/** Stores what a credit note takes back of each line; without units, it reduces the price only. */
export const creditNoteLines = pgTable('credit_note_lines', {
  refundId: uuid('refund_id').notNull(),
  orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
  units: integer('units').notNull(),
  netCents: bigint('net_cents', { mode: 'number' }).notNull(),
  taxCents: bigint('tax_cents', { mode: 'number' }).notNull(),
  /** The restocking fee, which is off both already. */
  feeNetCents: cents('fee_net_cents'),
  feeTaxCents: cents('fee_tax_cents'),
})

/** Stores card payment attempts reported by the provider. */
export const paymentAttempts = pgTable('payment_attempts', {
  id: text('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  attemptedAt: timestamptz('attempted_at').notNull(),
  isSuccessful: boolean('is_successful').notNull(),
  brand: text('brand'),
  last4: text('last4'),
  declineCode: text('decline_code'),
  declineReason: text('decline_reason'),
})
export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect

/** Stores disputes opened by buyers' banks. */
export const disputes = pgTable('disputes', {
  id: text('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  reason: text('reason').notNull(),
  state: text('state').$type<(typeof disputeStates)[number]>().notNull(),
  openedAt: timestamptz('opened_at').notNull(),
  closedAt: timestamptz('closed_at'),
})
export type DisputeRow = typeof disputes.$inferSelect
