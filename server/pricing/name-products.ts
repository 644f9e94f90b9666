import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'

/** Names a product by its id, or by its part number, whatever its blanks, hyphens and cases. */
export interface NamedProduct {
  productId?: string | undefined
  partNumber?: string | undefined
}

/**
 * Returns the ids of named products in their order, or `product-unknown` or `product-ambiguous`, with one statement. A number is looked for
 * among own ones first, and as it is spelled first; archived products are found by their ids only.
 */
export async function nameProducts(db: Database | Transaction, rows: readonly NamedProduct[]): Promise<string[]> {
  const ids = rows.map(({ productId }) => (productId !== undefined && isId(productId) ? productId : null))
  const numbers = rows.map(({ productId, partNumber }) => (productId === undefined ? (partNumber ?? null) : null))
  const found = await db.execute<{ n: number; id: string; count: number }>(sql`
    SELECT n::int, min(product_id::text) AS id, count(*)::int AS count
    FROM (
      SELECT n, product_id, rank, min(rank) OVER (PARTITION BY n) AS best
      FROM (
        SELECT n, products.id AS product_id, 0 AS rank
        FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS asked (id, n) JOIN products USING (id)
        UNION ALL
        SELECT n, product_id, min(CASE WHEN kind = 'own' THEN 0 ELSE 2 END + CASE WHEN part_numbers.number = trim(asked.number) THEN 0 ELSE 1 END)
        FROM unnest(${sql.param(numbers)}::text[]) WITH ORDINALITY AS asked (number, n)
        JOIN part_number_keys ON part_number_keys.key = part_number_key(asked.number) AND start = 0
        JOIN part_numbers ON part_numbers.id = part_number_id AND part_number_identity(part_numbers.number) = part_number_identity(asked.number)
        JOIN products ON products.id = product_id AND (archived_at IS NULL OR is_draft)
        GROUP BY n, product_id) each_product) ranked
    WHERE rank = best GROUP BY n`)
  const byRow = new Map(found.rows.map((row) => [row.n, row]))
  return rows.map((_, index) => {
    const row = byRow.get(index + 1)
    if (!row) return 'product-unknown'
    return row.count > 1 ? 'product-ambiguous' : row.id
  })
}
