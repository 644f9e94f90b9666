import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the products whose vehicles break a law, with the law; empty if none does. */
export async function checkFitments(db: Database): Promise<{ product: string; law: string }[]> {
  const { rows } = await db.execute<{ product: string; law: string }>(sql`
    SELECT id AS product, 'its list of vehicles is complete, but it is not for certain vehicles' AS law
    FROM products WHERE fit_complete AND fit_kind <> 'vehicles'
    UNION ALL
    SELECT DISTINCT products.id, 'it lists vehicles, but it is not for certain vehicles'
    FROM fitments JOIN products ON products.id = product_id WHERE fit_kind <> 'vehicles'
    UNION ALL
    SELECT id, 'whether it lists vehicles is kept wrongly' FROM products
    WHERE has_fitments <> EXISTS (SELECT FROM fitments WHERE product_id = products.id)
    UNION ALL
    SELECT DISTINCT product_id, 'the engine of a row is that of another model' FROM fitments
    WHERE engine_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM vehicle_engines WHERE vehicle_engines.id = engine_id AND vehicle_engines.model_id = fitments.model_id)
    UNION ALL
    SELECT DISTINCT product_id, 'a row ends before it begins' FROM fitments WHERE year_from > year_to OR built_from > built_to`)
  return rows
}
