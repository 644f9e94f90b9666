import { and, eq, isNull } from 'drizzle-orm'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { products, stockMovements } from '#server/catalog/catalog.tables.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

const mostUnits = 1_000_000

export interface Adjustment {
  /** Units that came in, or went out when negative. */
  change: number
  reason: string
}

/** Books units that came or went beside orders, with who and why. Throws `product-not-found` or `stock-out-of-range`. */
export function adjustStock(db: Database, id: string, { change, reason }: Adjustment, by: Author) {
  const productId = parseId(id, 'product-not-found')
  return transaction(db, async (tx) => {
    // Orders take units at the same moment: locked, so that what is left stays what it was found to be.
    const [before] = await tx
      .select({ available: products.availableQuantity })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.archivedAt)))
      .for('update')
    if (!before) throw problem('product-not-found')
    const stock = before.available + change
    if (stock < 0 || stock > mostUnits) throw problem('stock-out-of-range', { stock, available: before.available })
    const [after] = await tx
      .update(products)
      .set({ availableQuantity: stock })
      .where(eq(products.id, productId))
      .returning()
    if (!after) throw problem('product-not-found')
    await tx
      .insert(stockMovements)
      .values({ productId, quantity: change, reason: 'correction', note: reason, movedBy: by.id })
    await recordChange(tx, by, {
      kind: 'stock-adjusted',
      subject: { type: 'product', id: productId },
      before: { availableQuantity: before.available },
      after: { availableQuantity: stock, reason },
    })
    return after
  })
}
