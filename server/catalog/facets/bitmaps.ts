import { type SQL, sql } from 'drizzle-orm'
import { maxCountedProducts, maxListedNumbers } from '#contract/facets.ts'
import {
  asPlaceholder,
  type FilteredGroup,
  isPriceIn,
  listCondition,
  type ListScope,
  valuesOf,
} from '#server/catalog/facets/read-filters.ts'
import { createClient } from '#server/platform/database/connections.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'

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

const readSize = prepareStatement<{ has: boolean }>(
  'bitmaps',
  sql`
    SELECT (
        SELECT sum(bit_count(bits)) FROM facet_chunks, LATERAL (
          SELECT bits FROM facet_bitmaps WHERE facet_bitmaps.chunk = facet_chunks.chunk
            AND value_id = ANY (${sql.placeholder('marks')}::integer[]) OFFSET 0) held) >= ${sql.placeholder('from')}::bigint
      AND (SELECT count(*) FROM (SELECT FROM facet_changes LIMIT ${sql.raw(String(maxCountedProducts + 1))}) listed) <= ${sql.raw(String(maxCountedProducts))} AS has`,
)

/** Whether a list shall be read from bitmaps: they were built, it was large then, and few products have changed since. */
export async function hasBitmaps(
  db: Database,
  { found, fitting }: ListScope,
  values: Record<string, unknown>,
  from: number,
): Promise<boolean> {
  if (found ?? fitting) return false
  const rows = await readSize(db, { ...values, from })
  return rows[0]?.has ?? false
}

/** Holds for the rows that are not counted on bitmaps. */
export const isChanged = sql`facets.product_id IN (SELECT product_id FROM facet_changes)`

/**
 * Builds the table `masked`: for each chunk of the bitmaps the products of the list, first those that fit all groups, then for each
 * group those that fit the others. Products that have changed since are left out.
 */
export function maskTables(groups: readonly FilteredGroup[]): SQL {
  const bitsOf = (valueIds: SQL) =>
    sql`coalesce(bit_or(bits) FILTER (WHERE value_id = ANY (${valueIds})), no_facet_bits())`
  const fits = (index: number) => sql.raw(`fits_${index + 1}`)
  const ids = groups.map((group, index) => valuesOf(group, index, asPlaceholder))
  const columns = ids.map(
    (valueIds, index) => sql`, ${valueIds ? bitsOf(valueIds) : bitsOfPrices(index)} AS ${fits(index)}`,
  )
  const readIds = sql.join([sql`'{}'::integer[]`, ...ids.flatMap((valueIds) => valueIds ?? [])], sql` || `)
  const allBut = (left: number) =>
    sql.join([sql`inside`, ...groups.flatMap((_, index) => (index === left ? [] : [fits(index)]))], sql` & `)
  return sql`
    changed AS MATERIALIZED (
      SELECT slot / facet_chunk_size() AS chunk, bit_or(set_bit(no_facet_bits(), slot % facet_chunk_size(), 1)) AS bits
      FROM facet_slots WHERE product_id IN (SELECT product_id FROM facet_changes) GROUP BY 1),
    scoped AS MATERIALIZED (
      SELECT facet_chunks.chunk, held.bits & ~ coalesce((SELECT bits FROM changed WHERE changed.chunk = facet_chunks.chunk), no_facet_bits()) AS inside
      FROM facet_chunks, LATERAL (
        SELECT bit_or(bits) AS bits FROM facet_bitmaps
        WHERE facet_bitmaps.chunk = facet_chunks.chunk AND value_id = ANY (${asPlaceholder('marks')}::integer[]) OFFSET 0) held
      WHERE held.bits IS NOT NULL),
    masked AS MATERIALIZED (
      SELECT chunk, ARRAY[${sql.join([-1, ...groups.keys()].map(allBut), sql`, `)}] AS masks
      FROM scoped, LATERAL (
        SELECT count(*) ${sql.join(columns, sql``)} FROM facet_bitmaps
        WHERE facet_bitmaps.chunk = scoped.chunk AND value_id = ANY (${readIds}) OFFSET 0) fitted)`
}

/** The number of slots of a piece of a chunk; most pieces of a rare combination are empty, and are not looked at bit by bit. */
const pieceSize = 128
const pieces = 15_360 / pieceSize

/** Builds a subquery of the slots that a bitmap of a chunk holds, the first or the last ones of them. */
function slotsOf(bits: SQL, isForward = true, limit = sql`ALL`): SQL {
  const numbers = (count: number) =>
    sql.raw(`generate_series(${isForward ? `0, ${count - 1}, 1` : `${count - 1}, 0, -1`})`)
  const size = sql.raw(String(pieceSize))
  return sql`(
    SELECT chunk * facet_chunk_size() + piece * ${size} + place AS slot FROM (
      SELECT piece, cell, ${numbers(pieceSize)} AS place FROM (
        SELECT piece, substring(${bits} FROM piece * ${size} + 1 FOR ${size}) AS cell FROM ${numbers(pieces)} AS piece OFFSET 0) cells
      WHERE bit_count(cell) > 0) each_bit
    WHERE get_bit(cell, place) = 1 LIMIT ${limit})`
}

/** Describes a page of a filtered list of categories, in the shop's order or backwards. */
export interface BitmapPage {
  direction: 'ascending' | 'descending'
  /** Whether it begins behind the product `after`. */
  isNext: boolean
  /** The number of products to find, with those to skip. */
  count: number
}

/**
 * Builds the table `page`: the ids of the first products of a filtered list and their positions. Slots follow the tree of categories
 * and, in each category, the shop's order: so the first ones of each category are compared with each other.
 */
export function pageTables(
  scope: ListScope,
  groups: readonly FilteredGroup[],
  { direction, isNext, count }: BitmapPage,
): SQL {
  const isForward = direction === 'ascending'
  const order = sql.raw(isForward ? 'ASC' : 'DESC')
  const categories = sql`${asPlaceholder('categories')}::integer[]`
  const limit = sql.raw(String(count))
  const cursor = isNext
    ? sql`(SELECT position, id FROM products WHERE id = ${asPlaceholder('after')}::uuid)`
    : undefined
  const isBehind = (key: SQL) => (cursor ? sql`${key} ${sql.raw(isForward ? '>' : '<')} ${cursor}` : sql`true`)
  // For each category the first slot behind the cursor; of products that have not changed since, the others may be anywhere.
  const bounds = sql`
    bounds AS MATERIALIZED (
      SELECT category, slot AS bound FROM unnest(${categories}) AS category CROSS JOIN LATERAL (
        SELECT slot FROM product_facets facets JOIN facet_slots USING (product_id)
        WHERE category_id = category AND ${isBehind(sql`(facets.position, facets.product_id)`)} AND NOT ${isChanged}
        ORDER BY facets.position ${order}, facets.product_id ${order} LIMIT 1) next),`
  const last = sql`facet_chunk_size() - 1`
  const cut = isForward
    ? sql`bits << bound % facet_chunk_size() >> bound % facet_chunk_size()`
    : sql`bits >> ${last} - bound % facet_chunk_size() << ${last} - bound % facet_chunk_size()`
  const atBound = cursor ? sql`CASE WHEN held.chunk = bound / facet_chunk_size() THEN ${cut} ELSE bits END` : sql`bits`
  const joinBounds = cursor
    ? sql`JOIN bounds ON category = -value_id AND held.chunk ${sql.raw(isForward ? '>=' : '<=')} bound / facet_chunk_size()`
    : sql``
  return sql`
    ${maskTables(groups)},
    ${cursor ? bounds : sql``}
    parts AS MATERIALIZED (
      SELECT chunk, bits FROM (
        SELECT chunk, bits, sum(bit_count(bits)) OVER (PARTITION BY value_id ORDER BY chunk ${order}) - bit_count(bits) AS before
        FROM (
          SELECT value_id, held.chunk, ${atBound} AS bits
          FROM (
            SELECT value_id, masked.chunk, bits & masks[1] AS bits FROM masked CROSS JOIN LATERAL (
              SELECT value_id, bits FROM facet_bitmaps
              WHERE facet_bitmaps.chunk = masked.chunk AND value_id = ANY (${asPlaceholder('marks')}::integer[]) OFFSET 0) own) held
          ${joinBounds}) each
        WHERE bit_count(bits) > 0) counted
      WHERE before < ${limit}),
    page AS MATERIALIZED (
      SELECT product_id AS id, position FROM (
        SELECT facet_slots.product_id, facet_slots.position
        FROM parts CROSS JOIN LATERAL ${slotsOf(sql`bits`, isForward, limit)} found
        JOIN facet_slots USING (slot)
        UNION ALL
        SELECT facets.product_id, facets.position FROM product_facets facets
        WHERE ${listCondition(scope, groups, asPlaceholder)} AND ${isChanged}
          AND ${isBehind(sql`(facets.position, facets.product_id)`)}) fitting
      ORDER BY position ${order}, product_id ${order} LIMIT ${limit})`
}

/** The number of products below which the values of each are counted, and above which numbers are often too many to be listed. */
export const fewProducts = 500

const fitting = (mask: SQL) => sql`(SELECT sum(bit_count(masks[${mask}])) FROM masked)`
const few = sql`${asPlaceholder('fewProducts')}::integer`

/** Holds if few products fit all groups. */
export const areFew = sql`${fitting(sql`1`)} < ${few}`
/** Builds the table `few`: the values of the products that fit all groups, if there are few. */
export const fewTable = sql`
  few AS MATERIALIZED (
    SELECT value_ids FROM masked CROSS JOIN LATERAL ${slotsOf(sql`masks[1]`)} found
    JOIN facet_slots USING (slot) JOIN product_facets USING (product_id) WHERE ${areFew})`

/**
 * Builds the table `ranged`: the attributes with more numbers than are listed, which are not counted number by number, with those that
 * are enough to know that and the greatest.
 */
export function rangeTable(facetIds: SQL, maskOfValue: SQL): SQL {
  const isHeld = sql`(
    SELECT true FROM masked CROSS JOIN LATERAL (
      SELECT bits FROM facet_bitmaps WHERE facet_bitmaps.chunk = masked.chunk AND value_id = ordered.id OFFSET 0) held
    WHERE bit_count(bits & masks[many.mask]) > 0 LIMIT 1)`
  const firstOnes = (order: SQL, limit: number) => sql`
    SELECT id FROM (
      SELECT id FROM facet_values WHERE attribute_id = many.attribute_id AND number IS NOT NULL ORDER BY number ${order} OFFSET 0) ordered
    WHERE ${isHeld} LIMIT ${sql.raw(String(limit))}`
  return sql`
    ranged AS MATERIALIZED (
      SELECT attribute_id, ids || ARRAY(${firstOnes(sql`DESC`, 1)}) AS ids
      FROM (
        SELECT attribute_id, min(${maskOfValue}) AS mask FROM facet_values
        WHERE number IS NOT NULL AND attribute_id = ANY (${facetIds}) GROUP BY 1 HAVING count(*) > ${sql.raw(String(maxListedNumbers))}) many
      CROSS JOIN LATERAL (SELECT ARRAY(${firstOnes(sql`ASC`, maxListedNumbers + 1)}) AS ids OFFSET 0) least
      WHERE ${fitting(sql`many.mask`)} >= ${few}
        AND cardinality(ids) > ${sql.raw(String(maxListedNumbers))})`
}

/** Builds the bitmap of the products of a chunk whose prices are in the range of a group. */
const bitsOfPrices = (index: number): SQL => sql`(
  SELECT rpad(string_agg(CASE WHEN ${isPriceIn(index, asPlaceholder, sql`cents`)} THEN '1' ELSE '0' END,
    '' ORDER BY place), facet_chunk_size(), '0')::bit varying
  FROM facet_chunks, unnest(prices) WITH ORDINALITY AS priced (cents, place) WHERE facet_chunks.chunk = scoped.chunk)`

/** Builds the least or greatest price of the products in a mask. */
export function priceOfBitmaps(mask: SQL, order: 'cheapest' | 'dearest'): SQL {
  const [best, slots] = order === 'cheapest' ? [sql`min`, sql`cheapest`] : [sql`max`, sql`dearest`]
  return sql`(
    SELECT ${best}(price_cents) FROM masked CROSS JOIN LATERAL (
      SELECT chunk * facet_chunk_size() + slot AS slot
      FROM (SELECT unnest(${slots}) AS slot FROM facet_chunks WHERE facet_chunks.chunk = masked.chunk) ordered
      WHERE get_bit(masks[${mask}], slot) = 1 LIMIT 1) first
    JOIN facet_slots USING (slot) JOIN product_facets USING (product_id))`
}
