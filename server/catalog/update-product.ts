import { and, eq } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { isKept, products } from '#server/catalog/catalog.tables.ts'
import { readWithFacts } from '#server/catalog/product-details.ts'
import type { EnteredProduct, ProductChange } from '#server/catalog/product-fields.ts'
import { lockLinks } from '#server/catalog/product-links.ts'
import { orRefusal } from '#server/catalog/product-refusals.ts'
import { assertOwnNumberFree } from '#server/catalog/search/write-part-numbers.ts'
import { writeProducts } from '#server/catalog/write-products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

interface Conditions {
  withoutBrand?: boolean | undefined
  /** Throws if the locked product is not what the caller saw. */
  assertAsSeen?: ((tx: Transaction, before: EnteredProduct) => void | Promise<void>) | undefined
}

/**
 * Changes a product; another stock than before is booked as a correction. Throws `product-not-found`, what `assertAsSeen` throws of the
 * locked product, or what refuses the name, number, category, brand or attributes.
 */
export async function updateProduct(
  db: Database,
  givenId: string,
  { availableQuantity, ...change }: ProductChange,
  by: AuditActor,
  { withoutBrand = false, assertAsSeen }: Conditions = {},
) {
  const id = parseId(givenId, 'product-not-found')
  const { sku: number, brand } = change
  const asked = { number, brand, productId: id, asksForBrand: !withoutBrand }
  return db
    .transaction(async (tx) => {
      if (change.replacedById !== undefined || change.fitsTogetherIds) await lockLinks(tx)
      const locked = await tx
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.id, id), isKept))
        .for('update')
      if (locked.length === 0) throw problem('product-not-found')
      const { row, facts: before } = await readWithFacts(tx, id)
      await assertAsSeen?.(tx, row)
      if (number !== undefined || brand !== undefined) await assertOwnNumberFree(tx, asked)
      const stockChange = (availableQuantity ?? row.availableQuantity) - row.availableQuantity
      await writeProducts(tx, [{ ...change, id, isNew: false, stockChange }], by)
      const { row: written, facts: after } = await readWithFacts(tx, id)
      await recordAuditEvent(tx, by, { kind: 'product-changed', subject: { type: 'product', id }, before, after })
      return written
    })
    .catch(orRefusal(db, asked, change))
}
