import type { Tool } from '#contract/catalog.ts'
import type { CategoryCount } from '#contract/categories.ts'

/** Maps slugs to names in the language of the page. */
export type CategoryNames = Readonly<Record<string, string>>

/** Returns the names of the categories of these products. */
export function pickCategoryNames(
  categories: readonly Pick<CategoryCount, 'category' | 'name'>[],
  products: readonly Pick<Tool, 'category'>[],
): CategoryNames {
  const used = new Set(products.map(({ category }) => category))
  return Object.fromEntries(categories.flatMap(({ category, name }) => (used.has(category) ? [[category, name]] : [])))
}

/** Returns the way from the top of the tree to a category, itself included; empty without one. */
export function pathTo<Category extends Pick<CategoryCount, 'category' | 'name' | 'parent'>>(
  categories: readonly Category[],
  slug: string | undefined,
): Category[] {
  const bySlug = new Map(categories.map((category) => [category.category, category]))
  const path: Category[] = []
  for (let above = bySlug.get(slug ?? ''); above; above = bySlug.get(above.parent ?? '')) path.push(above)
  return path.reverse()
}
