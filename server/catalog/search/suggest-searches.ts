import { sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import type { Language } from '#contract/language.ts'
import type { Suggestions } from '#contract/search.ts'
import { findProducts } from '#server/catalog/find-products.ts'
import { wordsOfName } from '#server/catalog/search/add-named.ts'
import type { Database } from '#server/platform/database/database.ts'
import { allOf, readWords } from '#server/platform/database/search.ts'

const maxProducts = 8
const maxNumbers = 4
const maxCategories = 3
const maxBrands = 3

/** Returns what the beginning of a search may mean: part numbers, categories and brands that all words name, and products. */
export async function suggestSearches(db: Database, q: string, language: Language): Promise<Suggestions> {
  const words = readWords(q)
  if (words.length === 0) return { numbers: [], categories: [], brands: [], products: [] }
  const all = allOf(words.map(({ part }) => part))
  const [categories, brands, { rows, matches }] = await Promise.all([
    findCategories(db, all, language),
    findBrands(db, all),
    findProducts(db, { limit: maxProducts, after: undefined }, { q }, language),
  ])
  const numbers = rows.flatMap(({ id, name, brand }) => {
    const match = matches.get(id)
    return match ? [{ product: id, name, ...(brand !== null && { brand }), ...match }] : []
  })
  return {
    numbers: numbers.slice(0, maxNumbers),
    categories,
    brands,
    products: rows
      .filter(({ id }) => !matches.has(id))
      .slice(0, maxProducts)
      .map(({ id, name, brand, sku }) => ({
        product: id,
        name,
        ...(brand !== null && { brand }),
        ...(sku !== null && { sku }),
      })),
  }
}

/** Returns categories with products on sale whose names, in any language, have all words. */
async function findCategories(db: Database, all: string, language: Language): Promise<Suggestions['categories']> {
  const { rows } = await db.execute<{ category: string; name: string }>(sql`
    SELECT slug AS category, coalesce(own.name, main.name, slug) AS name FROM categories
    LEFT JOIN category_texts own ON own.category_id = id AND own.language = ${language}
    LEFT JOIN category_texts main ON main.category_id = id AND main.language = ${mainLanguage()}
    WHERE id IN (SELECT category_id FROM category_texts WHERE ${wordsOfName} @@ ${all}::tsquery)
      AND EXISTS (
        WITH RECURSIVE subtree AS (
          SELECT categories.id UNION ALL SELECT child.id FROM categories child JOIN subtree ON child.parent_id = subtree.id)
        SELECT FROM products WHERE category_id IN (SELECT id FROM subtree) AND archived_at IS NULL)
    ORDER BY parent_id NULLS FIRST, position, id LIMIT ${maxCategories}`)
  return rows
}

/** Returns brands with products on sale; one that was merged is found by its former name, too. */
async function findBrands(db: Database, all: string): Promise<Suggestions['brands']> {
  const { rows } = await db.execute<{ brand: string; name: string }>(sql`
    SELECT slug AS brand, name FROM brands
    WHERE id IN (SELECT coalesce(merged_into, id) FROM brands WHERE ${wordsOfName} @@ ${all}::tsquery)
      AND EXISTS (SELECT FROM products WHERE brand_id = brands.id AND archived_at IS NULL)
    ORDER BY lower(name) LIMIT ${maxBrands}`)
  return rows
}
