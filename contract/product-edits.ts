import { type Static, Type } from 'typebox'
import { toAmount } from '#contract/currency.ts'
import { endpoint, Text } from '#contract/endpoint.ts'
import { Import } from '#contract/imports.ts'
import { languages } from '#contract/language.ts'
import { ProductSelection } from '#contract/product-selection.ts'

/** Lists what can be done to a field: numbers can also be raised and lowered, by an amount or by a percentage. */
export const editOperations = ['set', 'clear', 'add', 'subtract', 'percent', 'percent-off'] as const
export type EditOperation = (typeof editOperations)[number]
export const isByPercent = (operation: EditOperation): boolean => operation === 'percent' || operation === 'percent-off'

/** Returns the steps to which prices are rounded in the currency of the shop, its smallest amount first: 0.01, 1 yen, 0.001 dinars. */
export const roundingSteps = (): number[] => [1, 5, 10, 50, 100, 1000].map((cents) => toAmount(cents))

/** Limits the products that are changed at once. */
export const maxEditedProducts = 50_000

const EditChange = Type.Object({
  field: Text(200, 1),
  operation: Type.Enum(editOperations),
  /** The text of a cell, as in a file; a number such as `5` for the four last operations, of which `add` and `percent` take `-5`, too. */
  value: Type.Optional(Text(20_000)),
  /** Of a price that is changed by a percentage: the smallest step, such as 0.05. */
  roundTo: Type.Optional(Type.Number({ minimum: 0.001, maximum: 1000 })),
})
export type EditChange = Static<typeof EditChange>

/** Describes a field that many products can get at once. */
const EditField = Type.Object({
  code: Type.String(),
  label: Type.String(),
  /** Set if it can be raised and lowered. */
  number: Type.Optional(Type.Enum(['whole', 'amount'])),
  /** Set if every product has one. */
  required: Type.Optional(Type.Literal(true)),
})
export type EditField = Static<typeof EditField>

export const listEditFields = endpoint('listEditFields', 'GET', '/product-edit-fields', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lists the fields that many products can get at once.',
  query: Type.Object({ language: Type.Optional(Type.Enum(languages)) }),
  answer: Type.Array(EditField),
})

export const editProducts = endpoint('editProducts', 'POST', '/product-edits', {
  access: 'admin',
  permission: 'catalog',
  summary: `Prepares a change of many products, those with the ids or those that the list of products finds (at most ${maxEditedProducts.toLocaleString('en')}), as an import: its dry run shows each change, and nothing changes before it is applied.`,
  body: Type.Object({
    products: ProductSelection,
    changes: Type.Array(EditChange, { minItems: 1, maxItems: 20 }),
    /** Also changes the prices of price lists by the percentage by which the price changes, rounded alike. Needs the permission `prices`. */
    changesLists: Type.Optional(Type.Boolean()),
    language: Type.Optional(Type.Enum(languages)),
  }),
  answer: Type.Object({ success: Type.Literal(true), import: Import }),
  problems: [
    'permission-missing',
    'category-not-found',
    'edit-finds-nothing',
    'edit-too-many',
    'edit-field-unknown',
    'edit-value-invalid',
    'edit-not-a-number',
    'import-field-twice',
  ],
})
