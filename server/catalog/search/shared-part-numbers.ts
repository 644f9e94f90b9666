import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Selects whether another product of the brand on sale has the own number of a product on sale, in any spelling. */
export const selectSharesNumber = sql<boolean>`(products.archived_at IS NULL AND EXISTS (
  SELECT FROM part_number_keys JOIN part_numbers ON part_numbers.id = part_number_id AND kind = 'own'
  JOIN products other ON other.id = product_id AND other.archived_at IS NULL AND other.brand_id IS NOT DISTINCT FROM products.brand_id
  WHERE key = part_number_key(products.sku) AND start = 0 AND product_id <> products.id
    AND part_number_identity(number) = part_number_identity(products.sku)))`

/** Is true for products that share their number with another one. It looks only at numbers of marked products, which are few. */
export const sharesNumber = sql`products.id IN (
  SELECT product_id FROM products marked
  JOIN part_number_keys ON key = part_number_key(marked.sku) AND start = 0
  JOIN part_numbers ON part_numbers.id = part_number_id AND kind = 'own'
  WHERE marked.shares_part_number AND marked.archived_at IS NULL) AND ${selectSharesNumber}`

/** Returns the numbers that several products of a brand on sale have as their own, with the names of these. */
export async function listSharedPartNumbers(db: Database) {
  const { rows } = await db.execute<{ number: string; names: string[] }>(sql`
    SELECT min(sku) AS number, array_agg(name ORDER BY position) AS names FROM products
    WHERE archived_at IS NULL AND ${sharesNumber} GROUP BY part_number_identity(sku), brand_id ORDER BY 1`)
  return rows
}
