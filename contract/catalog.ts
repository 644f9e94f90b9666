import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, type TObject, Type } from 'typebox'
import { AttributeInput, AttributeValues } from '#contract/attributes.ts'
import { ByLanguage } from '#contract/by-language.ts'
import { CategorySlug } from '#contract/categories.ts'
import { filterQuery, listSorts, maxCountedResults } from '#contract/facets.ts'
import { ListPrice } from '#contract/list-prices.ts'
import { maxOffset, pageQuery, SearchText } from '#contract/pagination.ts'
import { PartNumbers } from '#contract/part-numbers.ts'
import { PriceBreak } from '#contract/unit-price.ts'
import { Price, endpoint, NonBlankText, IdParams, Quantity, Text, Name, Line } from '#contract/endpoint.ts'

/** Lists the states of products that admins can filter by; `stranded` ones have units, but fewer than the minimum of an order; for `awaited` ones, buyers have asked for a mail when they are back; `unfitted` ones are for certain vehicles, but list none. */
export const productStates = ['on-sale', 'low', 'out', 'stranded', 'awaited', 'unfitted', 'draft', 'archived'] as const
export type ProductState = (typeof productStates)[number]

/** Lists the sort orders for admins; a minus reverses one. */
export const productSorts = [
  'name',
  '-name',
  'available',
  '-available',
  'minimum',
  '-minimum',
  'price',
  '-price',
] as const
export type ProductSort = (typeof productSorts)[number]

/** Lists the optional texts of a product, which it may have in each language. An empty text in a body removes one. */
export const optionalProductTexts = {
  /** Describes the picture `img` for those who do not see it; without it, the name does. */
  imageAlt: Line(maxLengths.alt),
  /** Sets what search engines show of its page; without it, the patterns of the store do. Lists leave out the description. */
  pageTitle: Line(maxLengths.pageTitle),
  pageDescription: Text(maxLengths.pageDescription),
}
export type OptionalProductText = keyof typeof optionalProductTexts

/** Lists the optional fields of a product; columns and audit log have the same names. An empty text in a body removes one. */
export const optionalProductFields = {
  sku: Line(maxLengths.partNumber),
  /** The slug of the category; see `CategorySlug`. */
  category: Text(maxLengths.categoryName),
  /** The name of the brand; its slug is accepted, too. */
  brand: Text(maxLengths.brand),
  /** The weight and the outer measures with their units, such as `2.5 kg` and `12 in`. */
  weight: Type.String({ maxLength: maxLengths.measure, format: 'weight-or-empty' }),
  length: Type.String({ maxLength: maxLengths.measure, format: 'length-or-empty' }),
  width: Type.String({ maxLength: maxLengths.measure, format: 'length-or-empty' }),
  height: Type.String({ maxLength: maxLengths.measure, format: 'length-or-empty' }),
  /** The code of Stripe Tax, such as `txcd_20030000`; without it, that of the tax class counts. */
  taxCode: Text(maxLengths.taxCode),
  /** The code of the ship class; without it, `standard`. */
  shipClass: Text(40),
  ...optionalProductTexts,
}
export type OptionalProductField = keyof typeof optionalProductFields
const optionalFields = Type.Partial(Type.Object(optionalProductFields)).properties

/** Lists the numbers of units that a price can be for. The check constraint of `products.price_per` has the same list. */
export const pricePerChoices = [1, 100, 1000] as const
export type PricePer = (typeof pricePerChoices)[number]

/** Describes a product on the wire; `price` is in the currency of the store. */
export const Tool = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  /** The words of its address, before its id; absent if its name has none in Latin letters. */
  slug: Type.Optional(Type.String()),
  img: Type.String(),
  /** A tiny blurred image as a data URL, shown until the image has loaded. */
  placeholder: Type.Optional(Type.String()),
  content: Type.String(),
  minOrder: Type.Integer(),
  /** Orders are multiples of it; absent if it is 1. */
  orderMultiple: Type.Optional(Type.Integer()),
  /** The largest quantity of one order; absent if only the stock limits it. */
  maxOrder: Type.Optional(Type.Integer()),
  available: Type.Integer(),
  price: Type.Number(),
  /** The number of units that `price` is for; absent if it is 1. */
  pricePer: Type.Optional(Type.Enum(pricePerChoices)),
  /** The code of the tax class; absent if it is `standard`. */
  taxClass: Type.Optional(Type.String()),
  /** The public prices by quantity, from 1 on; absent if `price` holds at every quantity. */
  breaks: Type.Optional(Type.Array(PriceBreak)),
  ...optionalFields,
  attributes: Type.Optional(AttributeValues),
})
export type Tool = Static<typeof Tool>

/** Names what only the page of a product says: how it is shipped, and what search engines show. */
export const unlistedFields = ['weight', 'length', 'width', 'height', 'shipClass', 'pageDescription'] as const

/** Describes a product in the lists of buyers. */
export const ListedTool = Type.Omit(Tool, unlistedFields)

/** Holds texts of a product by language, beside its own ones, which are in the main language of the store; an empty text removes one. */
export const ProductTexts = ByLanguage(
  Type.Object({
    name: Line(maxLengths.productName),
    content: Text(maxLengths.description),
    /** What is not sent of these stays. */
    ...Type.Partial(Type.Object(optionalProductTexts)).properties,
  }),
)
export type ProductTexts = Static<typeof ProductTexts>

const ImageUrl = Text(2000, 1)

/** Describes a picture behind the main one; an empty `alt` stands for the name of the product. */
const ProductImage = Type.Object({
  url: ImageUrl,
  alt: Line(maxLengths.alt),
  /** Holds the texts in other languages, for admins; what is not sent stays. */
  alts: Type.Optional(ByLanguage(Line(maxLengths.alt))),
})
export type ProductImage = Static<typeof ProductImage>

export const documentKinds = ['data-sheet', 'manual', 'safety-sheet', 'certificate'] as const

/** Limits the documents of a product. */
export const maxDocuments = 20

const documentFields = {
  url: Text(2000, 1),
  kind: Type.Enum(documentKinds),
  title: Name(maxLengths.documentTitle),
}
/** Describes a PDF file of a product; the server knows its size in bytes. */
const ProductDocument = Type.Object({ ...documentFields, bytes: Type.Integer() })
export type ProductDocument = Static<typeof ProductDocument>

/** Describes another product that a page links to. */
export const LinkedTool = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  img: Type.String(),
  sku: Type.Optional(Type.String()),
  /** The name of its brand. */
  brand: Type.Optional(Type.String()),
})
export type LinkedTool = Static<typeof LinkedTool>

const lists = {
  fitsTogether: Type.Array(LinkedTool),
  images: Type.Array(ProductImage),
  documents: Type.Array(ProductDocument),
  partNumbers: PartNumbers,
}

/** Describes a product with what only its own page shows; empty lists are left out. */
export const DetailedTool = Type.Object({
  ...Tool.properties,
  ...Type.Partial(Type.Object(lists)).properties,
  /** The last product on sale that replaced it. */
  replacedBy: Type.Optional(LinkedTool),
  /** Set for an archived product that was replaced; it cannot be ordered. */
  discontinued: Type.Optional(Type.Literal(true)),
})
export type DetailedTool = Static<typeof DetailedTool>

/** Lists what a product has besides its columns. In a body, what is not sent stays, and a list replaces the whole list. */
const details = Type.Partial(
  Type.Object({
    texts: ProductTexts,
    /** The id of the product that replaces it; an empty text is none. */
    replacedById: Text(200),
    fitsTogetherIds: Type.Array(Text(200, 1), { maxItems: 20 }),
    images: Type.Array(ProductImage, { maxItems: 11 }),
    documents: Type.Array(Type.Object({ ...documentFields, bytes: Type.Optional(Type.Integer()) }), {
      maxItems: maxDocuments,
    }),
    partNumbers: PartNumbers,
  }),
).properties

const managed = {
  ...Tool.properties,
  archivedAt: Type.Optional(Type.String()),
  /** Set while only admins see it. */
  draft: Type.Optional(Type.Literal(true)),
  /** The number of people who are mailed when it can be ordered again. Absent if none. */
  waiting: Type.Optional(Type.Integer()),
}

/** Describes a product in the lists of admins, including archived ones: with its own texts, whatever the language of the call. */
export const ManagedTool = Type.Object({
  ...managed,
  /** The units that orders hold until they are shipped; `available` does not have them. Absent if none. */
  reserved: Type.Optional(Type.Integer()),
})
export type ManagedTool = Static<typeof ManagedTool>

/** Describes a product for admins with everything that they can edit. */
export const EditedTool = Type.Object({
  ...managed,
  ...lists,
  replacedBy: Type.Optional(LinkedTool),
  texts: ProductTexts,
  /** Absent if lists have none. */
  listPrices: Type.Optional(Type.Array(ListPrice)),
})
export type EditedTool = Static<typeof EditedTool>

/** Lists the reasons for stock movements. The check constraint of `stock_movements.reason` has the same list. */
export const stockMovementReasons = [
  'opening',
  'order-placed',
  'order-cancelled',
  'order-expired',
  'order-taken-up',
  'order-restocked',
  'correction',
] as const
export type StockMovementReason = (typeof stockMovementReasons)[number]

/** Describes units that came in or went out, and why; `note` and `by` are set for manual corrections. */
export const StockMovement = Type.Object({
  _id: Type.String(),
  change: Type.Integer(),
  reason: Type.Enum(stockMovementReasons),
  note: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  orderId: Type.Optional(Type.String()),
  movedAt: Type.String(),
})
export type StockMovement = Static<typeof StockMovement>

const ProductName = Name(maxLengths.productName)
/** More than the largest stock and what orders hold of it. */
const Units = Type.Integer({ minimum: 0, maximum: 2_000_000 })
const Description = NonBlankText(maxLengths.description)

export const listTools = endpoint('listTools', 'GET', '/tools', {
  access: 'anyone',
  summary:
    'Lists the active products in the shop’s order; `q` searches the words of name, part number and category, `category` filters by category and those below it, `f` by brand, attributes, stock and price.',
  query: Type.Object({
    ...pageQuery,
    ...filterQuery,
    q: Type.Optional(SearchText),
    category: Type.Optional(CategorySlug),
    sort: Type.Optional(Type.Enum(listSorts)),
    offset: Type.Optional(
      Type.String({
        format: 'row-offset',
        description: `How many rows to skip, without \`after\`: up to ${maxOffset}, and up to ${maxCountedResults} of a search.`,
      }),
    ),
  }),
  answer: Type.Array(ListedTool),
  problems: ['category-not-found'],
})

export const getTool = endpoint('getTool', 'GET', '/tools/:id', {
  access: 'anyone',
  summary: 'Returns one product with its current stock, in the language of the call where it is translated.',
  params: IdParams,
  answer: DetailedTool,
  problems: ['product-not-found'],
})

/** Lists what refuses the fields of a product. */
const productProblems = [
  'product-name-taken',
  'part-number-taken',
  'brand-needed',
  'part-number-empty',
  'quantities-do-not-fit',
  'linked-product-not-found',
  'succession-cycle',
  'image-not-ours',
  'document-not-ours',
  'category-not-found',
  'brand-not-found',
  'attribute-not-found',
  'attribute-value-invalid',
  'attribute-required',
  'tax-class-not-found',
  'ship-class-not-found',
] as const

const requiredInput = { name: ProductName, content: Description, available: Quantity(0), price: Price, img: ImageUrl }
const optionalInput = {
  minQuantity: Quantity(1),
  minOrder: Quantity(1),
  orderMultiple: Quantity(1),
  maxOrder: Quantity(0),
  pricePer: Type.Enum(pricePerChoices),
  taxClass: Text(maxLengths.taxCode),
  ...optionalFields,
  ...details,
  attributes: AttributeInput,
}
const confirmations = {
  /** Confirms that the product has no brand, although products of brands have its part number. */
  withoutBrand: Type.Optional(Type.Boolean()),
}

export const addTool = endpoint('addTool', 'POST', '/tools', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Adds a product. `minOrder` is accepted for `minQuantity`; a `maxOrder` of 0 is none. Without a brand, a part number that brands have is refused (`brand-needed`), unless `withoutBrand` confirms that the product has none.',
  body: Type.Object({
    ...requiredInput,
    ...Type.Partial(Type.Object(optionalInput)).properties,
    ...confirmations,
    /** Adds a product that only admins see, until it is put on sale. */
    draft: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), tool: Tool }),
  problems: productProblems,
})

const changedInput = Type.Partial(Type.Object({ ...requiredInput, ...optionalInput })).properties
export const productInputFields = Object.keys(changedInput) as (keyof typeof changedInput)[]

export const updateTool = endpoint('updateTool', 'PUT', '/tools/:id', {
  access: 'signed-in',
  permission: 'catalog',
  summary:
    'Updates the fields that are sent, for admins; `partNumbers` replaces the whole list, a new `available` is recorded as a correction. What is not as in `was` any more is refused. `withoutBrand` confirms that a product has no brand although brands have its part number. A customer’s call succeeds only if it changes nothing.',
  params: IdParams,
  body: Type.Object({
    ...changedInput,
    ...confirmations,
    /**
     * Fields as the caller has read them: if one of them is another by now, nothing is changed, and the answer is `product-changed`. They
     * may be whatever the shop has answered, also what was entered before a limit became smaller.
     */
    was: Type.Optional(Type.Unsafe<Static<TObject<typeof changedInput>>>({ type: 'object' })),
  }),
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: ['product-not-found', ...productProblems, 'product-changed', 'not-allowed'],
})

export const deleteTool = endpoint('deleteTool', 'DELETE', '/tools/:id', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Archives a product; its orders keep it.',
  params: IdParams,
  problems: ['product-not-found'],
})

export const listAllTools = endpoint('listAllTools', 'GET', '/all-tools', {
  access: 'admin',
  permission: ['catalog', 'prices'],
  summary:
    'Lists products for admins: active, low on stock, out of stock, archived, or sharing a part number with another; `category` filters by category and those below it.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchText),
    show: Type.Optional(Type.Enum(productStates)),
    category: Type.Optional(CategorySlug),
    sort: Type.Optional(Type.Enum(productSorts)),
  }),
  answer: Type.Array(ManagedTool),
  problems: ['category-not-found'],
})

export const getManagedTool = endpoint('getManagedTool', 'GET', '/all-tools/:id', {
  access: 'admin',
  permission: ['catalog', 'prices'],
  summary: 'Returns one product for admins, with its own texts and all translations; also an archived one.',
  params: IdParams,
  answer: EditedTool,
  problems: ['product-not-found'],
})

export const restoreTool = endpoint('restoreTool', 'POST', '/tools/:id/restore', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Puts a draft on sale, or an archived product back.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: ['product-not-found', 'product-not-archived', 'product-name-taken', 'part-number-taken'],
})

export const adjustStock = endpoint('adjustStock', 'POST', '/tools/:id/stock-movements', {
  idempotencyKey: true,
  access: 'admin',
  permission: 'catalog',
  summary:
    'Records units that came in (positive) or went out (negative) outside orders, with the reason; or units that were `counted` on the shelf, those that orders hold included: what is left of them becomes available. `onShelf` is what should have been there when they were counted; if it is another by now, `shelf-changed` says so. One of `change` and `counted` is needed; both together are refused. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  // One of `change` and `counted`: a union of both would name what is wrong with the other one, too.
  body: Type.Object({
    change: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Not 0.' })),
    counted: Type.Optional(Units),
    onShelf: Type.Optional(Units),
    reason: NonBlankText(maxLengths.stockReason),
  }),
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: [
    'product-not-found',
    'change-with-count',
    'change-or-count-required',
    'stock-out-of-range',
    'shelf-changed',
    'counted-below-reserved',
    'idempotency-key-reused',
  ],
})

/** Describes the units of a product: those on the shelf are the available ones and the reserved ones. */
export const ToolStock = Type.Object({
  available: Type.Integer(),
  /** Units that orders hold until they are shipped. */
  reserved: Type.Integer(),
  onShelf: Type.Integer(),
  /** The oldest 20 of the orders that hold them. */
  orders: Type.Array(Type.Object({ _id: Type.String(), number: Type.String(), units: Type.Integer() })),
  orderCount: Type.Integer(),
})
export type ToolStock = Static<typeof ToolStock>

export const getToolStock = endpoint('getToolStock', 'GET', '/all-tools/:id/stock', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Returns the units of a product on the shelf, reserved and available, and the orders that hold them until they are shipped; also of an archived one.',
  params: IdParams,
  answer: ToolStock,
  problems: ['product-not-found'],
})

export const listStockMovements = endpoint('listStockMovements', 'GET', '/tools/:id/stock-movements', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lists the stock movements of a product, newest first; their sum is the available quantity.',
  params: IdParams,
  query: Type.Object({ limit: pageQuery.limit, after: Type.Optional(Type.String({ format: 'row-number' })) }),
  answer: Type.Array(StockMovement),
  problems: ['product-not-found'],
})

export const countProductSitemaps = endpoint('countProductSitemaps', 'GET', '/product-sitemaps', {
  access: 'anyone',
  summary:
    'Returns the number of sitemaps of products, /sitemap-products-1.xml and so on, none while product pages are not public, and of vehicles with parts, /sitemap-fits-1.xml and so on.',
  answer: Type.Object({ count: Type.Integer(), fits: Type.Integer() }),
})
