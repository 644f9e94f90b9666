import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { ByLanguage } from '#contract/by-language.ts'
import { endpoint, Text, Line } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { vehicleQuery } from '#contract/vehicle-query.ts'

/** Defines the address of a category: lower-case letters, digits and single hyphens. */
export const CategorySlug = Type.String({
  minLength: 1,
  maxLength: maxLengths.categoryName,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
})

/** Limits how deep categories lie below each other: one at the top is on level 1. */
export const maxCategoryLevels = 10

/** Describes a category with its products on sale, including those of the categories below it. */
export const CategoryCount = Type.Object({
  category: Type.String({ description: 'The slug of the category.' }),
  name: Type.String(),
  /** The slug of the category above; absent at the top. */
  parent: Type.Optional(Type.String()),
  products: Type.Integer(),
  img: Type.String(),
})
export type CategoryCount = Static<typeof CategoryCount>

export const LanguageQuery = Type.Object({ language: Type.Optional(Type.Enum(languages)) })

export const getCategories = endpoint('getCategories', 'GET', '/categories', {
  access: 'anyone',
  summary:
    'Returns the number of products on sale, and the categories that have some, each behind the category above it: slug, name, number of products with those of the categories below, and a picture. With a vehicle, only products that list it count.',
  query: Type.Object({ ...LanguageQuery.properties, ...vehicleQuery }),
  answer: Type.Object({ products: Type.Integer(), categories: Type.Array(CategoryCount) }),
})
export type CategoryCounts = Static<typeof getCategories.answer>

export const getCategory = endpoint('getCategory', 'GET', '/category/:slug', {
  access: 'anyone',
  summary:
    'Returns a category with the way to it from the top and the categories directly below it that have products. A former slug answers with the category, whose `category` is the slug of now.',
  params: Type.Object({ slug: CategorySlug }),
  query: LanguageQuery,
  answer: Type.Object({
    category: Type.String(),
    name: Type.String(),
    description: Type.String(),
    /** Sets what search engines show of its page; absent where the patterns of the store do. */
    pageTitle: Type.Optional(Type.String()),
    pageDescription: Type.Optional(Type.String()),
    products: Type.Integer(),
    /** The categories above it, from the top. */
    path: Type.Array(Type.Object({ category: Type.String(), name: Type.String() })),
    children: Type.Array(CategoryCount),
  }),
  problems: ['category-not-found'],
})
export type Category = Static<typeof getCategory.answer>

/** Holds the names in each language; an empty one is removed. */
const Names = ByLanguage(Line(maxLengths.categoryName))
const Descriptions = ByLanguage(Text(maxLengths.categoryDescription))
/** Hold what search engines show of its page, in each language. */
const PageTitles = ByLanguage(Line(maxLengths.pageTitle))
const PageDescriptions = ByLanguage(Text(maxLengths.pageDescription))

/** Describes a category for admins. */
export const ManagedCategory = Type.Object({
  _id: Type.String(),
  category: Type.String({ description: 'The slug, as in the address of its page.' }),
  names: Names,
  descriptions: Descriptions,
  pageTitles: PageTitles,
  pageDescriptions: PageDescriptions,
  /** The `_id` of the category above; absent at the top. */
  parent: Type.Optional(Type.String()),
  img: Type.Optional(Type.String()),
  /** The products on sale, including those of the categories below. */
  products: Type.Integer(),
  /** The products of the category itself, on sale or archived. It can be deleted when there are none. */
  ownProducts: Type.Integer(),
})
export type ManagedCategory = Static<typeof ManagedCategory>

export const listAllCategories = endpoint('listAllCategories', 'GET', '/all-categories', {
  access: 'admin',
  permission: ['catalog', 'prices'],
  summary: 'Lists all categories for admins, each behind the category above it, in the order of the shop.',
  answer: Type.Array(ManagedCategory),
})

const changes = {
  names: Names,
  descriptions: Type.Optional(Descriptions),
  pageTitles: Type.Optional(PageTitles),
  pageDescriptions: Type.Optional(PageDescriptions),
  category: Type.Optional(CategorySlug),
  parent: Type.Optional(
    Type.String({ maxLength: 9, pattern: '^(|[1-9]\\d{0,8})$', description: 'An `_id`; empty for the top.' }),
  ),
  img: Type.Optional(Text(2000)),
}

export const addCategory = endpoint('addCategory', 'POST', '/categories', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Adds a category behind its siblings. Without `category` its slug is made from the name.',
  body: Type.Object(changes),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), category: Type.String() }),
  problems: [
    'category-not-found',
    'name-missing',
    'category-slug-taken',
    'category-name-taken',
    'category-too-deep',
    'image-not-ours',
  ],
})

const CategoryParams = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })

export const updateCategory = endpoint('updateCategory', 'PUT', '/category/:id', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Updates what is sent: names, descriptions, titles and descriptions for search engines, slug (the former one redirects forever), picture, the category above, and the position among its siblings, from 0.',
  params: CategoryParams,
  body: Type.Partial(
    Type.Object({ ...changes, position: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) }),
  ),
  answer: Type.Object({ success: Type.Literal(true), category: Type.String() }),
  problems: [
    'category-not-found',
    'name-missing',
    'category-slug-taken',
    'category-name-taken',
    'category-cycle',
    'category-too-deep',
    'image-not-ours',
  ],
})

export const deleteCategory = endpoint('deleteCategory', 'DELETE', '/category/:id', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Deletes a category without products and without categories below it.',
  params: CategoryParams,
  problems: ['category-not-found', 'category-has-products', 'category-has-categories'],
})
