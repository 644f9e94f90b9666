import { eq, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import { orRefusal } from '#server/catalog/product-refusals.ts'
import { assertOwnNumberFree } from '#server/catalog/search/write-part-numbers.ts'
import { writeProducts } from '#server/catalog/write-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Puts a draft on sale, or an archived product back. Throws `product-not-found`, `product-not-archived`, `product-name-taken` or
 * `part-number-taken`.
 */
export async function restoreProduct(db: Database, givenId: string, by: AuditActor) {
  const id = parseId(givenId, 'product-not-found')
  let name = ''
  return db
    .transaction(async (tx) => {
      // Locked, so that it is what it was found to be until the end.
      const [row] = await tx
        .select({ ...productColumns, isOnSale: sql<boolean>`archived_at IS NULL`, isDraft: products.isDraft })
        .from(products)
        .where(eq(products.id, id))
        .for('update')
      if (!row) throw problem('product-not-found')
      if (row.isOnSale) throw problem('product-not-archived')
      name = row.name
      await assertOwnNumberFree(tx, { productId: id })
      await writeProducts(tx, [{ id, isNew: false, state: 'active' }], by)
      const draft = row.isDraft ? { before: { draft: true }, after: { draft: false } } : {}
      await recordAuditEvent(tx, by, { kind: 'product-restored', subject: { type: 'product', id }, ...draft })
      return row
    })
    .catch((error: unknown) => orRefusal(db, { productId: id }, { name })(error))
}
