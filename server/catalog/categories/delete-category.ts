import { and, eq, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { categories, oldSlugs } from '#server/catalog/categories/categories.tables.ts'
import {
  describeCategory,
  getCategoryRow,
  listChildren,
  lockCategories,
} from '#server/catalog/categories/change-categories.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Deletes an empty category and its former slugs. Throws `category-not-found`, `category-has-categories` or
 * `category-has-products`; archived products count, since they can come back.
 */
export async function deleteCategory(db: Database, id: number, by: AuditActor): Promise<void> {
  await db
    .transaction(async (tx) => {
      await lockCategories(tx)
      const row = await getCategoryRow(tx, id)
      if ((await listChildren(tx, id)).length > 0) throw problem('category-has-categories')
      await assertNoProducts(tx, id)
      const before = await describeCategory(tx, row)
      await tx.delete(oldSlugs).where(and(eq(oldSlugs.kind, 'category'), eq(oldSlugs.targetId, id)))
      await tx.delete(categories).where(eq(categories.id, id))
      await recordAuditEvent(tx, by, {
        kind: 'category-deleted',
        subject: { type: 'category', id: String(id) },
        before,
      })
    })
    .catch(async (error: unknown) => {
      // A product came in at the same moment.
      if (violatedConstraint(error) === 'products_category') await assertNoProducts(db, id)
      throw error
    })
}

async function assertNoProducts(db: Database | Transaction, id: number): Promise<void> {
  const { rows } = await db.execute<{ onSale: number; archived: number }>(sql`
    SELECT (SELECT count(*)::int FROM products WHERE category_id = ${id} AND archived_at IS NULL) AS "onSale",
      (SELECT count(*)::int FROM products WHERE category_id = ${id} AND archived_at IS NOT NULL) AS archived`)
  const [{ onSale, archived } = { onSale: 0, archived: 0 }] = rows
  const count = onSale + archived
  if (count > 0) throw problem('category-has-products', { count, archived })
}
