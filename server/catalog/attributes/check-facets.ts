import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the products whose facets or answered attributes are not what their values say; empty if all are. */
export async function checkFacets(db: Database) {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT id, name FROM products
      LEFT JOIN product_facets facets ON facets.product_id = id
      LEFT JOIN projected_facets projected ON projected.product_id = id
      LEFT JOIN projected_attributes shown ON shown.product_id = id
    WHERE (facets.product_id, facets.category_id, facets.position, facets.price_cents, facets.value_ids)
        IS DISTINCT FROM (projected.product_id, projected.category_id, projected.position, projected.price_cents, projected.value_ids)
      OR products.attributes IS DISTINCT FROM shown.attributes`)
  return rows
}
