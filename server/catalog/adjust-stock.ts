import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { products, stockMovements } from '#server/catalog/catalog.tables.ts'
import { getProduct } from '#server/catalog/find-products.ts'
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
export async function adjustStock(db: Database, id: string, { change, reason }: Adjustment, by: Author) {
  const productId = parseId(id, 'product-not-found')
  const product = await transaction(db, async (tx) => {
    const stock = sql`${products.availableQuantity} + ${change}`
    // Orders take units at the same moment: what is left is decided in this statement.
    const [row] = await tx
      .update(products)
      .set({ availableQuantity: stock })
      .where(and(eq(products.id, productId), isNull(products.archivedAt), sql`${stock} BETWEEN 0 AND ${mostUnits}`))
      .returning()
    if (row) {
      await tx
        .insert(stockMovements)
        .values({ productId, quantity: change, reason: 'correction', note: reason, movedBy: by.id })
      await recordChange(tx, by, {
        kind: 'stock-adjusted',
        subject: { type: 'product', id: productId },
        before: { availableQuantity: row.availableQuantity - change },
        after: { availableQuantity: row.availableQuantity, reason },
      })
    }
    return row
  })
  if (product) return product
  const { availableQuantity } = await getProduct(db, id)
  throw problem('stock-out-of-range', { stock: availableQuantity + change, available: availableQuantity })
}
