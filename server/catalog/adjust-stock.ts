import { and, eq } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertSeen, type SeenFigures } from '#server/catalog/assert-seen.ts'
import { isKept, products } from '#server/catalog/catalog.tables.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import { nameHoldingOrders, readReserved } from '#server/catalog/reserved-stock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { keepStockKey } from '#server/stock/keep-stock-key.ts'
import { moveStock } from '#server/stock/move-stock.ts'

const maxUnits = 1_000_000

/** Describes units that are added, negative if removed; or those that were counted on the shelf, where `onShelf` should have been. */
export interface Adjustment {
  reason: string
  change?: number | undefined
  counted?: number | undefined
  onShelf?: number | undefined
  idempotencyKey?: string | undefined
}

/**
 * Corrects the stock of a product and records actor and reason; a count that is as expected changes nothing. Throws `product-not-found`,
 * `change-with-count`, `change-or-count-required`, `stock-out-of-range`, `shelf-changed`, `counted-below-reserved`, `idempotency-key-reused`, or
 * `cell-changed` if the stock is another than the one `seen`. A call that is repeated with its idempotency key changes nothing more.
 */
export function adjustStock(db: Database, id: string, adjustment: Adjustment, by: AuditActor, seen: SeenFigures = {}) {
  const productId = parseId(id, 'product-not-found')
  const { change: moved, counted, onShelf, reason, idempotencyKey: key } = adjustment
  if (moved !== undefined && counted !== undefined) throw problem('change-with-count')
  if (!moved && counted === undefined) throw problem('change-or-count-required')
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
    const isRepeated = key !== undefined && !(await keepStockKey(tx, productId, key, [moved, counted, onShelf, reason]))
    if (isRepeated) return getProduct(tx, productId)
    assertSeen({ ...before, availableQuantity: before.available }, seen)
    const change =
      counted === undefined ? (moved ?? 0) : await compareCount(tx, productId, before.available, { counted, onShelf })
    const stock = before.available + change
    if (stock < 0 || stock > maxUnits) throw problem('stock-out-of-range', { stock, available: before.available })
    await moveStock(tx, [{ kind: 'correction', productId, units: change, note: reason }], by)
    const after = await getProduct(tx, productId)
    if (change === 0) return after
    await recordAuditEvent(tx, by, {
      kind: 'stock-adjusted',
      subject: { type: 'product', id: productId },
      before: { availableQuantity: before.available },
      after: {
        availableQuantity: stock,
        ...(counted !== undefined && { countedUnits: counted }),
        reason,
      },
    })
    return after
  })
}

async function getProduct(tx: Transaction, id: string) {
  const [row] = await tx.select(productColumns).from(products).where(eq(products.id, id))
  if (!row) throw problem('product-not-found')
  return row
}

/**
 * Returns by how many units a locked product has more on the shelf than it should. Orders that are placed take units from what is available, and
 * leave them on the shelf; those that are shipped take them from there.
 */
async function compareCount(
  tx: Transaction,
  id: string,
  available: number,
  { counted, onShelf }: { counted: number; onShelf?: number | undefined },
): Promise<number> {
  const reserved = (await readReserved(tx, [id])).get(id) ?? 0
  if (onShelf !== undefined && onShelf !== available + reserved)
    throw problem('shelf-changed', { onShelf: available + reserved })
  if (counted >= reserved) return counted - reserved - available
  const orders = (await nameHoldingOrders(tx, [id])).get(id) ?? ''
  throw problem('counted-below-reserved', { counted, reserved, orders })
}
