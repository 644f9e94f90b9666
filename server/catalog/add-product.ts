import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { products, stockMovements } from '#server/catalog/catalog.tables.ts'
import { productFacts } from '#server/catalog/product-facts.ts'
import { brokenConstraint, type Database, type Transaction, transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

export interface NewProduct {
  name: string
  description: string
  imageUrl: string
  priceCents: number
  minimumQuantity: number
  availableQuantity: number
  sku?: string | undefined
  category?: string | undefined
}

/** Puts a product into the shop, with its opening stock as the first movement; throws `product-name-taken`. */
export async function addProduct(db: Database | Transaction, product: NewProduct, by: Author | undefined) {
  return transaction(db, async (tx) => {
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
    // What the shop brings along is nobody's change.
    if (by) {
      const subject = { type: 'product', id: row.id } as const
      await recordChange(tx, by, { kind: 'product-added', subject, after: productFacts(row) })
    }
    return row
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'products_name_live') throw problem('product-name-taken', { name: product.name })
    throw error
  })
}
