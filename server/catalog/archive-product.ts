import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { archiveProducts } from '#server/catalog/write-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Takes a product out of the shop; orders of it keep their lines. Throws `product-not-found`. */
export function archiveProduct(db: Database, id: string, by: AuditActor): Promise<void> {
  const productId = parseId(id, 'product-not-found')
  return db.transaction(async (tx) => {
    const archived = await archiveProducts(tx, [productId], by)
    if (archived.length === 0) throw problem('product-not-found')
    await recordAuditEvent(tx, by, { kind: 'product-archived', subject: { type: 'product', id: productId } })
  })
}
