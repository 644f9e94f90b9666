import { toCents } from '#contract/currency.ts'
import type { Body } from '#contract/endpoint.ts'
import type { editToolCell } from '#contract/product-selection.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { adjustStock } from '#server/catalog/adjust-stock.ts'
import { assertSeen } from '#server/catalog/assert-seen.ts'
import { getListedProduct } from '#server/catalog/find-products.ts'
import { updateProduct } from '#server/catalog/update-product.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Changes one figure of a product if it still is what the caller saw, and returns the product as lists have it. Throws `product-not-found`,
 * `cell-changed`, `quantities-do-not-fit` or `stock-out-of-range`.
 */
export async function editCell(db: Database, id: string, cell: Body<typeof editToolCell>, by: AuditActor) {
  const isChange = cell.value !== cell.was
  if (cell.field === 'price') {
    const seen = { priceCents: toCents(cell.was) }
    await updateProduct(db, id, { priceCents: toCents(cell.value) }, by, {
      assertAsSeen: (_, now) => assertSeen(now, seen),
    })
  } else if (cell.field === 'minOrder') {
    const seen = { minimumQuantity: cell.was }
    await updateProduct(db, id, { minimumQuantity: cell.value }, by, {
      assertAsSeen: (_, now) => assertSeen(now, seen),
    })
  } else if (isChange) {
    const adjustment = { change: cell.value - cell.was, reason: cell.reason.trim() }
    await adjustStock(db, id, adjustment, by, { availableQuantity: cell.was })
  }
  return getListedProduct(db, id)
}
