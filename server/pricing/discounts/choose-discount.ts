import {
  type AppliedDiscount,
  bestDiscount,
  type Discount,
  type DiscountLine,
  misfitOf,
} from '#contract/apply-discount.ts'
import { toAmount } from '#contract/currency.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Chooses the best of what `findDiscounts` returned. Throws `discount-no-products` or `discount-below-minimum` if the discount of the
 * buyer's code does not apply to the lines: a code is never ignored in silence.
 */
export function chooseDiscount(
  discounts: readonly Discount[],
  lines: readonly DiscountLine[],
  shippingCents: number,
): AppliedDiscount | null {
  const asked = discounts.find(({ code }) => code !== null)
  const misfit = asked && misfitOf(asked, lines)
  if (misfit) {
    const amounts =
      misfit.code === 'discount-below-minimum'
        ? { minimum: toAmount(misfit.minimumCents), missing: toAmount(misfit.missingCents) }
        : {}
    throw problem(misfit.code, { discount: asked.code ?? '', ...amounts })
  }
  return bestDiscount(discounts, lines, shippingCents)
}
