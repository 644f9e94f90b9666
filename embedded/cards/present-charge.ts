import type Stripe from 'stripe'
import type { ChargeRow, PaymentIntentRow, PaymentMethodRow } from './cards.tables.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { getBehaviour } from './test-cards.ts'
import { unixSeconds } from './unix-seconds.ts'

/** A charge in Stripe's words. */
export function presentCharge(row: ChargeRow, intent: PaymentIntentRow, method: PaymentMethodRow): Stripe.Charge {
  const { card, billing_details } = presentPaymentMethod(method)
  if (card === undefined) throw new Error(`Payment method ${method.id} is no card`)
  return {
    id: row.id,
    object: 'charge',
    amount: row.amountCents,
    amount_captured: row.amountCapturedCents,
    amount_refunded: row.amountRefundedCents,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details,
    calculated_statement_descriptor: intent.statementDescriptor ?? 'BOLTYARD',
    captured: row.captured,
    created: unixSeconds(row.createdAt),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: row.disputedAt !== null,
    failure_balance_transaction: null,
    failure_code: row.failureCode,
    failure_message: row.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(row, getBehaviour(method.behaviour).risk),
    paid: row.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: row.status === 'succeeded' ? row.amountCents : null,
        authorization_code: row.status === 'succeeded' ? row.id.slice(-6).toUpperCase() : null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: row.authenticated ? '05' : null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: method.fingerprint,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: row.authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: null,
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    radar_options: {},
    receipt_email: intent.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: row.amountCapturedCents > 0 && row.amountRefundedCents === row.amountCapturedCents,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statementDescriptor,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: row.status,
    transfer_data: null,
    transfer_group: intent.transferGroup,
  }
}

function outcomeOf(row: ChargeRow, risk: 'elevated' | 'highest' | undefined): Stripe.Charge.Outcome {
  const common = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (row.status === 'succeeded')
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: risk ?? 'normal',
      risk_score: risk === undefined ? 12 : 68,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  if (row.declineCode === 'fraudulent')
    return {
      ...common,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 92,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  return {
    ...common,
    network_status: 'declined_by_network',
    reason: row.declineCode ?? row.failureCode,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: `The bank returned the decline code \`${row.declineCode ?? row.failureCode}\`.`,
    type: 'issuer_declined',
  }
}
