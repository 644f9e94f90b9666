import { and, eq, isNull, sql } from 'drizzle-orm'
import { products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** Takes a product out of the shop; orders of it keep their lines. Throws `product-not-found`. */
export async function archiveProduct(db: Database, id: string, by: { id: string }): Promise<void> {
  const archived = await db
    .update(products)
    .set({ archivedAt: sql`now()`, archivedBy: by.id, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(products.id, parseId(id, 'product-not-found')), isNull(products.archivedAt)))
    .returning({ id: products.id })
  if (archived.length === 0) throw problem('product-not-found')
}
