import { and, eq, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { isKept, products } from '#server/catalog/catalog.tables.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { findBrandId } from '#server/catalog/attributes/edit-brands.ts'
import { writeProductValues } from '#server/catalog/attributes/write-product-values.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import { lockLinks } from '#server/catalog/product-links.ts'
import { type DetailsChange, readDetails, writeDetails } from '#server/catalog/product-details.ts'
import { auditedFields, type EnteredProduct, type ProductChange } from '#server/catalog/product-fields.ts'
import { productRefusal } from '#server/catalog/product-refusals.ts'
import { assertOwnNumberFree, ownNumberIndex } from '#server/catalog/search/write-part-numbers.ts'
import { violatedConstraint, type Database, type Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { moveStock } from '#server/stock/move-stock.ts'

/**
 * Changes a product; another stock than before is booked as a correction. Throws `product-not-found`, what `assertAsSeen` throws of the
 * locked product, or what refuses the name, number, category, brand or attributes.
 */
export function updateProduct(
  db: Database,
  id: string,
  change: ProductChange,
  by: AuditActor,
  { withoutBrand = false, ...details }: DetailsChange & { withoutBrand?: boolean | undefined } = {},
  assertAsSeen?: (tx: Transaction, before: EnteredProduct) => void | Promise<void>,
) {
  const productId = parseId(id, 'product-not-found')
  const { category, brand, attributes, availableQuantity, ...content } = change
  const asked = { number: change.sku, brand, productId, asksForBrand: !withoutBrand }
  return db
    .transaction(async (tx) => {
      if (details.replacedById !== undefined || details.fitsTogetherIds) await lockLinks(tx)
      const [before] = await tx
        .select({ ...productColumns, categoryId: products.categoryId })
        .from(products)
        .where(and(eq(products.id, productId), isKept))
        .for('update')
      if (!before) throw problem('product-not-found')
      await assertAsSeen?.(tx, before)
      const detailsBefore = await readDetails(tx, productId)
      await writeDetails(tx, productId, details)
      const sent = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
      // A number that was shared before numbers were unique stays shared until it or the brand changes.
      const sharing =
        sent['sku'] === undefined && brand === undefined
          ? {}
          : { sharesPartNumber: await keepsSharing(tx, productId, asked) }
      const categoryId = category === undefined ? {} : { categoryId: await findCategoryId(tx, category) }
      const brandId = brand === undefined ? {} : { brandId: await findBrandId(tx, brand) }
      if (availableQuantity !== undefined) {
        const units = availableQuantity - before.availableQuantity
        await moveStock(tx, [{ kind: 'correction', productId, units }], by)
      }
      if (attributes) await writeProductValues(tx, { ...before, ...categoryId }, attributes)
      const [after] = await tx
        .update(products)
        .set({ ...sent, ...sharing, ...categoryId, ...brandId, updatedAt: sql`clock_timestamp()` })
        .where(eq(products.id, productId))
        .returning(productColumns)
      if (!after) throw problem('product-not-found')
      await recordAuditEvent(tx, by, {
        kind: 'product-changed',
        subject: { type: 'product', id: productId },
        before: { ...auditedFields(before), ...detailsBefore },
        after: { ...auditedFields(after), ...(await readDetails(tx, productId)) },
      })
      return after
    })
    .catch(async (error: unknown) => {
      if (violatedConstraint(error) === ownNumberIndex) await assertOwnNumberFree(db, asked)
      throw productRefusal(error, change)
    })
}

/** Whether the product keeps a number that it shares; throws `part-number-taken` or `brand-needed` if it takes another one. */
async function keepsSharing(
  tx: Transaction,
  productId: string,
  asked: Parameters<typeof assertOwnNumberFree>[1],
): Promise<boolean> {
  const { number, brand } = asked
  const [row] = await tx
    .select({
      isSame: sql<boolean>`
        ${number === undefined ? sql`true` : sql`part_number_identity(sku) IS NOT DISTINCT FROM part_number_identity(${number})`}
        AND ${brand === undefined ? sql`true` : sql`coalesce(brand_id, 0) = brand_named(${brand})`}`,
      sharesPartNumber: products.sharesPartNumber,
    })
    .from(products)
    .where(eq(products.id, productId))
  if (!row?.isSame) await assertOwnNumberFree(tx, asked)
  return row?.isSame === true && row.sharesPartNumber
}
