import { count, isNull } from 'drizzle-orm'
import { products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the number of products that are not archived, by tax class; classes without any are missing. */
export async function countTaxedProducts(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({ taxClass: products.taxClass, count: count() })
    .from(products)
    .where(isNull(products.archivedAt))
    .groupBy(products.taxClass)
  return new Map(rows.map((row) => [row.taxClass, row.count]))
}
