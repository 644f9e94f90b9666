import { and, eq, ne, sql } from 'drizzle-orm'
import { isPartNumber, type PartNumber } from '#contract/part-numbers.ts'
import { partNumbers } from '#server/catalog/search/search.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** The index that keeps a number to one product of a brand on sale; only a race gets so far. */
export const ownNumberIndex = 'products_part_number_identity'

/** Throws `part-number-empty` for a text of signs alone, which no search could find. */
export function assertPartNumber(number: string): void {
  if (!isPartNumber(number)) throw problem('part-number-empty', { number })
}

/** Replaces the numbers of a product beside its own one; repetitions are left out. Throws `part-number-empty`. */
export async function writePartNumbers(
  tx: Transaction,
  productId: string,
  numbers: readonly PartNumber[],
): Promise<void> {
  for (const { number } of numbers) assertPartNumber(number)
  const trimmed = numbers.map(({ kind, maker = '', number }) => ({ kind, maker: maker.trim(), number: number.trim() }))
  const rows = [...new Map(trimmed.map((row) => [JSON.stringify(row), row])).values()]
  await tx.delete(partNumbers).where(and(eq(partNumbers.productId, productId), ne(partNumbers.kind, 'own')))
  if (rows.length > 0) await tx.insert(partNumbers).values(rows.map((row) => ({ productId, ...row })))
}

/**
 * Throws `part-number-taken` if another product of the brand on sale has this number, with other blanks, hyphens or cases too, as its own. No
 * brand is one, too; what is not given is as the product has it, and a product that has both already is not refused. With `asksForBrand`, throws
 * `brand-needed` if it has no brand and products of brands have the number.
 */
export async function assertOwnNumberFree(
  db: Database | Transaction,
  given: {
    number?: string | null | undefined
    brand?: string | null | undefined
    productId?: string | undefined
    asksForBrand?: boolean
  },
): Promise<void> {
  const productId = given.productId ?? null
  const isChange = productId !== null && (given.number !== undefined || given.brand !== undefined)
  const { rows } = await db.execute<{ name: string; number: string; brand: string | null; isTaken: boolean }>(sql`
    SELECT holder.name, asked.number, brands.name AS brand, coalesce(brand_id, 0) = asked.brand AS "isTaken"
    FROM (SELECT ${given.number === undefined ? sql`sku` : sql`${given.number}`}::text AS number,
        ${given.brand === undefined ? sql`coalesce(brand_id, 0)` : sql`brand_named(${given.brand})`} AS brand,
        sku AS "ownNumber", coalesce(brand_id, 0) AS "ownBrand"
      FROM (SELECT ${productId}::uuid AS id) given LEFT JOIN products USING (id)) asked
    JOIN part_number_keys ON key = part_number_key(asked.number) AND start = 0
    JOIN part_numbers own ON own.id = part_number_id AND kind = 'own' AND part_number_identity(own.number) = part_number_identity(asked.number)
    JOIN products holder ON holder.id = product_id AND archived_at IS NULL AND asked.brand IN (0, coalesce(brand_id, 0))
    LEFT JOIN brands ON brands.id = brand_id
    WHERE product_id IS DISTINCT FROM ${productId}::uuid AND NOT (${isChange} AND asked.brand = "ownBrand"
      AND part_number_identity(asked.number) IS NOT DISTINCT FROM part_number_identity("ownNumber")) ORDER BY "isTaken" DESC, brands.name LIMIT 20`)
  const [first] = rows
  if (first?.isTaken) throw problem('part-number-taken', { name: first.name, number: first.number })
  if (first && given.asksForBrand)
    throw problem('brand-needed', { number: first.number, brands: rows.map(({ brand }) => brand).join(', ') })
}

/** Selects the numbers of a product beside its own one, in the order in which they were entered. */
export const selectPartNumbers = sql<PartNumber[]>`(
  SELECT coalesce(json_agg(
    json_strip_nulls(json_build_object('kind', kind, 'maker', nullif(maker, ''), 'number', number)) ORDER BY part_numbers.id), '[]')
  FROM part_numbers WHERE product_id = products.id AND kind <> 'own')`
