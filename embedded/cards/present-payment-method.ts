import type Stripe from 'stripe'
import type { PaymentMethodRow } from './cards.tables.ts'
import { getBehaviour } from './test-cards.ts'
import { unixSeconds } from './unix-seconds.ts'

/** A stored payment method in Stripe's words. */
export function presentPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  const { checks } = getBehaviour(row.behaviour)
  const brands = row.coBrand === null ? [row.brand] : [row.coBrand, row.brand]
  /** Nothing was compared before the card was first charged. */
  const check = (given: unknown, found: 'fail' | 'unavailable' | undefined) =>
    given ? (row.usedAt === null ? 'unchecked' : (found ?? 'pass')) : null
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: row.billingDetails,
    card: {
      brand: row.brand,
      checks: {
        address_line1_check: check(row.billingDetails.address?.line1, checks?.line1),
        address_postal_code_check: check(row.billingDetails.address?.postal_code, checks?.postalCode),
        cvc_check: check(row.hasCvc, checks?.cvc),
      },
      country: row.country,
      display_brand: row.coBrand ?? row.brand,
      exp_month: row.expMonth,
      exp_year: row.expYear,
      fingerprint: row.fingerprint,
      funding: row.funding,
      generated_from: null,
      last4: row.last4,
      networks: { available: brands, preferred: null },
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
