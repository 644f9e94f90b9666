import { sql } from 'drizzle-orm'
import type { FitKind, Fitment, ProductFitments } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'
import { firstYear, lastYear } from '#server/vehicles/fit-years.ts'
import { engineAsJson } from '#server/vehicles/vehicle-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Returns the vehicles that a product on sale fits; throws `product-not-found`. */
export async function listFitments(db: Database, productId: string): Promise<ProductFitments> {
  const id = parseId(productId, 'product-not-found')
  const found = await db.execute<{ kind: FitKind; isComplete: boolean }>(sql`
    SELECT fit_kind AS kind, fit_complete AS "isComplete" FROM products WHERE id = ${id} AND archived_at IS NULL`)
  const [product] = found.rows
  if (!product) throw problem('product-not-found')
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    SELECT fitments.model_id AS "modelId", vehicle_makes.name AS make, family, generation, slug,
      ${firstYear} AS "from", ${lastYear} AS "to",
      built_from::text AS "builtFrom", built_to::text AS "builtTo", position, condition, note,
      CASE WHEN engine_id IS NOT NULL THEN ${engineAsJson} END AS engine
    FROM fitments JOIN vehicle_models ON vehicle_models.id = fitments.model_id JOIN vehicle_makes ON vehicle_makes.id = make_id
      LEFT JOIN vehicle_engines ON vehicle_engines.id = engine_id
    WHERE product_id = ${id}
    ORDER BY lower(vehicle_makes.name), lower(family), "from" NULLS FIRST, generation, "to", vehicle_engines.name, position, fitments.id`)
  return { ...product, fitments: rows.map((row) => withoutNulls<Fitment>(row)) }
}
