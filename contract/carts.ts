import { type Static, Type } from 'typebox'
import { LineOffer, lineRefusals } from '#contract/assess-line.ts'
import { LinkedTool } from '#contract/catalog.ts'
import { Dollars, endpoint, NonBlankText, Quantity, Text } from '#contract/endpoint.ts'
import { partNumberKinds } from '#contract/part-numbers.ts'

/** Limits the lines of a cart, of an order and of one call. */
export const maxLines = 1000

/** Describes the product of a line. */
export const LineProduct = Type.Object({
  ...LinkedTool.properties,
  minOrder: Type.Integer(),
  orderMultiple: Type.Optional(Type.Integer()),
  maxOrder: Type.Optional(Type.Integer()),
  available: Type.Integer(),
  price: Type.Number(),
  /** Set if it is no longer sold. */
  discontinued: Type.Optional(Type.Literal(true)),
  replacedBy: Type.Optional(LinkedTool),
})
export type LineProduct = Static<typeof LineProduct>

/** Describes a line with its product, price and verdict; amounts are in dollars. */
export const PricedLine = Type.Object({
  quantity: Type.Integer(),
  product: Type.Optional(LineProduct),
  /** The price of the line; absent without a product on sale. */
  total: Type.Optional(Type.Number()),
  /** Why it cannot be ordered as it is; absent if it can. */
  code: Type.Optional(Type.Enum([...lineRefusals, 'product-ambiguous'])),
  offer: Type.Optional(LineOffer),
  /** The number of the product that was meant, if it is not its own one. */
  match: Type.Optional(
    Type.Object({ kind: Type.Enum(partNumberKinds), maker: Type.Optional(Type.String()), number: Type.String() }),
  ),
  /** Up to three products that may be meant, if the part number is that of none or of several. */
  suggestions: Type.Optional(Type.Array(LinkedTool)),
})
export type PricedLine = Static<typeof PricedLine>

/** Counts lines; `total`, in dollars, is that of the lines that can be ordered, at the prices of now. */
export const LineTotals = Type.Object({
  lines: Type.Integer(),
  refused: Type.Integer(),
  units: Type.Integer(),
  total: Type.Number(),
})
export type LineTotals = Static<typeof LineTotals>

export const priceLines = endpoint({
  name: 'priceLines',
  method: 'POST',
  path: '/price-lines',
  access: 'anyone',
  summary:
    'Prices up to 1,000 lines and says for each whether it can be ordered, and what is offered instead. A line names its product by id or by part number in any spelling.',
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        productId: Type.Optional(Text(200, 1)),
        partNumber: Type.Optional(NonBlankText(200)),
        /** Without it, the smallest quantity that can be ordered. */
        quantity: Type.Optional(Quantity(1)),
        /** The price that the buyer saw; another one is `price-changed`. */
        seenPrice: Type.Optional(Dollars),
      }),
      { maxItems: maxLines },
    ),
  }),
  answer: Type.Object({ lines: Type.Array(PricedLine), totals: LineTotals }),
  problems: [],
})
