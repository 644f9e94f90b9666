import { type SQL, sql } from 'drizzle-orm'
import { maxCountedProducts } from '#contract/facets.ts'
import { isPriceIn, type FilteredGroup, type ListScope, scopeCondition } from '#server/catalog/facets/read-filters.ts'
import { createClient } from '#server/platform/database/connections.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The number of products in a list above which bitmaps are faster than the rows themselves. */
export const bitmapsFrom = 5000
/** The number of changes since the last build that makes a new one worth its work. */
const changesForBuild = 5000

/** Builds the bitmaps again if much has changed, or if a large shop has none, as after a restore. */
export async function rebuildBitmaps(db: Database): Promise<void> {
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    SELECT (SELECT count(*) FROM (SELECT FROM facet_changes LIMIT ${changesForBuild}) listed) = ${changesForBuild}
      OR NOT EXISTS (SELECT FROM facet_chunks)
        AND (SELECT count(*) FROM (SELECT FROM product_facets LIMIT ${bitmapsFrom}) some_rows) = ${bitmapsFrom} AS "isDue"`)
  if (!rows[0]?.isDue) return
  // A connection of its own: half a minute for a million products is more than statements of visitors may take.
  const client = createClient({ connectionString: db.$client.options.connectionString })
  await client.connect()
  try {
    await client.query('SELECT build_facet_bitmaps()')
    await client.query('VACUUM ANALYZE facet_changes, facet_slots, facet_chunks, facet_bitmaps')
  } finally {
    await client.end()
  }
}

/** Whether a list shall be counted on bitmaps: it is large, they were built, and few products have changed since. */
export async function hasBitmaps(db: Database, scope: ListScope, from: number): Promise<boolean> {
  if (scope.found) return false
  const { rows } = await db.execute<{ has: boolean }>(sql`
    SELECT EXISTS (SELECT FROM facet_chunks)
      AND (SELECT count(*) FROM (SELECT FROM product_facets facets WHERE ${scopeCondition(scope)} LIMIT ${from}) some_rows) = ${from}
      AND (SELECT count(*) FROM (SELECT FROM facet_changes LIMIT ${maxCountedProducts + 1}) listed) <= ${maxCountedProducts} AS has`)
  return rows[0]?.has ?? false
}

/** Holds for the rows that are not counted on bitmaps. */
export const isChanged = sql`facets.product_id IN (SELECT product_id FROM facet_changes)`

/**
 * Builds the table `masked`: for each chunk of the bitmaps the products of the list, first those that fit all groups, then for each
 * group those that fit the others. Products that have changed since are left out.
 */
export function maskTables({ categories }: ListScope, groups: readonly FilteredGroup[]): SQL {
  const ofScope = sql`${sql.param(categories ? categories.map((id) => -id) : [0])}::integer[]`
  const bitsOf = (valueIds: SQL) =>
    sql`coalesce(bit_or(bits) FILTER (WHERE value_id = ANY (${valueIds})), no_facet_bits())`
  const fits = (index: number) => sql.raw(`fits_${index + 1}`)
  const columns = groups.map(
    ({ filter, valueIds }, index) =>
      sql`, ${valueIds ? bitsOf(valueIds) : bitsOfPrices(filter.range)} AS ${fits(index)}`,
  )
  const readIds = sql.join([ofScope, ...groups.flatMap(({ valueIds }) => valueIds ?? [])], sql` || `)
  const allBut = (left: number) =>
    sql.join([sql`inside`, ...groups.flatMap((_, index) => (index === left ? [] : [fits(index)]))], sql` & `)
  return sql`
    changed AS MATERIALIZED (
      SELECT slot / facet_chunk_size() AS chunk, bit_or(set_bit(no_facet_bits(), slot % facet_chunk_size(), 1)) AS bits
      FROM facet_slots WHERE product_id IN (SELECT product_id FROM facet_changes) GROUP BY 1),
    fitted AS MATERIALIZED (
      SELECT chunk, ${bitsOf(ofScope)} & ~ coalesce((SELECT bits FROM changed WHERE changed.chunk = facet_chunks.chunk), no_facet_bits())
        AS inside ${sql.join(columns, sql``)}
      FROM facet_chunks, LATERAL (
        SELECT value_id, bits FROM facet_bitmaps WHERE facet_bitmaps.chunk = facet_chunks.chunk AND value_id = ANY (${readIds}) OFFSET 0) held
      GROUP BY facet_chunks.chunk HAVING bool_or(value_id = ANY (${ofScope}))),
    masked AS MATERIALIZED (
      SELECT chunk, ARRAY[${sql.join([-1, ...groups.keys()].map(allBut), sql`, `)}] AS masks FROM fitted)`
}

/** Builds the bitmap of the products of a chunk whose prices are in a range. */
const bitsOfPrices = (range: FilteredGroup['filter']['range']): SQL => sql`(
  SELECT rpad(string_agg(CASE WHEN ${isPriceIn(range ?? { from: undefined, to: undefined }, sql`cents`)} THEN '1' ELSE '0' END,
    '' ORDER BY place), facet_chunk_size(), '0')::bit varying
  FROM unnest(prices) WITH ORDINALITY AS priced (cents, place))`

/** Builds the least or greatest price of the products in the mask with this number. */
export function priceOfBitmaps(mask: number, order: 'cheapest' | 'dearest'): SQL {
  const [best, slots] = order === 'cheapest' ? [sql`min`, sql`cheapest`] : [sql`max`, sql`dearest`]
  return sql`(
    SELECT ${best}(cents) FROM masked, LATERAL (
      SELECT prices[slot + 1] AS cents
      FROM (SELECT prices, unnest(${slots}) AS slot FROM facet_chunks WHERE facet_chunks.chunk = masked.chunk) ordered
      WHERE get_bit(masks[${sql.raw(String(mask + 1))}], slot) = 1 LIMIT 1) first)`
}
