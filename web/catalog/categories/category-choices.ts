import { listAllCategories, type ManagedCategory } from '#contract/categories.ts'
import { languages } from '#contract/language.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import type { CategoryNames } from '#web/catalog/categories/category-names.ts'
import { currentLanguage } from '#web/i18n/language.ts'

/** Returns the name of a category in the language of the page, else in another. */
export const categoryName = ({ names }: Pick<ManagedCategory, 'names'>): string =>
  [currentLanguage(), ...languages].map((language) => names[language]).find(Boolean) ?? ''

/** Returns the names of all categories, once they are loaded. */
export function useCategoryNames(): CategoryNames {
  const { data = [] } = useQuery(endpointQuery(listAllCategories))
  return Object.fromEntries(data.map((category) => [category.category, categoryName(category)]))
}

/** Describes a category with its distance from the top, for menus that show the tree. */
export interface CategoryRow extends ManagedCategory {
  depth: number
}

/** Adds the distance from the top to a list in the order of the tree. */
export function withDepths(categories: readonly ManagedCategory[]): CategoryRow[] {
  const depths = new Map<string | undefined, number>()
  return categories.map((category) => {
    const depth = (depths.get(category.parent) ?? -1) + 1
    depths.set(category._id, depth)
    return { ...category, depth }
  })
}

/** Returns the name of a category behind spaces that show its place in the tree; menus of the browser know no other way. */
export const indentedName = (category: CategoryRow): string =>
  `${'\u2003'.repeat(category.depth)}${categoryName(category)}`
