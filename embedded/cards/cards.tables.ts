import { bigint, boolean, integer, json, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type Stripe from 'stripe'

/** The database itself or a transaction on it. */
export type Tx = Pick<NodePgDatabase, 'delete' | 'execute' | 'insert' | 'select' | 'update'>

const cards = pgSchema('cards')
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const sequence = () => bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity()

export const paymentMethods = cards.table('payment_methods', {
  id: text('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  behaviour: text('behaviour').notNull(),
  country: text('country').notNull(),
  coBrand: text('co_brand'),
  brand: text('brand').notNull(),
  funding: text('funding').notNull(),
  last4: text('last4').notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  fingerprint: text('fingerprint').notNull(),
  hasCvc: boolean('has_cvc').notNull(),
  billingDetails: jsonb('billing_details').$type<Stripe.PaymentMethod.BillingDetails>().notNull(),
  metadata: jsonb('metadata').$type<Stripe.Metadata>().notNull(),
  usedAt: moment('used_at'),
})
export type PaymentMethodRow = typeof paymentMethods.$inferSelect

export const paymentIntents = cards.table('payment_intents', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  clientSecret: text('client_secret').notNull(),
  createdAt: moment('created_at').notNull(),
  amountCents: integer('amount_cents').notNull(),
  amountReceivedCents: integer('amount_received_cents').notNull().default(0),
  currency: text('currency').notNull(),
  status: text('status').$type<Stripe.PaymentIntent.Status>().notNull(),
  captureMethod: text('capture_method').notNull(),
  confirmationMethod: text('confirmation_method').notNull(),
  paymentMethodId: text('payment_method_id'),
  latestChargeId: text('latest_charge_id'),
  customer: text('customer'),
  description: text('description'),
  receiptEmail: text('receipt_email'),
  setupFutureUsage: text('setup_future_usage'),
  statementDescriptor: text('statement_descriptor'),
  statementDescriptorSuffix: text('statement_descriptor_suffix'),
  transferGroup: text('transfer_group'),
  automaticPaymentMethods: jsonb('automatic_payment_methods').$type<Stripe.PaymentIntent.AutomaticPaymentMethods>(),
  shipping: jsonb('shipping').$type<Stripe.PaymentIntent.Shipping>(),
  metadata: jsonb('metadata').$type<Stripe.Metadata>().notNull(),
  lastPaymentError: jsonb('last_payment_error').$type<Stripe.PaymentIntent.LastPaymentError>(),
  challengeId: text('challenge_id'),
  canceledAt: moment('canceled_at'),
  cancellationReason: text('cancellation_reason'),
})
export type PaymentIntentRow = typeof paymentIntents.$inferSelect

export const charges = cards.table('charges', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: moment('created_at').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  paymentMethodId: text('payment_method_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  amountCapturedCents: integer('amount_captured_cents').notNull(),
  amountRefundedCents: integer('amount_refunded_cents').notNull(),
  status: text('status').$type<'failed' | 'succeeded'>().notNull(),
  captured: boolean('captured').notNull(),
  authenticated: boolean('authenticated').notNull(),
  failureCode: text('failure_code'),
  failureMessage: text('failure_message'),
  declineCode: text('decline_code'),
  disputedAt: moment('disputed_at'),
})
export type ChargeRow = typeof charges.$inferSelect

export const refunds = cards.table('refunds', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: moment('created_at').notNull(),
  chargeId: text('charge_id').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  status: text('status').$type<'canceled' | 'failed' | 'pending' | 'succeeded'>().notNull(),
  reason: text('reason').$type<Stripe.Refund.Reason>(),
  failureReason: text('failure_reason'),
  metadata: jsonb('metadata').$type<Stripe.Metadata>().notNull(),
  turnsInto: text('turns_into').$type<'failed' | 'succeeded'>(),
  turnsAt: moment('turns_at'),
})
export type RefundRow = typeof refunds.$inferSelect

export const disputes = cards.table('disputes', {
  id: text('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  chargeId: text('charge_id').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<Stripe.Dispute.Status>().notNull(),
  sequence: sequence(),
  evidenceText: text('evidence_text'),
  evidenceAt: moment('evidence_at'),
  metadata: jsonb('metadata').$type<Stripe.Metadata>().notNull().default({}),
})
export type DisputeRow = typeof disputes.$inferSelect

export const events = cards.table('events', {
  id: text('id').primaryKey(),
  sequence: sequence(),
  createdAt: moment('created_at').notNull(),
  type: text('type').notNull(),
  object: jsonb('object').$type<object>().notNull(),
  previousAttributes: jsonb('previous_attributes').$type<object>(),
  requestId: text('request_id'),
  idempotencyKey: text('idempotency_key'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  copies: integer('copies').notNull().default(1),
})
export type EventRow = typeof events.$inferSelect

export const idempotencyKeys = cards.table(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    createdAt: moment('created_at').notNull(),
    requestDigest: text('request_digest').notNull(),
    answerStatus: integer('answer_status').notNull(),
    answerBody: json('answer_body').$type<object>().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)
