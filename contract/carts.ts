import { type Static, Type } from 'typebox'
import { LineOffer, lineRefusals } from '#contract/assess-line.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { LinkedTool } from '#contract/catalog.ts'
import { Price, endpoint, IdParams, NonBlankText, Quantity, Text, Name } from '#contract/endpoint.ts'
import { partNumberKinds } from '#contract/part-numbers.ts'
import { PriceBreak } from '#contract/unit-price.ts'

// Here and not among the orders: their contract is no part of what every page loads.
/** The id of the customer whom staff place an order for; absent if the caller is the buyer. Needs the permission `orders`. */
export const OrderFor = Type.Optional(Text(200, 1))

/** Describes the product of a line. */
export const LineProduct = Type.Object({
  ...LinkedTool.properties,
  minOrder: Type.Integer(),
  orderMultiple: Type.Optional(Type.Integer()),
  maxOrder: Type.Optional(Type.Integer()),
  available: Type.Integer(),
  /** The price for the caller at the quantity of the line. */
  price: Type.Number(),
  /** The number of units that the price is for, 100 or 1,000; absent for 1. */
  pricePer: Type.Optional(Type.Integer()),
  /** The prices for the caller by quantity, from 1 on; absent if `price` holds at every quantity. */
  breaks: Type.Optional(Type.Array(PriceBreak)),
  /** Set if it is no longer sold. */
  discontinued: Type.Optional(Type.Literal(true)),
  replacedBy: Type.Optional(LinkedTool),
})
export type LineProduct = Static<typeof LineProduct>

/** Describes a line with its product, price and verdict; amounts are in the currency of the store. */
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
  /** The products that may be meant: up to twelve if several have the part number, up to three like it if none has. */
  suggestions: Type.Optional(Type.Array(LinkedTool)),
})
export type PricedLine = Static<typeof PricedLine>

/** Counts lines; `total`, in the currency of the store, is that of the lines that can be ordered, at the prices of now. */
export const LineTotals = Type.Object({
  lines: Type.Integer(),
  refused: Type.Integer(),
  units: Type.Integer(),
  total: Type.Number(),
})
export type LineTotals = Static<typeof LineTotals>

/** The price that the buyer saw, and the number of units that it was for, 1 if absent; a higher one is `price-changed`, a lower one holds. */
const seenPriceFields = {
  seenPrice: Type.Optional(Price),
  seenPricePer: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
}

export const priceLines = endpoint('priceLines', 'POST', '/price-lines', {
  access: 'anyone',
  optionalSignIn: true,
  summary:
    'Prices up to 1,000 lines, for the caller if signed in, or `for` the customer whom staff place an order for, and says for each whether it can be ordered, and what is offered instead. A line names its product by id or by part number in any spelling, with its brand in `brand` or beside the number (`BOSCH 0 986 478 853`), which decides where several brands have a number.',
  body: Type.Object({
    for: OrderFor,
    lines: Type.Array(
      Type.Object({
        productId: Type.Optional(Text(200, 1)),
        partNumber: Type.Optional(NonBlankText(200)),
        brand: Type.Optional(Text(maxLengths.brand)),
        /** Without it, the smallest quantity that can be ordered. */
        quantity: Type.Optional(Quantity(1)),
        ...seenPriceFields,
      }),
      { maxItems: maxLines },
    ),
  }),
  answer: Type.Object({ lines: Type.Array(PricedLine), totals: LineTotals }),
  problems: ['customer-not-found', 'permission-missing'],
})

/** Lists the kinds: lines of a `cart` are ordered and leave it; those of a saved `list` stay, with the quantities to have in stock. */
export const cartKinds = ['cart', 'list'] as const
export type CartKind = (typeof cartKinds)[number]

/** Limits the carts and the lists of one buyer. */
export const maxCarts: Readonly<Record<CartKind, number>> = { cart: 20, list: 100 }
export const maxCartName = 60
/** The days after which the link of a shared cart or list ends. */
export const maxShareDays = 90

/** The buyer's own reference of a line. */
const Job = Text(maxLengths.job)

/** Describes a line of a cart; `seenPrice`, in the currency of the store, is the price when the buyer last accepted it. */
export const PricedCartLine = Type.Object({
  productId: Type.String(),
  job: Type.Optional(Type.String()),
  seenPrice: Type.Optional(Type.Number()),
  seenPricePer: Type.Optional(Type.Integer()),
  ...PricedLine.properties,
})
export type PricedCartLine = Static<typeof PricedCartLine>

const cartFields = {
  _id: Type.String(),
  /** Absent for a cart. */
  kind: Type.Optional(Type.Literal('list')),
  name: Type.String(),
  /** Counts the changes of its lines. */
  version: Type.Integer(),
  /** Set for the one cart that products are added to. */
  active: Type.Optional(Type.Literal(true)),
  /** The end of the address under which others can read it, if it is shared. */
  shareKey: Type.Optional(Type.String()),
  updatedAt: Type.String(),
}
export const CartSummary = Type.Object({ ...cartFields, lineCount: Type.Integer() })
export type CartSummary = Static<typeof CartSummary>
export const Cart = Type.Object({ ...cartFields, lines: Type.Array(PricedCartLine), totals: LineTotals })
export type Cart = Static<typeof Cart>

const LineConflict = Type.Object({
  productId: Type.String(),
  job: Type.Optional(Type.String()),
  quantity: Type.Integer(),
  mine: Type.Integer(),
  theirs: Type.Integer(),
})

/** Describes lines that are put into a cart. */
const CartLines = Type.Array(
  Type.Object({
    productId: Text(200, 1),
    job: Type.Optional(Job),
    quantity: Quantity(1),
    ...seenPriceFields,
  }),
  { maxItems: maxLines },
)

/** Names a cart by its id, or the active one as `active`; that one is there as soon as it is used. */
const CartParams = IdParams
const Changed = Type.Object({
  success: Type.Literal(true),
  _id: Type.String(),
  /** Set if its link has ended with this change, which has emptied it. */
  linkEnded: Type.Optional(Type.Literal(true)),
  version: Type.Integer(),
  lineCount: Type.Integer(),
  conflicts: Type.Array(LineConflict),
  /** The changed lines as they are now; 0 is removed. */
  quantities: Type.Array(
    Type.Object({ productId: Type.String(), job: Type.Optional(Type.String()), quantity: Type.Integer() }),
  ),
})

export const listCarts = endpoint('listCarts', 'GET', '/carts', {
  access: 'signed-in',
  summary: 'Lists the carts of the caller, the active one first, or the saved lists.',
  query: Type.Object({ kind: Type.Optional(Type.Enum(cartKinds)) }),
  answer: Type.Array(CartSummary),
})

export const addCart = endpoint('addCart', 'POST', '/carts', {
  access: 'signed-in',
  summary:
    'Adds a cart of the caller, with `lines` or empty, and makes it the active one; or a saved list, to which nothing is added by the way.',
  body: Type.Object({
    name: Name(maxCartName),
    kind: Type.Optional(Type.Enum(cartKinds)),
    lines: Type.Optional(CartLines),
  }),
  answer: Type.Object({ success: Type.Literal(true), cart: CartSummary }),
  problems: ['too-many-carts', 'too-many-lists', 'product-not-found'],
})

export const getCart = endpoint('getCart', 'GET', '/cart/:id', {
  access: 'signed-in',
  summary:
    'Returns a cart of the caller with prices, verdicts and totals of now; the id `active` is the one that products are added to.',
  params: CartParams,
  answer: Cart,
  problems: ['cart-not-found'],
})

export const updateCart = endpoint('updateCart', 'PUT', '/cart/:id', {
  access: 'signed-in',
  summary:
    'Renames a cart or list, makes a cart the active one, or shares it: `shared` gives it an address that others can read, a second time a new one; `false` revokes it.',
  params: CartParams,
  body: Type.Object({
    name: Type.Optional(Name(maxCartName)),
    active: Type.Optional(Type.Literal(true)),
    shared: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), cart: CartSummary }),
  problems: ['cart-not-found'],
})

export const deleteCart = endpoint('deleteCart', 'DELETE', '/cart/:id', {
  access: 'signed-in',
  summary: 'Deletes a cart or list of the caller with its lines.',
  params: CartParams,
  problems: ['cart-not-found'],
})

export const changeCartLines = endpoint('changeCartLines', 'PATCH', '/cart/:id/lines', {
  access: 'signed-in',
  summary:
    'Adds, sets or removes any number of lines at once; all or nothing. With `was`, a line that another device has changed meanwhile keeps the larger quantity and is named in `conflicts`.',
  params: CartParams,
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        productId: Text(200, 1),
        job: Type.Optional(Job),
        quantity: Quantity(0),
        add: Type.Optional(Type.Boolean()),
        was: Type.Optional(Quantity(0)),
        /** The job that the line had: it gets `job` instead, and nothing else changes. */
        formerJob: Type.Optional(Job),
        ...seenPriceFields,
      }),
      { maxItems: maxLines },
    ),
  }),
  answer: Changed,
  problems: ['cart-not-found', 'cart-full', 'product-not-found'],
})

export const mergeCart = endpoint('mergeCart', 'POST', '/cart/merge', {
  access: 'signed-in',
  summary:
    'Merges the cart of a browser into the active one, once for each `mergeId`; a repeated call changes nothing and returns what the first one did. Of a product that both have, the larger quantity stays and is named in `conflicts`; what does not fit is left out.',
  body: Type.Object({
    mergeId: Type.String({ format: 'uuid' }),
    lines: CartLines,
  }),
  answer: Type.Object({
    success: Type.Literal(true),
    _id: Type.String(),
    lineCount: Type.Integer(),
    conflicts: Type.Array(LineConflict),
    /** The lines that were left out: the cart was full, or there never was such a product. */
    left: Type.Integer(),
  }),
})

export const getSharedCart = endpoint('getSharedCart', 'GET', '/shared-cart/:id', {
  access: 'anyone',
  optionalSignIn: true,
  summary:
    'Returns the lines of a shared cart or list, at the prices of now for the caller and with the name of its owner, until it is ordered, emptied or deleted, for 90 days at most.',
  params: IdParams,
  answer: Type.Object({
    name: Type.String(),
    /** The name of the buyer who shares it; absent without one. */
    sharedBy: Type.Optional(Type.String()),
    kind: cartFields.kind,
    lines: Type.Array(PricedCartLine),
    totals: LineTotals,
  }),
  problems: ['cart-not-found', 'shared-cart-ended'],
})
