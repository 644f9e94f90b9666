import type Stripe from 'stripe'
import type { PaymentIntentRow } from './cards.tables.ts'
import { unixSeconds } from './unix-seconds.ts'

/** A payment intent in Stripe's words. */
export function presentPaymentIntent(row: PaymentIntentRow): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: row.amountCents,
    amount_capturable: row.status === 'requires_capture' ? row.amountCents : 0,
    amount_details: { tip: {} },
    amount_received: row.amountReceivedCents,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: row.automaticPaymentMethods,
    canceled_at: row.canceledAt === null ? null : unixSeconds(row.canceledAt),
    cancellation_reason: row.cancellationReason,
    capture_method: row.captureMethod,
    client_secret: row.clientSecret,
    confirmation_method: row.confirmationMethod,
    created: unixSeconds(row.createdAt),
    currency: row.currency,
    customer: row.customer,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lastPaymentError,
    latest_charge: row.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: nextAction(row),
    on_behalf_of: null,
    payment_method: row.paymentMethodId,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receiptEmail,
    review: null,
    setup_future_usage: row.setupFutureUsage,
    shipping: row.shipping,
    source: null,
    statement_descriptor: row.statementDescriptor,
    statement_descriptor_suffix: row.statementDescriptorSuffix,
    status: row.status,
    transfer_data: null,
    transfer_group: row.transferGroup,
  }
}

const publicFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

/** What the holder of the client secret may see: no metadata, no customer, no charge. */
export const publicPart = (intent: Stripe.PaymentIntent): object =>
  Object.fromEntries(Object.entries(intent).filter(([name]) => publicFields.includes(name)))

function nextAction(row: PaymentIntentRow): Stripe.PaymentIntent.NextAction | null {
  if (row.status !== 'requires_action' || row.challengeId === null) return null
  const challenge = {
    type: 'three_d_secure_redirect',
    three_d_secure_2_source: row.challengeId,
    stripe_js: '/cards/challenge',
  }
  return { type: 'use_stripe_sdk', use_stripe_sdk: challenge }
}
