import { type Static, Type } from 'typebox'
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

const Category = Type.Enum(productCategories)

/** A product as it crosses the wire; `price` is in dollars. */
export const Tool = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  img: Type.String(),
  content: Type.String(),
  minOrder: Type.Integer(),
  available: Type.Integer(),
  price: Type.Number(),
  sku: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
})
export type Tool = Static<typeof Tool>

const ProductName = FilledText(120)
const Description = FilledText(5000)
const ImageUrl = Text(2000, 1)
const ProductParts = { sku: Type.Optional(Text(64)), category: Type.Optional(Category) }

export const listTools = endpoint({
  name: 'listTools',
  method: 'GET',
  path: '/tools',
  whoMayCall: 'anyone',
  summary: 'All products that are sold.',
  answer: Type.Array(Tool),
  problems: [],
})

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
