import { and, desc, eq, isNotNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { StockMovementReason } from '#contract/catalog.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { stockMovements } from '#server/stock/stock.tables.ts'

export type MovementRow = Awaited<ReturnType<typeof listStockMovements>>[number]

/** Returns the movements that changed the available units of a product, newest first; also of an archived one. Throws `product-not-found`. */
export async function listStockMovements(
  db: Database,
  id: string,
  page: Page,
  nameOfUser: (id: SQLWrapper) => SQL<string | null>,
) {
  const productId = parseId(id, 'product-not-found')
  const rows = await db
    .select({
      id: stockMovements.id,
      quantity: stockMovements.availableChange,
      reason: sql<StockMovementReason>`${stockMovements.reason}`,
      note: stockMovements.note,
      orderId: stockMovements.orderId,
      movedAt: stockMovements.movedAt,
      by: nameOfUser(stockMovements.movedBy),
    })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.productId, productId),
        isNotNull(stockMovements.reason),
        rowsAfter(page, 'descending', [stockMovements.id]),
      ),
    )
    .orderBy(desc(stockMovements.id))
    .limit(page.limit + 1)
  if (rows.length === 0 && !(await exists(db, productId))) throw problem('product-not-found')
  return rows
}

const exists = async (db: Database, id: string) =>
  (await db.select({ id: products.id }).from(products).where(eq(products.id, id))).length > 0
