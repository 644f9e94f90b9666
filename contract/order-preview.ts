import { type Static, Type } from 'typebox'
import { RefusedLine } from '#contract/assess-line.ts'
import { DiscountInput, discountRefusals } from '#contract/discounts.ts'
import { EmailAddress, endpoint, Quantity, Text } from '#contract/endpoint.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { rulesOfProduct } from '#contract/my-prices.ts'
import { discountProblems, quoteOrder } from '#contract/orders.ts'
import { Place } from '#contract/place.ts'
import { namedProduct, offerStates } from '#contract/pricing.ts'
import { Omission, placeParts } from '#contract/shipping.ts'

/** Describes a line with its price for the buyer, and what every price list has to do with it. */
const PreviewedLine = Type.Object({
  productId: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  unitPrice: Type.Number(),
  pricePer: Type.Optional(Type.Integer()),
  total: Type.Number(),
  /** Its share of the discount. */
  discount: Type.Number(),
  rule: Type.Object(rulesOfProduct),
  /** Why it cannot be ordered; it is calculated all the same. */
  refusal: Type.Optional(RefusedLine),
  /** The lists that have a price for the product at this quantity. None is `chosen` where the product's own price holds. */
  offers: Type.Array(
    Type.Object({
      _id: Type.String(),
      name: Type.String(),
      exclusive: Type.Boolean(),
      unitPrice: Type.Number(),
      state: Type.Enum(offerStates),
    }),
  ),
})
export type PreviewedLine = Static<typeof PreviewedLine>

export const previewOrder = endpoint('previewOrder', 'POST', '/order-preview', {
  access: 'admin',
  permission: ['prices', 'settings'],
  summary:
    'Calculates what a buyer, or a visitor, would pay for a cart at a place, as if tax and shipping were charged, with the reason of every price, discount, shipping method and tax. Nothing is stored.',
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        ...namedProduct,
        /** Without it, the smallest quantity that the buyer can order. */
        quantity: Type.Optional(Quantity(1)),
      }),
      { minItems: 1, maxItems: maxLines },
    ),
    /** Without it, a visitor. */
    email: Type.Optional(EmailAddress),
    place: Type.Optional(Place),
    code: Type.Optional(Text(maxLengths.discountCode)),
    shippingMethod: Type.Optional(Text(200, 1)),
    /** A discount as it is being written: it takes part even if it is off, has not begun or needs a code. */
    discount: Type.Optional(DiscountInput),
    /** The saved discount that `discount` takes the place of. */
    discountId: Type.Optional(Text(200, 1)),
    /** The day of the tax; today, if absent. */
    day: Type.Optional(Type.String({ format: 'day' })),
  }),
  answer: Type.Object({
    ...quoteOrder.answer.properties,
    lines: Type.Array(PreviewedLine),
    /** The customer groups of the buyer. */
    groups: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
    /** The shipping zone of the place; absent if nothing goes there. */
    zone: Type.Optional(Type.String()),
    /** In kilograms; absent if a product has no weight and there is no default. */
    weight: Type.Optional(Type.Number()),
    /** The part of the place that the price of shipping depends on and that was not sent. */
    placeNeeds: Type.Optional(Type.Enum(placeParts)),
    /** The shipping methods that are not offered. */
    omitted: Type.Array(Omission),
    /** Describes the effect of the discount that is being written on this cart. */
    written: Type.Optional(
      Type.Object({
        /** Holds the amount that it takes off by itself. */
        saved: Type.Number(),
        /** Whether the buyer gets it, and not another one that saves more. */
        applies: Type.Boolean(),
        misfit: Type.Optional(Type.Enum(['discount-no-products', 'discount-below-minimum'])),
        /** Holds the amount that is missing to its minimum. */
        missing: Type.Optional(Type.Number()),
      }),
    ),
  }),
  problems: [
    'user-not-found',
    'part-numbers-unknown',
    'product-number-ambiguous',
    'country-unknown',
    'region-unknown',
    'postal-code-elsewhere',
    'tax-unavailable',
    ...discountProblems,
    ...discountRefusals,
  ],
})
