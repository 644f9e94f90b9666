import { type Static, Type } from 'typebox'
import { BulkIds, BulkResult, Preview } from '#contract/bulk.ts'
import { CategorySlug } from '#contract/categories.ts'
import { ManagedTool, productStates } from '#contract/catalog.ts'
import { endpoint, IdParams, NonBlankText, Price, Quantity, Text } from '#contract/endpoint.ts'
import { ListPrice } from '#contract/list-prices.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { maxCountedRows, SearchText } from '#contract/pagination.ts'

/** Limits the products of one selection. */
export const maxSelectedProducts = 10_000

/** Describes a filter of the products of admins, as their list takes it. */
export const ProductFilter = Type.Object(
  {
    q: Type.Optional(SearchText),
    show: Type.Optional(Type.Enum(productStates)),
    category: Type.Optional(CategorySlug),
  },
  // A list of too many ids is no filter of everything.
  { additionalProperties: false },
)
export type ProductFilter = Static<typeof ProductFilter>

/** Describes products for an action: these, or all that a filter finds. */
export const ProductSelection = Type.Union([
  Type.Object({ ids: Type.Array(Text(200, 1), { minItems: 1, maxItems: maxSelectedProducts }) }),
  ProductFilter,
])

export const selectTools = endpoint('selectTools', 'POST', '/all-tools/selection', {
  access: 'admin',
  permission: 'catalog',
  summary: `Returns the ids of the products that a filter finds, at most ${maxSelectedProducts.toLocaleString('en')}.`,
  body: Type.Object({ filter: ProductFilter }),
  answer: Type.Object({
    ids: Type.Array(Type.String()),
    /** Set if there are more. */
    more: Type.Optional(Type.Literal(true)),
  }),
  problems: ['category-not-found'],
})

export const countAllTools = endpoint('countAllTools', 'GET', '/all-tool-counts', {
  access: 'admin',
  permission: ['catalog', 'prices'],
  summary: `Counts products for admins by state, in one statement; each count ends at ${maxCountedRows.toLocaleString('en')}.`,
  query: Type.Object({ category: Type.Optional(CategorySlug) }),
  answer: Type.Array(Type.Object({ filter: Type.Enum(productStates), count: Type.Integer() })),
  problems: ['category-not-found'],
})

/** Lists what can be done with several products at once. */
export const productActions = ['archive', 'restore', 'category'] as const

export const changeTools = endpoint('changeTools', 'POST', '/all-tools/change', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Archives or restores products, or puts them into a category (none if it is empty), each by itself; with `preview`, only says what would be done.',
  body: Type.Object({
    ids: BulkIds,
    action: Type.Enum(productActions),
    /** The slug of the category. */
    category: Type.Optional(Text(maxLengths.categoryName)),
    preview: Preview,
  }),
  answer: BulkResult,
  problems: ['product-not-found', 'product-name-taken', 'part-number-taken', 'category-not-found'],
})

/** Lists what is edited within the list of products. */
export const cellFields = ['price', 'minOrder', 'available'] as const
export type CellField = (typeof cellFields)[number]

export const editToolCell = endpoint('editToolCell', 'PATCH', '/all-tools/:id', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Changes one figure of a product, if it still is what the caller saw (`was`); otherwise `cell-changed` says what it is now. Another stock is recorded as a movement with the reason.',
  params: IdParams,
  body: Type.Union([
    Type.Object({ field: Type.Literal('price'), was: Price, value: Price }),
    Type.Object({ field: Type.Literal('minOrder'), was: Quantity(1), value: Quantity(1) }),
    Type.Object({
      field: Type.Literal('available'),
      was: Quantity(0),
      value: Quantity(0),
      reason: NonBlankText(maxLengths.stockReason),
    }),
  ]),
  answer: Type.Object({
    success: Type.Literal(true),
    tool: ManagedTool,
    /** The prices that stay in lists when the price of the product changes; absent if there are none. */
    listPrices: Type.Optional(Type.Array(ListPrice)),
  }),
  problems: ['product-not-found', 'cell-changed', 'quantities-do-not-fit', 'stock-out-of-range'],
})
