import { type SQL, sql } from 'drizzle-orm'
import { type FitmentCopies, maxDisagreeing } from '#contract/fitment-imports.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Sets the shortest number that says which part it is: shorter ones are of several makers. */
const minKeyLength = 5

/**
 * Selects the parts without vehicles with one that shares an OE number, of the same maker if both name one, and whether all of those fit
 * the same vehicles. Copies are not copied again. Categories without any part for vehicles are those of tools and fluids, whose numbers are
 * like others only in form.
 */
export const copies: SQL = sql`
  WITH numbers AS MATERIALIZED (
      SELECT DISTINCT product_id, part_number_key(number) AS key, lower(maker) AS maker FROM part_numbers
      WHERE kind = 'oem' AND length(part_number_key(number)) >= ${minKeyLength}),
    lists AS (
      SELECT product_id, md5(string_agg(concat_ws('|', model_id, coalesce(year_from::text, '-'), coalesce(year_to::text, '-'),
        coalesce(built_from::text, '-'), coalesce(built_to::text, '-'), coalesce(engine_id::text, '-'), coalesce(position, '-'),
        quote_nullable(condition), quote_nullable(note)), E'\n' ORDER BY model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note)) AS list
      FROM fitments WHERE product_id IN (SELECT product_id FROM numbers) GROUP BY product_id HAVING bool_and(origin <> 'copy'))
  SELECT target.product_id AS id, min(source.product_id::text)::uuid AS source, count(DISTINCT list) = 1 AS "isAgreed"
  FROM numbers target JOIN products ON products.id = target.product_id AND archived_at IS NULL AND fit_kind <> 'universal'
      AND (fit_kind = 'vehicles' OR category_id IS NULL OR category_id IN (SELECT category_id FROM products WHERE fit_kind = 'vehicles'))
    JOIN numbers source ON source.key = target.key AND source.product_id <> target.product_id
      AND (source.maker = target.maker OR source.maker = '' OR target.maker = '')
    JOIN lists ON lists.product_id = source.product_id
  WHERE NOT EXISTS (SELECT FROM fitments WHERE fitments.product_id = target.product_id)
  GROUP BY target.product_id`

/** Counts the parts that can get the vehicles of others, and names some whose sources disagree. */
export async function countCopies(db: Database): Promise<FitmentCopies> {
  const { rows } = await db.execute<FitmentCopies & Record<string, unknown>>(sql`
    WITH copies AS MATERIALIZED (${copies})
    SELECT count(*) FILTER (WHERE "isAgreed")::integer AS parts, count(*) FILTER (WHERE NOT "isAgreed")::integer AS disagreeing,
      coalesce((SELECT jsonb_agg(one) FROM (
        SELECT products.id AS _id, concat_ws(' · ', sku, name) AS name FROM copies JOIN products ON products.id = copies.id
        WHERE NOT "isAgreed" ORDER BY products.id LIMIT ${maxDisagreeing}) one), '[]') AS examples
    FROM copies`)
  return rows[0] ?? { parts: 0, disagreeing: 0, examples: [] }
}
