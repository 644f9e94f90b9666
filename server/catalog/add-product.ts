import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { pickContent, products, stockMovements } from '#server/catalog/catalog.tables.ts'
import type { NewProduct } from '#server/catalog/product-fields.ts'
import { violatedConstraint, type Database, type Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Puts a product into the shop, with its opening stock as the first movement; throws `product-name-taken`. */
export async function addProduct(db: Database | Transaction, product: NewProduct, by: AuditActor | undefined) {
  return db
    .transaction(async (tx) => {
      const [row] = await tx
        .insert(products)
        .values({ id: newId(), ...product, createdBy: by?.id ?? null })
        .returning()
      if (!row) throw new Error('The insert of a product answered no row.')
      if (row.availableQuantity > 0) {
        await tx.insert(stockMovements).values({
          productId: row.id,
          quantity: row.availableQuantity,
          reason: 'opening',
          movedBy: by?.id ?? null,
        })
      }
      // The demo products are not audited.
      if (by) {
        const subject = { type: 'product', id: row.id } as const
        await recordAuditEvent(tx, by, { kind: 'product-added', subject, after: pickContent(row) })
      }
      return row
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'products_name_live')
        throw problem('product-name-taken', { name: product.name })
      throw error
    })
}
