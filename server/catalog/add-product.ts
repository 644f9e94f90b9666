import { sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { findBrandId } from '#server/catalog/attributes/edit-brands.ts'
import { writeProductValues } from '#server/catalog/attributes/write-product-values.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import { type DetailsChange, readDetails, writeDetails } from '#server/catalog/product-details.ts'
import { auditedFields, type NewProduct } from '#server/catalog/product-fields.ts'
import { productRefusal } from '#server/catalog/product-refusals.ts'
import { assertOwnNumberFree, ownNumberIndex } from '#server/catalog/search/write-part-numbers.ts'
import { violatedConstraint, type Database, type Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { moveStock } from '#server/stock/move-stock.ts'

/**
 * Puts a product into the shop, with its opening stock as the first movement; throws what refuses its name, number, category, brand or
 * attributes.
 */
export async function addProduct(
  db: Database | Transaction,
  product: NewProduct,
  by: AuditActor | undefined,
  {
    isDraft = false,
    withoutBrand = false,
    ...details
  }: DetailsChange & { isDraft?: boolean | undefined; withoutBrand?: boolean | undefined } = {},
) {
  const { category, brand = null, attributes, availableQuantity, ...content } = product
  const asked = { number: content.sku ?? null, brand, asksForBrand: !withoutBrand }
  return db
    .transaction(async (tx) => {
      const categoryId = await findCategoryId(tx, category)
      const brandId = await findBrandId(tx, brand)
      await assertOwnNumberFree(tx, asked)
      const [added] = await tx
        .insert(products)
        .values({
          id: newId(),
          ...content,
          availableQuantity: 0,
          categoryId,
          brandId,
          createdBy: by?.id ?? null,
          isDraft,
          ...(isDraft && { archivedAt: sql`now()`, archivedBy: by?.id ?? null }),
        })
        .returning(productColumns)
      if (!added) throw new Error('The insert of a product answered no row.')
      const values = attributes && (await writeProductValues(tx, { id: added.id, categoryId }, attributes))
      const row = { ...added, availableQuantity, attributes: values ?? null }
      await moveStock(tx, [{ kind: 'opening', productId: row.id, units: availableQuantity }], by)
      await writeDetails(tx, row.id, details)
      // The demo products are not audited.
      if (by) {
        const subject = { type: 'product', id: row.id } as const
        const after = { ...auditedFields(row), ...(await readDetails(tx, row.id)), ...(isDraft && { draft: true }) }
        await recordAuditEvent(tx, by, { kind: 'product-added', subject, after })
      }
      return row
    })
    .catch(async (error: unknown) => {
      // Of a name and a number that are both taken, the database tells the one whose index it made first.
      if ([ownNumberIndex, 'products_name_live'].includes(violatedConstraint(error) ?? ''))
        await assertOwnNumberFree(db, asked)
      throw productRefusal(error, product)
    })
}
