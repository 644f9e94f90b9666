import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'

/** Defines the address of a category: lower-case letters, digits and single hyphens. */
export const CategorySlug = Type.String({ minLength: 1, maxLength: 80, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

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

const LanguageQuery = Type.Object({ language: Type.Optional(Type.Enum(languages)) })

export const getCategories = endpoint({
  name: 'getCategories',
  method: 'GET',
  path: '/categories',
  access: 'anyone',
  summary:
    'Returns the number of products on sale, and the categories that have some, each behind the category above it: slug, name, number of products with those of the categories below, and a picture.',
  query: LanguageQuery,
  answer: Type.Object({ products: Type.Integer(), categories: Type.Array(CategoryCount) }),
  problems: [],
})
export type CategoryCounts = Static<typeof getCategories.answer>
