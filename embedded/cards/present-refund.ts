import type Stripe from 'stripe'
import type { ChargeRow, PaymentIntentRow, RefundRow } from './cards.tables.ts'
import { unixSeconds } from './unix-seconds.ts'

/** A refund in Stripe's words. */
export function presentRefund(row: RefundRow, intent: PaymentIntentRow, charge: ChargeRow): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amountCents,
    balance_transaction: null,
    charge: charge.id,
    created: unixSeconds(row.createdAt),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(row.failureReason === null ? {} : { failure_reason: row.failureReason }),
    metadata: row.metadata,
    payment_intent: intent.id,
    payment_method: charge.paymentMethodId,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  }
}
