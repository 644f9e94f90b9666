import { and, eq, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { isKept, products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Takes a product out of the shop; orders of it keep their lines. Throws `product-not-found`. */
export function archiveProduct(db: Database, id: string, by: AuditActor): Promise<void> {
  const productId = parseId(id, 'product-not-found')
  return db.transaction(async (tx) => {
    const archived = await tx
      .update(products)
      .set({ archivedAt: sql`now()`, archivedBy: by.id, isDraft: false, updatedAt: sql`clock_timestamp()` })
      .where(and(eq(products.id, productId), isKept))
      .returning({ id: products.id })
    if (archived.length === 0) throw problem('product-not-found')
    await recordAuditEvent(tx, by, { kind: 'product-archived', subject: { type: 'product', id: productId } })
  })
}
