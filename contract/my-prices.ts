import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'
import { PriceBreak } from '#contract/unit-price.ts'

/** Holds the quantity rule of a product. */
export const rulesOfProduct = {
  minOrder: Type.Integer(),
  orderMultiple: Type.Optional(Type.Integer()),
  maxOrder: Type.Optional(Type.Integer()),
}

/** Limits the products of one call for prices. */
export const maxPricedProducts = 200
/** Describes the prices and the quantity rule of a product for one buyer, where they differ from the public ones. */
export const MyPrice = Type.Object({
  productId: Type.String(),
  /** The price from one unit on. */
  price: Type.Number(),
  /** The prices by quantity, from 1 on; absent if `price` holds at every quantity. */
  breaks: Type.Optional(Type.Array(PriceBreak)),
  ...rulesOfProduct,
  /** Set if a list decides alone, so that the buyer may pay more than the public price. */
  exclusive: Type.Optional(Type.Literal(true)),
})
export type MyPrice = Static<typeof MyPrice>

export const getMyPrices = endpoint('getMyPrices', 'POST', '/my-prices', {
  access: 'signed-in',
  summary:
    'Returns the caller’s own prices and quantity rules of up to 200 products; a product without any has none in the answer.',
  body: Type.Object({ productIds: Type.Array(Text(200, 1), { maxItems: maxPricedProducts }) }),
  answer: Type.Object({ prices: Type.Array(MyPrice) }),
})
