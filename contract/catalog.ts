import { type Static, Type } from 'typebox'
import { mostRows, pageQuery, SearchWords } from '#contract/paging.ts'
import { Dollars, endpoint, FilledText, IdParams, Quantity, Success, Text } from '#contract/endpoint.ts'

export const productCategories = [
  'engine',
  'brakes',
  'suspension',
  'electrical',
  'filters',
  'tyres-and-wheels',
  'hand-tools',
  'power-tools',
  'garage-machines',
  'fluids',
] as const

/** What an admin can have shown of the products. */
export const productStates = ['on-sale', 'low', 'out', 'archived'] as const
export type ProductState = (typeof productStates)[number]

/** The orders in which those who manage products can read them; a minus turns one round. */
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

const Category = Type.Enum(productCategories)

/** A product as it crosses the wire; `price` is in dollars. */
export const Tool = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  img: Type.String(),
  /** A tiny blurred picture as a data address, to show until the picture is there. */
  placeholder: Type.Optional(Type.String()),
  content: Type.String(),
  minOrder: Type.Integer(),
  available: Type.Integer(),
  price: Type.Number(),
  sku: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
})
export type Tool = Static<typeof Tool>

/** A product as those who manage it see it, also after it was taken out of the shop. */
export const ManagedTool = Type.Object({ ...Tool.properties, archivedAt: Type.Optional(Type.String()) })
export type ManagedTool = Static<typeof ManagedTool>

/** Units that came in or went out, and why; `note` and `by` are there when a person did it. */
export const StockMovement = Type.Object({
  _id: Type.String(),
  change: Type.Integer(),
  reason: Type.String(),
  note: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  orderId: Type.Optional(Type.String()),
  movedAt: Type.String(),
})
export type StockMovement = Static<typeof StockMovement>

const ProductName = FilledText(120)
const Description = FilledText(5000)
const ImageUrl = Text(2000, 1)
const ProductParts = { sku: Type.Optional(Text(64)), category: Type.Optional(Category) }

export const listTools = endpoint({
  name: 'listTools',
  method: 'GET',
  path: '/tools',
  whoMayCall: 'anyone',
  summary:
    'The products that are sold, in the shop’s order; `q` searches the words of name, part number and category, `category` keeps to one shelf.',
  query: Type.Object({ ...pageQuery, q: Type.Optional(SearchWords), category: Type.Optional(Category) }),
  answer: Type.Array(Tool),
  problems: [],
})

export const getShelves = endpoint({
  name: 'getShelves',
  method: 'GET',
  path: '/shelves',
  whoMayCall: 'anyone',
  summary: `How many products there are, and on which shelves, each with a picture from it; nobody counts beyond ${mostRows}.`,
  answer: Type.Object({
    products: Type.Integer(),
    shelves: Type.Array(Type.Object({ category: Category, products: Type.Integer(), img: Type.String() })),
  }),
  problems: [],
})
export type Shelves = Static<typeof getShelves.answer>

export const getTool = endpoint({
  name: 'getTool',
  method: 'GET',
  path: '/tools/:id',
  whoMayCall: 'anyone',
  summary: 'One product, with its stock of this moment.',
  params: IdParams,
  answer: Tool,
  problems: ['product-not-found'],
})

export const addTool = endpoint({
  name: 'addTool',
  method: 'POST',
  path: '/tools',
  whoMayCall: 'admin',
  summary: 'Adds a product. `minOrder` is accepted for `minQuantity`.',
  body: Type.Object({
    name: ProductName,
    content: Description,
    available: Quantity(0),
    minQuantity: Type.Optional(Quantity(1)),
    minOrder: Type.Optional(Quantity(1)),
    price: Dollars,
    img: ImageUrl,
    ...ProductParts,
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), tool: Tool }),
  problems: ['product-name-taken', 'image-not-ours'],
})

export const updateTool = endpoint({
  name: 'updateTool',
  method: 'PUT',
  path: '/tools/:id',
  whoMayCall: 'signed-in',
  summary:
    'An admin changes the fields that are sent; a new `available` is booked as a correction. A customer’s call succeeds only if it asks for what is so already.',
  params: IdParams,
  body: Type.Partial(
    Type.Object({
      name: ProductName,
      content: Description,
      available: Quantity(0),
      minQuantity: Quantity(1),
      minOrder: Quantity(1),
      price: Dollars,
      img: ImageUrl,
      ...ProductParts,
    }),
  ),
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: ['product-not-found', 'product-name-taken', 'image-not-ours', 'not-allowed'],
})

export const deleteTool = endpoint({
  name: 'deleteTool',
  method: 'DELETE',
  path: '/tools/:id',
  whoMayCall: 'admin',
  summary: 'Takes a product out of the shop; its orders keep it.',
  params: IdParams,
  answer: Success,
  problems: ['product-not-found'],
})

export const listAllTools = endpoint({
  name: 'listAllTools',
  method: 'GET',
  path: '/all-tools',
  whoMayCall: 'admin',
  summary: 'The products as those who manage them see them: on sale, low on stock, out of stock, or archived.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchWords),
    show: Type.Optional(Type.Enum(productStates)),
    sort: Type.Optional(Type.Enum(productSorts)),
  }),
  answer: Type.Array(ManagedTool),
  problems: [],
})

export const restoreTool = endpoint({
  name: 'restoreTool',
  method: 'POST',
  path: '/tools/:id/restore',
  whoMayCall: 'admin',
  summary: 'Puts a product back into the shop that was taken out of it.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: ['product-not-found', 'product-not-archived', 'product-name-taken'],
})

export const adjustStock = endpoint({
  name: 'adjustStock',
  method: 'POST',
  path: '/tools/:id/stock-movements',
  whoMayCall: 'admin',
  summary: 'Books units that came in (positive) or went out (negative) beside orders, with the reason.',
  params: IdParams,
  body: Type.Object({
    change: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, not: { const: 0 } }),
    reason: FilledText(500),
  }),
  answer: Type.Object({ success: Type.Literal(true), tool: Tool }),
  problems: ['product-not-found', 'stock-out-of-range'],
})

export const listStockMovements = endpoint({
  name: 'listStockMovements',
  method: 'GET',
  path: '/tools/:id/stock-movements',
  whoMayCall: 'admin',
  summary: 'What came in and went out of a product, the newest first; their sum is what is available.',
  params: IdParams,
  query: Type.Object({ limit: pageQuery.limit, after: Type.Optional(Type.String({ format: 'row-number' })) }),
  answer: Type.Array(StockMovement),
  problems: ['product-not-found'],
})
