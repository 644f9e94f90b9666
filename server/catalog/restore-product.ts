import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import { assertOwnNumberFree, ownNumberIndex } from '#server/catalog/search/write-part-numbers.ts'
import { violatedConstraint, type Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Puts a draft on sale, or an archived product back. Throws `product-not-found`, `product-not-archived`, `product-name-taken` or
 * `part-number-taken`.
 */
export async function restoreProduct(db: Database, id: string, by: AuditActor) {
  const productId = parseId(id, 'product-not-found')
  return await db
    .transaction(async (tx) => {
      // Locked, so that it is what it was found to be until the end.
      const [known] = await tx
        .select({
          id: products.id,
          isArchived: isNotNull(products.archivedAt),
          draft: products.isDraft,
        })
        .from(products)
        .where(eq(products.id, productId))
        .for('update')
      if (known?.isArchived) await assertOwnNumberFree(tx, { productId })
      const [restored] = await tx
        .update(products)
        .set({
          archivedAt: null,
          archivedBy: null,
          isDraft: false,
          sharesPartNumber: false,
          updatedAt: sql`clock_timestamp()`,
        })
        .where(and(eq(products.id, productId), isNotNull(products.archivedAt)))
        .returning(productColumns)
      if (!restored) throw problem(known ? 'product-not-archived' : 'product-not-found')
      const draft = known?.draft ? { before: { draft: true }, after: { draft: false } } : {}
      await recordAuditEvent(tx, by, {
        kind: 'product-restored',
        subject: { type: 'product', id: productId },
        ...draft,
      })
      return restored
    })
    .catch(async (error: unknown) => {
      if (violatedConstraint(error) === 'products_name_live')
        throw problem('product-name-taken', { name: await nameOf(db, productId) })
      if (violatedConstraint(error) === ownNumberIndex) await assertOwnNumberFree(db, { productId })
      throw error
    })
}

const nameOf = async (db: Database, id: string) =>
  (await db.select({ name: products.name }).from(products).where(eq(products.id, id)))[0]?.name ?? ''
