import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { readWithFacts } from '#server/catalog/product-details.ts'
import type { NewProduct } from '#server/catalog/product-fields.ts'
import { orRefusal } from '#server/catalog/product-refusals.ts'
import { assertOwnNumberFree } from '#server/catalog/search/write-part-numbers.ts'
import { writeProducts } from '#server/catalog/write-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * Puts a product into the shop, with its opening stock as the first movement; throws what refuses its name, number, category, brand or
 * attributes.
 */
export async function addProduct(
  db: Database,
  { availableQuantity, ...product }: NewProduct,
  by: AuditActor | undefined,
  { withoutBrand = false }: { withoutBrand?: boolean | undefined } = {},
) {
  const id = newId()
  const { sku: number = null, brand = null } = product
  const asked = { number, brand, asksForBrand: !withoutBrand }
  return db
    .transaction(async (tx) => {
      await assertOwnNumberFree(tx, asked)
      await writeProducts(tx, [{ ...product, id, isNew: true, stockChange: availableQuantity }], by)
      const { row, facts } = await readWithFacts(tx, id)
      if (by) {
        const after = { ...facts, ...(product.state === 'draft' && { draft: true }) }
        await recordAuditEvent(tx, by, { kind: 'product-added', subject: { type: 'product', id }, after })
      }
      return row
    })
    .catch(orRefusal(db, asked, product))
}
