import { isNull, sql } from 'drizzle-orm'
import { productCategories, type Shelves } from '#contract/catalog.ts'
import { mostRows } from '#contract/paging.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database.ts'

/** The shelves of the first products in the shop's order: as many as a list may hold. */
export async function countShelves(db: Database): Promise<Shelves> {
  const first = db
    .select({ category: products.category, imageUrl: products.imageUrl, position: products.position })
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(products.position, products.id)
    .limit(mostRows)
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
    shelves: productCategories.flatMap((category) => {
      const row = rows.find((one) => one.category === category)
      return row ? [{ category, products: row.products, img: row.img }] : []
    }),
  }
}
