import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { ByLanguage } from '#contract/by-language.ts'
import { CategorySlug } from '#contract/categories.ts'
import { endpoint, Success, Text, Name } from '#contract/endpoint.ts'
import { dimensionNames } from '#contract/units.ts'

export const attributeKinds = ['option', 'number', 'yes-no', 'text'] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** Limits the attributes that one body names, and the values of one of them. */
const maxAttributes = 100
const maxValues = 50

/** Defines the values of a product by the codes of attributes: the code of an option, a number as typed, yes or no, text; lists where several are allowed. An empty text or list removes a value. */
export const AttributeInput = Type.Record(
  Text(64, 1),
  Type.Union([
    Text(maxLengths.attributeText),
    Type.Boolean(),
    Type.Array(Text(maxLengths.attributeText), { maxItems: maxValues }),
  ]),
  // Names of several lines are refused: the schema of a record knows those of one line only.
  { maxProperties: maxAttributes, additionalProperties: false },
)
export type AttributeInput = Static<typeof AttributeInput>

/** Defines the values of a product as they are answered. Unchecked on the way out, since a list has thousands. */
export const AttributeValues = Type.Record(Type.String(), Type.Unsafe<string | boolean | string[]>({}))
export type AttributeValues = Static<typeof AttributeValues>

/** Defines the texts of one thing in the languages that it has; pages fall back to English, then to any. */
const Names = ByLanguage(Name(maxLengths.attributeName))
const Help = ByLanguage(Text(maxLengths.attributeText))
export type Names = Static<typeof Names>

const Brand = Type.Object({ slug: Type.String(), name: Type.String(), products: Type.Integer() })
export type Brand = Static<typeof Brand>

const AttributeOption = Type.Object({
  code: Type.String(),
  names: Names,
  /** The number of products with it, for admins. */
  products: Type.Optional(Type.Integer()),
})
export type AttributeOption = Static<typeof AttributeOption>

/** Describes an attribute with its options in their order; `unit` is that of numbers entered without one. */
const Attribute = Type.Object({
  code: Type.String(),
  kind: Type.Enum(attributeKinds),
  dimension: Type.Optional(Type.Enum(dimensionNames)),
  unit: Type.Optional(Type.String()),
  isMultiple: Type.Boolean(),
  /** Set if buyers do not see its values. */
  isStaffOnly: Type.Optional(Type.Literal(true)),
  names: Names,
  help: Help,
  options: Type.Array(AttributeOption),
  products: Type.Optional(Type.Integer()),
})
export type Attribute = Static<typeof Attribute>

const use = { isFacet: Type.Boolean(), isColumn: Type.Boolean(), isRequired: Type.Boolean() }

/** Describes an attribute as a category uses it; `category` is the nearest category that says how. */
const CategoryAttribute = Type.Object({ ...Attribute.properties, ...use, category: Type.String() })
export type CategoryAttribute = Static<typeof CategoryAttribute>

const Slug = Text(120, 1)
const BrandParams = Type.Object({ slug: Slug })
const AttributeParams = Type.Object({ code: Slug })
const OptionParams = Type.Object({ code: Slug, option: Slug })
const BrandName = Name(maxLengths.brand)

export const listBrands = endpoint('listBrands', 'GET', '/brands', {
  access: 'anyone',
  summary: 'Lists the brands by name, with the numbers of their active products.',
  answer: Type.Array(Brand),
})

export const addBrand = endpoint('addBrand', 'POST', '/brands', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Adds a brand.',
  body: Type.Object({ name: BrandName }),
  answer: Type.Object({ success: Type.Literal(true), slug: Type.String() }),
  problems: ['brand-name-taken'],
})

export const renameBrand = endpoint('renameBrand', 'PUT', '/brands/:slug', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Renames a brand; its slug stays, and so do links.',
  params: BrandParams,
  body: Type.Object({ name: BrandName }),
  problems: ['brand-not-found', 'brand-name-taken'],
})

export const mergeBrand = endpoint('mergeBrand', 'POST', '/brands/:slug/merge', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Merges a brand into another one, which gets its products; links to the old one lead to the other.',
  params: BrandParams,
  body: Type.Object({ into: Slug }),
  problems: ['brand-not-found', 'merge-with-itself', 'merge-shares-numbers'],
})

export const deleteBrand = endpoint('deleteBrand', 'DELETE', '/brands/:slug', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Deletes a brand without products.',
  params: BrandParams,
  problems: ['brand-not-found', 'brand-in-use'],
})

export const listAttributes = endpoint('listAttributes', 'GET', '/attributes', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lists the attributes with their options, and how many products have them.',
  answer: Type.Array(Attribute),
})

export const addAttribute = endpoint('addAttribute', 'POST', '/attributes', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Adds an attribute. Its kind, its dimension, whether a product may have several values and whether only staff see it stay as they are.',
  body: Type.Object({
    names: Names,
    help: Type.Optional(Help),
    kind: Type.Enum(attributeKinds),
    dimension: Type.Optional(Type.Enum(dimensionNames)),
    unit: Type.Optional(Text(20)),
    isMultiple: Type.Optional(Type.Boolean()),
    isStaffOnly: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), code: Type.String() }),
  problems: ['name-missing', 'unit-unknown'],
})

export const changeAttribute = endpoint('changeAttribute', 'PUT', '/attributes/:code', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Changes the names, the help, the unit or the order of the options of an attribute; its code stays, and so do links.',
  params: AttributeParams,
  body: Type.Object({
    names: Type.Optional(Names),
    help: Type.Optional(Help),
    unit: Type.Optional(Text(20)),
    options: Type.Optional(
      Type.Array(Slug, { maxItems: 2000, description: 'The codes of all options in their order.' }),
    ),
  }),
  problems: ['attribute-not-found', 'name-missing', 'unit-unknown', 'option-not-found'],
})

export const deleteAttribute = endpoint('deleteAttribute', 'DELETE', '/attributes/:code', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Deletes an attribute that no product has.',
  params: AttributeParams,
  problems: ['attribute-not-found', 'attribute-in-use'],
})

export const addAttributeOption = endpoint('addAttributeOption', 'POST', '/attributes/:code/options', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Adds an option at the end.',
  params: AttributeParams,
  body: Type.Object({ names: Names }),
  answer: Type.Object({ success: Type.Literal(true), code: Type.String() }),
  problems: ['attribute-not-found', 'attribute-without-options', 'name-missing', 'option-name-taken'],
})

export const renameAttributeOption = endpoint('renameAttributeOption', 'PUT', '/attributes/:code/options/:option', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Renames an option; its code stays, and so do links.',
  params: OptionParams,
  body: Type.Object({ names: Names }),
  problems: ['attribute-not-found', 'option-not-found', 'name-missing', 'option-name-taken'],
})

export const mergeAttributeOption = endpoint(
  'mergeAttributeOption',
  'POST',
  '/attributes/:code/options/:option/merge',
  {
    access: 'admin',
    permission: 'catalog',
    summary: 'Merges an option into another one, which gets its products; links to the old one lead to the other.',
    params: OptionParams,
    body: Type.Object({ into: Slug }),
    answer: Success,
    problems: ['attribute-not-found', 'option-not-found', 'merge-with-itself'],
  },
)

export const deleteAttributeOption = endpoint('deleteAttributeOption', 'DELETE', '/attributes/:code/options/:option', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Deletes an option that no product has.',
  params: OptionParams,
  problems: ['attribute-not-found', 'option-not-found', 'option-in-use'],
})

export const listCategoryAttributes = endpoint('listCategoryAttributes', 'GET', '/categories/:slug/attributes', {
  access: 'anyone',
  summary: 'Lists the attributes of a category with those that it inherits, in their order.',
  params: Type.Object({ slug: CategorySlug }),
  answer: Type.Array(CategoryAttribute),
  problems: ['category-not-found'],
})

export const setCategoryAttributes = endpoint('setCategoryAttributes', 'PUT', '/categories/:slug/attributes', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Sets the attributes of a category itself, in their order; it goes on inheriting all others. One that is also inherited is used as said here.',
  params: Type.Object({ slug: CategorySlug }),
  body: Type.Object({
    attributes: Type.Array(Type.Object({ code: Slug, ...use }), { maxItems: maxAttributes }),
  }),
  problems: ['category-not-found', 'attribute-not-found', 'attribute-staff-only'],
})
