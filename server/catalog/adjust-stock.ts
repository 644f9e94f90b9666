import { and, eq } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertSeen, type SeenFigures } from '#server/catalog/assert-seen.ts'
import { isKept, products, stockMovements } from '#server/catalog/catalog.tables.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

const maxUnits = 1_000_000

export interface Adjustment {
  /** Units added, negative if removed. */
  change: number
  reason: string
}

/**
 * Corrects the stock of a product and records actor and reason. Throws `product-not-found`, `stock-out-of-range`, or `cell-changed` if
 * the stock is another than the one `seen`.
 */
export function adjustStock(
  db: Database,
  id: string,
  { change, reason }: Adjustment,
  by: AuditActor,
  seen: SeenFigures = {},
) {
  const productId = parseId(id, 'product-not-found')
  return db.transaction(async (tx) => {
    // Orders take units at the same moment: locked, so that what is left stays what it was found to be.
    const [before] = await tx
      .select({
        available: products.availableQuantity,
        priceCents: products.priceCents,
        minimumQuantity: products.minimumQuantity,
      })
      .from(products)
      .where(and(eq(products.id, productId), isKept))
      .for('update')
    if (!before) throw problem('product-not-found')
    assertSeen({ ...before, availableQuantity: before.available }, seen)
    const stock = before.available + change
    if (stock < 0 || stock > maxUnits) throw problem('stock-out-of-range', { stock, available: before.available })
    const [after] = await tx
      .update(products)
      .set({ availableQuantity: stock })
      .where(eq(products.id, productId))
      .returning(productColumns)
    if (!after) throw problem('product-not-found')
    await tx
      .insert(stockMovements)
      .values({ productId, quantity: change, reason: 'correction', note: reason, movedBy: by.id })
    await recordAuditEvent(tx, by, {
      kind: 'stock-adjusted',
      subject: { type: 'product', id: productId },
      before: { availableQuantity: before.available },
      after: { availableQuantity: stock, reason },
    })
    return after
  })
}
