import { sql } from 'drizzle-orm'
import { weightInGrams } from '#server/catalog/weight-in-grams.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Holds by what a product is recognized as it is packed: the keys of all its numbers, and its weight. */
interface PackedProduct {
  keys: string[]
  weightGrams: number | null
}

/** Returns of products, archived or not, by their ids, what helps to pack them. */
export async function findPackingFacts(
  db: Database,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PackedProduct>> {
  const { rows } = await db.execute<{ id: string; weight: string | null; keys: string[] }>(sql`
    SELECT id, weight, ARRAY(
      SELECT DISTINCT part_number_key(number) FROM part_numbers WHERE product_id = products.id AND part_number_key(number) IS NOT NULL) AS keys
    FROM products WHERE id = ANY (${sql.param(productIds)}::uuid[])`)
  return new Map(rows.map(({ id, weight, keys }) => [id, { keys, weightGrams: weightInGrams(weight) }]))
}
