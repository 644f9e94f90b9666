import { isNull, sql } from 'drizzle-orm'
import { productCategories, type CategoryCounts } from '#contract/catalog.ts'
import { maxRows } from '#contract/pagination.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Counts the products of each category, up to the limit of a list. */
export async function countCategories(db: Database): Promise<CategoryCounts> {
  const first = db
    .select({ category: products.category, imageUrl: products.imageUrl, position: products.position })
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(products.position, products.id)
    .limit(maxRows)
    .as('first')
  const rows = await db
    .select({
      category: first.category,
      products: sql<number>`count(*)::int`,
      img: sql<string>`(array_agg(${first.imageUrl} ORDER BY ${first.position}))[1]`,
    })
    .from(first)
    .groupBy(first.category)
  return {
    products: rows.reduce((sum, row) => sum + row.products, 0),
    categories: productCategories.flatMap((category) => {
      const row = rows.find((one) => one.category === category)
      return row ? [{ category, products: row.products, img: row.img }] : []
    }),
  }
}
