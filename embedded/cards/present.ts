import type Stripe from 'stripe'
import type {
  ChargeRow,
  CustomerRow,
  DisputeRow,
  EventRow,
  PaymentIntentRow,
  PaymentMethodRow,
  RefundRow,
  SetupIntentRow,
} from './cards.tables.ts'

/** Returns a time as Stripe writes it. */
export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Names the API version of the objects: that of the `stripe` package whose types check them. */
export const apiVersion = '2026-10-28.endive'

export function presentPaymentIntent(row: PaymentIntentRow) {
  return {
    id: row.id,
    object: 'payment_intent',
    amount: row.amountCents,
    amount_received: row.amountReceivedCents,
    canceled_at: row.canceledAt === null ? null : unixSeconds(row.canceledAt),
    client_secret: row.clientSecret,
    created: unixSeconds(row.createdAt),
    currency: row.currency,
    customer: row.customerId,
    last_payment_error: row.lastPaymentError,
    latest_charge: row.latestChargeId,
    livemode: false,
    metadata: row.metadata,
    next_action: presentNextAction(row),
    payment_method: row.paymentMethodId,
    payment_method_types: ['card'],
    setup_future_usage: row.setupFutureUsage,
    status: row.status,
  } satisfies Partial<Stripe.PaymentIntent>
}

/** Presents an intent to the holder of its client secret, without what only the merchant may see. */
export function presentPublicIntent(row: PaymentIntentRow): object {
  const { customer: _customer, latest_charge: _charge, metadata: _metadata, ...rest } = presentPaymentIntent(row)
  return rest
}

export function presentSetupIntent(row: SetupIntentRow) {
  return {
    id: row.id,
    object: 'setup_intent',
    client_secret: row.clientSecret,
    created: unixSeconds(row.createdAt),
    customer: row.customerId,
    last_setup_error: row.lastSetupError,
    livemode: false,
    metadata: row.metadata,
    next_action: presentNextAction(row),
    payment_method: row.paymentMethodId,
    payment_method_types: ['card'],
    status: row.status,
    usage: row.usage,
  } satisfies Partial<Stripe.SetupIntent>
}

/** Presents a setup intent to the holder of its client secret, without what only the merchant may see. */
export function presentPublicSetup(row: SetupIntentRow): object {
  const { customer: _customer, metadata: _metadata, ...rest } = presentSetupIntent(row)
  return rest
}

function presentNextAction(row: Pick<PaymentIntentRow | SetupIntentRow, 'challengeId' | 'status'>) {
  if (row.status !== 'requires_action' || row.challengeId === null) return null
  const challenge = {
    type: 'three_d_secure_redirect',
    three_d_secure_2_source: row.challengeId,
    stripe_js: '/cards/challenge',
  }
  return { type: 'use_stripe_sdk', use_stripe_sdk: challenge } satisfies Stripe.PaymentIntent.NextAction
}

export function presentCharge(row: ChargeRow, intent: PaymentIntentRow, method: PaymentMethodRow) {
  return {
    id: row.id,
    object: 'charge',
    amount: row.amountCents,
    amount_captured: row.amountCapturedCents,
    amount_refunded: row.amountRefundedCents,
    billing_details: method.billingDetails,
    created: unixSeconds(row.createdAt),
    currency: intent.currency,
    disputed: row.disputedAt !== null,
    failure_code: row.failureCode,
    failure_message: row.failureMessage,
    livemode: false,
    outcome: { reason: row.declineCode ?? row.failureCode },
    paid: row.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: { brand: method.brand, last4: method.last4 }, type: 'card' },
    refunded: row.amountCapturedCents > 0 && row.amountRefundedCents === row.amountCapturedCents,
    status: row.status,
  }
}

/** Presents a payment method; the SDK's type demands the fields that nothing reads. */
export function presentPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  return {
    id: row.id,
    object: 'payment_method',
    billing_details: row.billingDetails,
    card: {
      brand: row.brand,
      exp_month: row.expMonth,
      exp_year: row.expYear,
      fingerprint: row.fingerprint || null,
      last4: row.last4,
    },
    created: unixSeconds(row.createdAt),
    customer: row.customerId,
    livemode: false,
    type: 'card',
  } as Stripe.PaymentMethod
}

export const presentCustomer = (row: CustomerRow) =>
  ({
    id: row.id,
    object: 'customer',
    created: unixSeconds(row.createdAt),
    email: row.email,
    livemode: false,
    metadata: row.metadata,
  }) satisfies Partial<Stripe.Customer>

export function presentRefund(row: RefundRow, intent: PaymentIntentRow) {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amountCents,
    charge: row.chargeId,
    created: unixSeconds(row.createdAt),
    currency: intent.currency,
    ...(row.failureReason === null ? {} : { failure_reason: row.failureReason }),
    metadata: row.metadata,
    payment_intent: intent.id,
    reason: row.reason,
    status: row.status,
  } satisfies Partial<Stripe.Refund>
}

export function presentDispute(row: DisputeRow, intent: PaymentIntentRow) {
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amountCents,
    charge: row.chargeId,
    created: unixSeconds(row.createdAt),
    currency: intent.currency,
    livemode: false,
    payment_intent: row.paymentIntentId,
    reason: row.reason,
    status: row.status,
  } satisfies Partial<Stripe.Dispute>
}

/** Presents an event as Stripe sends it to a webhook. */
export const presentEvent = (row: EventRow): object => ({
  id: row.id,
  object: 'event',
  api_version: apiVersion,
  created: unixSeconds(row.createdAt),
  data: { object: row.object },
  livemode: false,
  type: row.type,
})
