import type Stripe from 'stripe'
import type { DisputeRow, PaymentIntentRow } from './cards.tables.ts'
import { movedMoney } from './moved-money.ts'
import { unixSeconds } from './unix-seconds.ts'

const secondsToAnswer = 9 * 24 * 3600

/** A dispute in Stripe's words. Of the evidence, only its text is kept. */
export function presentDispute(row: DisputeRow, intent: PaymentIntentRow): Stripe.Dispute {
  const created = unixSeconds(row.createdAt)
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amountCents,
    balance_transactions: [],
    charge: row.chargeId,
    created,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, uncategorized_text: row.evidenceText },
    evidence_details: {
      due_by: created + secondsToAnswer,
      enhanced_eligibility: {},
      has_evidence: row.evidenceText !== null,
      past_due: false,
      submission_count: row.evidenceAt === null ? 0 : 1,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: !movedMoney(row.status),
    livemode: false,
    metadata: row.metadata,
    network_reason_code: row.reason === 'fraudulent' ? '10.4' : '13.1',
    payment_intent: row.paymentIntentId,
    reason: row.reason,
    status: row.status,
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
