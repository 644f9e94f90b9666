import { toAmount } from '#contract/currency.ts'
import type { OrderQuote, ShippingChoice } from '#contract/orders.ts'
import type { Quote } from '#server/orders/quote-order.ts'
import { presentAmounts } from '#server/orders/read-order-amounts.ts'
import type { ShippingOffer } from '#server/shipping/quote-shipping.ts'

/** Presents a quote in the currency of the store. */
export function presentQuote({ amounts, lines, charges, needs, delivery, note, taxIdCountries }: Quote): OrderQuote {
  const { discount, discountCents, shipping, shippingCents } = amounts
  return {
    ...presentAmounts({
      ...amounts,
      discount: discount && { ...discount, amountCents: discountCents },
      shippingCents: shipping && !shipping.isUnpriced ? shippingCents : null,
    }),
    charges,
    needs,
    shippingMethods: delivery?.offers.map(presentOffer) ?? [],
    ...(shipping && { shippingMethod: shipping.id }),
    ...(delivery &&
      delivery.freightLines.length > 0 && {
        freightProducts: delivery.freightLines.flatMap((index) => lines[index]?.productId ?? []),
      }),
    ...(note !== undefined && { note }),
    ...(taxIdCountries && { taxIdCountries: [...taxIdCountries] }),
  }
}

const presentOffer = ({ priceCents, missingForFreeCents, ownName: _, ...offer }: ShippingOffer): ShippingChoice => ({
  ...offer,
  ...(priceCents !== null && { price: toAmount(priceCents) }),
  ...(missingForFreeCents !== undefined && { missingForFree: toAmount(missingForFreeCents) }),
})
