import { sql } from 'drizzle-orm'
import type { RefusedRow } from '#contract/price-rows.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'

/** Names a product by its id, or by its part number, whatever its blanks, hyphens and cases, with its brand or without. */
export interface NamedProduct {
  productId?: string | undefined
  partNumber?: string | undefined
  brand?: string | undefined
}

/**
 * Returns the ids of named products in their order, and the rows whose name is of none or of several, whose brands it names, with one statement.
 * A number is looked for among own ones first, and as it is spelled first; archived products are found by their ids only.
 */
export async function nameProducts(
  db: Database | Transaction,
  rows: readonly NamedProduct[],
): Promise<{ ids: string[]; refused: RefusedRow[] }> {
  const asked = rows.map(({ productId, partNumber, brand }) =>
    productId === undefined ? { number: partNumber, brand } : isId(productId) ? { id: productId } : {},
  )
  const found = await db.execute<{ n: number; id: string; count: number; brands: string[] }>(sql`
    WITH asked AS (
      SELECT id, number, brand, n FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS (id uuid, number text, brand text))
      WITH ORDINALITY AS given (id, number, brand, n))
    SELECT n::int, min(product_id::text) AS id, count(*)::int AS count, array_agg(coalesce(brands.name, '') ORDER BY brands.name) AS brands
    FROM (
      SELECT n, product_id, brand_id, rank, min(rank) OVER (PARTITION BY n) AS best
      FROM (
        SELECT n, products.id AS product_id, brand_id, 0 AS rank FROM asked JOIN products USING (id)
        UNION ALL
        SELECT n, product_id, products.brand_id, min(4 * reading + CASE WHEN kind = 'own' THEN 0 ELSE 2 END
          + CASE WHEN part_numbers.number = wanted.number THEN 0 ELSE 1 END)
        FROM asked CROSS JOIN LATERAL number_readings(asked.number, asked.brand) wanted
        JOIN part_number_keys ON part_number_keys.key = part_number_key(wanted.number) AND start = 0
        JOIN part_numbers ON part_numbers.id = part_number_id AND part_number_identity(part_numbers.number) = part_number_identity(wanted.number)
        JOIN products ON products.id = product_id AND (archived_at IS NULL OR is_draft)
        WHERE wanted.brand IS NULL OR products.brand_id = wanted.brand_id OR lower(maker) = lower(wanted.brand)
        GROUP BY n, product_id, products.brand_id) each_product) ranked
    LEFT JOIN brands ON brands.id = brand_id
    WHERE rank = best GROUP BY n`)
  const byRow = new Map(found.rows.map((row) => [row.n, row]))
  return {
    ids: rows.map((_, index) => byRow.get(index + 1)?.id ?? ''),
    refused: rows.flatMap((_, row): RefusedRow[] => {
      const { count = 0, brands = [] } = byRow.get(row + 1) ?? {}
      if (count === 1) return []
      return [
        count === 0
          ? { row, code: 'product-unknown' }
          : { row, code: 'product-ambiguous', brands: [...new Set(brands)] },
      ]
    }),
  }
}
