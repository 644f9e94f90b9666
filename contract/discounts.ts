import { type Static, Type } from 'typebox'
import { discountKinds, discountTargets } from '#contract/apply-discount.ts'
import { Amount, endpoint, Quantity, Text, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'

/** Lists what a discount is at the moment. */
export const discountStates = ['running', 'scheduled', 'ended', 'used-up', 'off'] as const

/** Limits the products and the categories that a discount names. */
export const maxDiscountTargets = 500

const maxAmount = 999_999_999

/** Describes a discount for admins; amounts are in the currency of the store, times are ISO 8601 in UTC. */
export const ManagedDiscount = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  /** Absent for one that applies by itself. */
  code: Type.Optional(Type.String()),
  kind: Type.Enum(discountKinds),
  /** In percent, or in the currency of the store; absent for free shipping. */
  value: Type.Optional(Type.Number()),
  target: Type.Enum(discountTargets),
  products: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), sku: Type.Optional(Type.String()) })),
  /** Each with the categories below it. */
  categories: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
  /** Says how much the products that it is for must cost together. */
  minimum: Type.Optional(Type.Number()),
  startsAt: Type.Optional(Type.String()),
  endsAt: Type.Optional(Type.String()),
  active: Type.Boolean(),
  usageLimit: Type.Optional(Type.Integer()),
  /** The orders that use it; those that were cancelled or have expired gave their use back. */
  used: Type.Integer(),
  oncePerBuyer: Type.Boolean(),
  state: Type.Enum(discountStates),
  updatedAt: Type.String(),
})
export type ManagedDiscount = Static<typeof ManagedDiscount>

export const listDiscounts = endpoint('listDiscounts', 'GET', '/discounts', {
  access: 'admin',
  permission: 'prices',
  summary: 'Lists the discounts, the latest first; `q` searches name and code.',
  query: Type.Object({ ...pageQuery, q: Type.Optional(SearchText), state: Type.Optional(Type.Enum(discountStates)) }),
  answer: Type.Array(ManagedDiscount),
})

const DiscountParams = Type.Object({ id: Text(200, 1) })

export const getDiscount = endpoint('getDiscount', 'GET', '/discount/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Returns a discount.',
  params: DiscountParams,
  answer: ManagedDiscount,
  problems: ['discount-not-found'],
})

/** Describes a discount as it is written. */
export const DiscountInput = Type.Object({
  name: Name(maxLengths.discountName),
  /** Letters, digits, hyphens and underscores; empty for a discount that applies by itself. */
  code: Type.Optional(Type.String({ maxLength: maxLengths.discountCode, format: 'discount-code-or-empty' })),
  kind: Type.Enum(discountKinds),
  /** In percent with up to two decimals, or in the currency of the store; of no meaning for free shipping. */
  value: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount, format: 'percent-or-amount' })),
  target: Type.Optional(Type.Enum(discountTargets)),
  productIds: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxDiscountTargets })),
  categoryIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 9, pattern: '^[1-9]\\d{0,8}$' }), { maxItems: maxDiscountTargets }),
  ),
  minimum: Type.Optional(Amount(0, maxAmount)),
  /** ISO 8601; empty for at once. */
  startsAt: Type.Optional(Type.String({ format: 'moment-or-empty' })),
  /** ISO 8601; empty for no end. */
  endsAt: Type.Optional(Type.String({ format: 'moment-or-empty' })),
  active: Type.Optional(Type.Boolean()),
  /** From 1 on; null for no limit. */
  usageLimit: Type.Optional(Type.Union([Quantity(0), Type.Null()])),
  oncePerBuyer: Type.Optional(Type.Boolean()),
})
export type DiscountInput = Static<typeof DiscountInput>

/** Lists why a discount is refused as it is written. */
export const discountRefusals = [
  'discount-code-taken',
  'discount-value-invalid',
  'discount-without-targets',
  'discount-dates-invalid',
  'discount-already-over',
  'discount-limit-zero',
  'product-not-found',
  'category-not-found',
] as const

export const addDiscount = endpoint('addDiscount', 'POST', '/discounts', {
  access: 'admin',
  permission: 'prices',
  summary:
    'Adds a discount: a part of the price, an amount or free shipping, of the order, of products or of categories with those below them; by itself or with a code.',
  body: DiscountInput,
  answer: Type.Object({ success: Type.Literal(true), discount: ManagedDiscount }),
  problems: discountRefusals,
})

export const updateDiscount = endpoint('updateDiscount', 'PUT', '/discount/:id', {
  access: 'admin',
  permission: 'prices',
  summary:
    'Updates what is sent of a discount; `active` switches it off and on. Orders that use it keep what they got.',
  params: DiscountParams,
  body: Type.Partial(DiscountInput),
  answer: Type.Object({ success: Type.Literal(true), discount: ManagedDiscount }),
  problems: ['discount-not-found', 'discount-limit-below-uses', ...discountRefusals],
})
