import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import type { NewProduct } from '#server/catalog/add-product.ts'
import { products, stockMovements } from '#server/catalog/catalog.tables.ts'
import { productFacts } from '#server/catalog/product-facts.ts'
import { brokenConstraint, type Database, transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** What is to change; a field that is undefined stays. */
export type ProductChange = { [Field in keyof NewProduct]?: NewProduct[Field] | undefined }

/** Changes a product; another stock than before is booked as a correction. Throws `product-not-found` or `product-name-taken`. */
export function changeProduct(db: Database, id: string, change: ProductChange, by: Author) {
  const productId = parseId(id, 'product-not-found')
  return transaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.archivedAt)))
      .for('update')
    if (!before) throw problem('product-not-found')
    const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const [after] = await tx
      .update(products)
      .set({ ...sent, updatedAt: sql`clock_timestamp()` })
      .where(eq(products.id, productId))
      .returning()
    if (!after) throw problem('product-not-found')
    const difference = after.availableQuantity - before.availableQuantity
    if (difference !== 0) {
      await tx.insert(stockMovements).values({ productId, quantity: difference, reason: 'correction', movedBy: by.id })
    }
    await recordChange(tx, by, {
      kind: 'product-changed',
      subject: { type: 'product', id: productId },
      before: productFacts(before),
      after: productFacts(after),
    })
    return after
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'products_name_live')
      throw problem('product-name-taken', { name: change.name ?? '' })
    throw error
  })
}
