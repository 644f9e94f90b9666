import { bigint, boolean, integer, json, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type Stripe from 'stripe'

/** Accepts a database or a transaction. */
export type Tx = Pick<NodePgDatabase, 'delete' | 'execute' | 'insert' | 'select' | 'update'>

const cards = pgSchema('cards')
const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const sequence = () => bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity()
const metadata = () => jsonb('metadata').$type<Stripe.Metadata>().notNull()

export const customers = cards.table('customers', {
  id: text('id').primaryKey(),
  createdAt: timestamptz('created_at').notNull(),
  email: text('email'),
  metadata: metadata(),
})
export type CustomerRow = typeof customers.$inferSelect

export const paymentMethods = cards.table('payment_methods', {
  id: text('id').primaryKey(),
  createdAt: timestamptz('created_at').notNull(),
  behavior: text('behaviour').notNull(),
  brand: text('brand').notNull(),
  last4: text('last4').notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  /** The same for each payment method of one card number. */
  fingerprint: text('fingerprint').notNull(),
  billingDetails: jsonb('billing_details').$type<Stripe.PaymentMethod.BillingDetails>().notNull(),
  /** Set while the card is saved. */
  customerId: text('customer'),
})
export type PaymentMethodRow = typeof paymentMethods.$inferSelect

export const paymentIntents = cards.table('payment_intents', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  clientSecret: text('client_secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  amountReceivedCents: bigint('amount_received_cents', { mode: 'number' }).notNull().default(0),
  currency: text('currency').notNull(),
  status: text('status').$type<Stripe.PaymentIntent.Status>().notNull(),
  paymentMethodId: text('payment_method_id'),
  latestChargeId: text('latest_charge_id'),
  customerId: text('customer'),
  setupFutureUsage: text('setup_future_usage').$type<Stripe.PaymentIntent.SetupFutureUsage>(),
  metadata: metadata(),
  lastPaymentError: jsonb('last_payment_error').$type<Stripe.PaymentIntent.LastPaymentError>(),
  challengeId: text('challenge_id'),
  canceledAt: timestamptz('canceled_at'),
})
export type PaymentIntentRow = typeof paymentIntents.$inferSelect

export const setupIntents = cards.table('setup_intents', {
  id: text('id').primaryKey(),
  clientSecret: text('client_secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  customerId: text('customer').notNull(),
  usage: text('usage').notNull(),
  status: text('status').$type<Stripe.SetupIntent.Status>().notNull(),
  paymentMethodId: text('payment_method_id'),
  metadata: metadata(),
  lastSetupError: jsonb('last_setup_error').$type<Stripe.SetupIntent.LastSetupError>(),
  challengeId: text('challenge_id'),
})
export type SetupIntentRow = typeof setupIntents.$inferSelect

export const charges = cards.table('charges', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: timestamptz('created_at').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  paymentMethodId: text('payment_method_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  amountCapturedCents: bigint('amount_captured_cents', { mode: 'number' }).notNull(),
  amountRefundedCents: bigint('amount_refunded_cents', { mode: 'number' }).notNull(),
  status: text('status').$type<'failed' | 'succeeded'>().notNull(),
  captured: boolean('captured').notNull(),
  failureCode: text('failure_code'),
  failureMessage: text('failure_message'),
  declineCode: text('decline_code'),
  disputedAt: timestamptz('disputed_at'),
})
export type ChargeRow = typeof charges.$inferSelect

export const refunds = cards.table('refunds', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: timestamptz('created_at').notNull(),
  chargeId: text('charge_id').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  status: text('status').$type<'canceled' | 'failed' | 'pending' | 'succeeded'>().notNull(),
  reason: text('reason').$type<Stripe.Refund.Reason>(),
  failureReason: text('failure_reason'),
  metadata: metadata(),
  nextStatus: text('turns_into').$type<'failed' | 'succeeded'>(),
  nextStatusAt: timestamptz('turns_at'),
})
export type RefundRow = typeof refunds.$inferSelect

export const disputes = cards.table('disputes', {
  id: text('id').primaryKey(),
  createdAt: timestamptz('created_at').notNull(),
  chargeId: text('charge_id').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<Stripe.Dispute.Status>().notNull(),
  sequence: sequence(),
})
export type DisputeRow = typeof disputes.$inferSelect

export const events = cards.table('events', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: timestamptz('created_at').notNull(),
  type: text('type').notNull(),
  object: jsonb('object').$type<object>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestamptz('next_attempt_at'),
  deliveriesLeft: integer('copies').notNull().default(1),
})
export type EventRow = typeof events.$inferSelect

export const idempotencyKeys = cards.table(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    requestDigest: text('request_digest').notNull(),
    responseStatus: integer('answer_status').notNull(),
    responseBody: json('answer_body').$type<object>().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)
