import { sql } from 'drizzle-orm'
import type { FitKind, Fitment, ProductFitments } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'
import { fitmentColumns, fitmentOrder, fitmentSources } from '#server/vehicles/fitment-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Returns the vehicles that a product on sale fits; throws `product-not-found`. */
export async function listFitments(db: Database, productId: string): Promise<ProductFitments> {
  const id = parseId(productId, 'product-not-found')
  const [found, { rows }] = await Promise.all([
    db.execute<{ kind: FitKind; isComplete: boolean }>(sql`
      SELECT fit_kind AS kind, fit_complete AS "isComplete" FROM products WHERE id = ${id} AND archived_at IS NULL`),
    db.execute<Record<string, unknown>>(sql`
      SELECT ${fitmentColumns} FROM ${fitmentSources} WHERE product_id = ${id} ORDER BY ${fitmentOrder}`),
  ])
  const [product] = found.rows
  if (!product) throw problem('product-not-found')
  return { ...product, fitments: rows.map((row) => withoutNulls<Fitment>(row)) }
}
