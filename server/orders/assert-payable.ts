import { toAmount } from '#contract/currency.ts'
import type { paymentMethods } from '#contract/orders.ts'
import { isPayableBy, payableRange } from '#contract/payment-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Throws `total-not-payable` if cards cannot pay a total in minor units, and `order-too-large` above what an order can come to. */
export function assertPayable(payBy: (typeof paymentMethods)[number], totalCents: number, currency?: string): void {
  if (isPayableBy(payBy, totalCents, currency)) return
  const { least, most } = payableRange(payBy, currency)
  throw payBy === 'card'
    ? problem('total-not-payable', { least: toAmount(least, currency), most: toAmount(most, currency) })
    : problem('order-too-large', { most: toAmount(most, currency) })
}
