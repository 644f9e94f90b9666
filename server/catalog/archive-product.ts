import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** Takes a product out of the shop; orders of it keep their lines. Throws `product-not-found`. */
export function archiveProduct(db: Database, id: string, by: Author): Promise<void> {
  const productId = parseId(id, 'product-not-found')
  return transaction(db, async (tx) => {
    const archived = await tx
      .update(products)
      .set({ archivedAt: sql`now()`, archivedBy: by.id, updatedAt: sql`clock_timestamp()` })
      .where(and(eq(products.id, productId), isNull(products.archivedAt)))
      .returning({ id: products.id })
    if (archived.length === 0) throw problem('product-not-found')
    await recordChange(tx, by, { kind: 'product-archived', subject: { type: 'product', id: productId } })
  })
}
