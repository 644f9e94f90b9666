import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns what differs between part numbers and what is derived from them; empty if nothing does. */
export async function checkPartNumbers(db: Database) {
  const { rows } = await db.execute<{ name: string; number: string; fault: 'own' | 'keys' }>(sql`
    SELECT name, coalesce(sku, number) AS number, 'own' AS fault
    FROM products LEFT JOIN part_numbers ON product_id = products.id AND kind = 'own'
    WHERE number IS DISTINCT FROM CASE WHEN part_number_key(sku) IS NOT NULL THEN sku END
    UNION ALL
    SELECT name, number, 'keys' FROM part_numbers JOIN products ON products.id = product_id
    WHERE ARRAY(SELECT (start, key)::text FROM part_number_keys WHERE part_number_id = part_numbers.id ORDER BY start)
      <> ARRAY(SELECT (start, key)::text FROM part_number_keys_of(number) ORDER BY start)`)
  return rows
}
