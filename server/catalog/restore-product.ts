import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { products } from '#server/catalog/catalog.tables.ts'
import { getProduct } from '#server/catalog/find-products.ts'
import { brokenConstraint, type Database } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** Puts an archived product back into the shop. Throws `product-not-found`, `product-not-archived` or `product-name-taken`. */
export async function restoreProduct(db: Database, id: string) {
  const [row] = await db
    .update(products)
    .set({ archivedAt: null, archivedBy: null, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(products.id, parseId(id, 'product-not-found')), isNotNull(products.archivedAt)))
    .returning()
    .catch(async (error: unknown) => {
      if (brokenConstraint(error) !== 'products_name_live') throw error
      throw problem('product-name-taken', { name: await nameOf(db, id) })
    })
  if (row) return row
  await getProduct(db, id)
  throw problem('product-not-archived')
}

async function nameOf(db: Database, id: string): Promise<string> {
  const [row] = await db.select({ name: products.name }).from(products).where(eq(products.id, id))
  return row?.name ?? ''
}
