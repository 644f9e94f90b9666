import { sql } from 'drizzle-orm'
import type { CategoryCounts } from '#contract/categories.ts'
import { type Language, languages } from '#contract/language.ts'
import type { Database } from '#server/platform/database/database.ts'

// A type, because rows of raw queries must have an index signature.
type CountedRow = {
  /** The number of products on sale in the whole shop. */
  total: number
  /** Null in a shop without categories. */
  id: number | null
  parentId: number | null
  slug: string
  imageUrl: string | null
  names: Partial<Record<Language, string>> | null
  /** The products on sale of the category itself. */
  products: number
  firstPosition: number | null
  firstPicture: string | null
}

/**
 * Counts the products on sale of the shop and of each category with those below it. One statement: the counts walk an index that
 * has the products on sale only, about 10 ms for 100,000 of them.
 */
export async function countCategories(db: Database, language: Language): Promise<CategoryCounts> {
  const { rows } = await db.execute<CountedRow>(sql`
    WITH counts AS MATERIALIZED (
      SELECT category_id, count(*) AS products FROM products WHERE archived_at IS NULL GROUP BY category_id)
    SELECT whole.total::int, categories.id, parent_id AS "parentId", slug, categories.image_url AS "imageUrl",
      (SELECT jsonb_object_agg(language, name) FROM category_texts WHERE category_id = categories.id) AS names,
      coalesce(counts.products, 0)::int AS products, first.position::float8 AS "firstPosition", first.image_url AS "firstPicture"
    FROM (SELECT coalesce(sum(products), 0) AS total FROM counts) whole
    LEFT JOIN categories ON true
    LEFT JOIN counts ON counts.category_id = categories.id
    LEFT JOIN LATERAL (
      SELECT products.position, image_url FROM products
      WHERE counts.products > 0 AND category_id = categories.id AND archived_at IS NULL
      ORDER BY products.position, products.id LIMIT 1) first ON true
    ORDER BY categories.position, categories.id`)
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const categories: CategoryCounts['categories'] = []

  /** Adds what is below a category in its place, and returns the sum and the first picture of it. */
  function add(parentId: number | null, parent?: string) {
    const sum = { products: 0, position: Infinity, picture: '' }
    for (const { id, slug, products, imageUrl, names, firstPosition, firstPicture } of children.get(parentId) ?? []) {
      if (id === null) continue
      const entry = { category: slug, name: nameIn(names, language) ?? slug, ...(parent && { parent }) }
      const place = categories.push({ ...entry, products: 0, img: '' }) - 1
      const below = add(id, slug)
      const all = {
        products: products + below.products,
        ...(firstPosition !== null && firstPosition < below.position
          ? { position: firstPosition, picture: firstPicture ?? '' }
          : { position: below.position, picture: below.picture }),
      }
      if (all.products === 0) categories.splice(place, 1)
      else categories[place] = { ...entry, products: all.products, img: imageUrl ?? all.picture }
      sum.products += all.products
      if (all.position < sum.position) Object.assign(sum, { position: all.position, picture: all.picture })
    }
    return sum
  }
  add(null)
  return { products: rows[0]?.total ?? 0, categories }
}

/** Returns the text in this language, else in the shop's first one, else in any. */
export const nameIn = (names: Partial<Record<Language, string>> | null, language: Language): string | undefined =>
  [language, ...languages].map((one) => names?.[one]).find(Boolean)
