import { sql } from 'drizzle-orm'
import type { ReadSearch } from '#server/catalog/search/read-search.ts'
import type { Database } from '#server/platform/database/database.ts'
import { allOf } from '#server/platform/database/search.ts'

const maxSized = 500

/**
 * Returns the ids of products on sale whose attributes have the numbers of each size of a search, in the shop's order: a disc with 5 holes on
 * a circle of 112 mm is one of 5 × 112, whatever its name says.
 */
export async function findSized(db: Database, { words, typed, widened }: ReadSearch): Promise<string[]> {
  const sizes = words.map(({ word }) => word).filter((word) => /^[0-9·]+(?:×[0-9·]+)+$/.test(word))
  const numbers = sizes.flatMap((size) => size.replaceAll('·', '.').split('×'))
  // One attribute would be taken for two equal numbers.
  if (numbers.length === 0 || new Set(numbers).size < numbers.length) return []
  const others = (parts: readonly string[]) =>
    allOf(parts.filter((part) => !sizes.some((size) => part.includes(`'${size}'`))))
  const rests = [typed, widened?.parts ?? []].map(others).filter((rest) => rest !== '')
  const isOther = rests.length > 0 ? sql`words @@ ${rests.map((rest) => `(${rest})`).join(' | ')}::tsquery` : sql`true`
  const haveAll = numbers.map(
    (number) => sql`value_ids && ARRAY(
      SELECT facet_values.id FROM facet_values JOIN attributes ON attributes.id = attribute_id
      WHERE kind = 'number' AND NOT is_staff_only AND dimension IN ('length', 'count')
        AND number IN (${number}::numeric, CASE unit WHEN 'in' THEN 25.4 * ${number}::numeric END))`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT products.id FROM product_facets JOIN products ON products.id = product_id
    WHERE ${isOther} AND ${sql.join(haveAll, sql` AND `)} ORDER BY products.position, products.id LIMIT ${maxSized}`)
  return rows.map(({ id }) => id)
}
