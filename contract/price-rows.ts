import { type Static, Type } from 'typebox'

/** The number of prices that a list has for one product: what buyers see of it grows with them. */
export const maxPricesPerProduct = 30

/** Lists why a row of a price list or of quantity rules is refused. */
export const rowRefusals = [
  'product-unknown',
  'product-ambiguous',
  'row-twice',
  'price-rises',
  'price-from-one',
  'first-price-missing',
  'too-many-prices',
  'rule-does-not-fit',
] as const

/** Describes a refused row, counted from 0; `from` and `price`, in the currency of the store, are those that it contradicts. */
export const RefusedRow = Type.Object({
  row: Type.Integer(),
  code: Type.Enum(rowRefusals),
  from: Type.Optional(Type.Integer()),
  price: Type.Optional(Type.Number()),
  /** Lists the brands of the products that have its number, if several do. */
  brands: Type.Optional(Type.Array(Type.String())),
})
export type RefusedRow = Static<typeof RefusedRow>
