import type Stripe from 'stripe'
import type { PaymentMethodRow } from './cards.tables.ts'
import { unixSeconds } from './unix-seconds.ts'

/** A stored payment method in Stripe's words. */
export function presentPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  const check = row.usedAt === null ? 'unchecked' : 'pass'
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: row.billingDetails,
    card: {
      brand: row.brand,
      checks: {
        address_line1_check: row.billingDetails.address?.line1 ? check : null,
        address_postal_code_check: row.billingDetails.address?.postal_code ? check : null,
        cvc_check: row.hasCvc ? check : null,
      },
      country: 'US',
      display_brand: row.brand,
      exp_month: row.expMonth,
      exp_year: row.expYear,
      fingerprint: row.fingerprint,
      funding: row.funding,
      generated_from: null,
      last4: row.last4,
      networks: { available: [row.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixSeconds(row.createdAt),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: row.metadata,
    type: 'card',
  }
}
