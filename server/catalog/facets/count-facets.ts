import { type SQL, sql } from 'drizzle-orm'
import { plainAmount, toAmount } from '#contract/currency.ts'
import {
  type Facet,
  type Facets,
  maxCountedProducts,
  maxCountedResults,
  maxListedNumbers,
  maxResultFacets,
} from '#contract/facets.ts'
import {
  type FacetAttribute,
  listAllFacetAttributes,
  listFacetAttributes,
} from '#server/catalog/attributes/read-attributes.ts'
import {
  areFew,
  bitmapsFrom,
  fewProducts,
  fewTable,
  hasBitmaps,
  isChanged,
  maskTables,
  priceOfBitmaps,
  rangeTable,
} from '#server/catalog/facets/bitmaps.ts'
import {
  asPlaceholder,
  asValues,
  type FilteredGroup,
  groupCondition,
  listCondition,
  type ListScope,
  listValues,
  type Name,
  scopeCondition,
  shapeOf,
  writeFilter,
} from '#server/catalog/facets/read-filters.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareShapes } from '#server/platform/database/prepare-statement.ts'

interface CountedList {
  scope: ListScope
  groups: readonly FilteredGroup[]
  /** The category whose attributes are the facets; without one, search results have the attributes that most of them have. */
  categoryId: number | null
}

/**
 * Counts a filtered list and the values of its facets. A product that fits all groups counts for every value, one that misses a
 * single group counts for the values of that group: so each count is the number of products after a click on the value.
 */
export async function countFacets(
  db: Database,
  { scope, groups, categoryId }: CountedList,
  limits = { bitmapsFrom, fewProducts },
): Promise<Omit<Facets, 'chosen'>> {
  const unknown = groups.filter(({ isKnown }) => !isKnown).map(({ filter }) => writeFilter(filter))
  const filters = { filters: groups.map(({ filter }) => writeFilter(filter)), ...(unknown.length > 0 && { unknown }) }
  const values = listValues(scope, groups)
  const onBitmaps = await hasBitmaps(db, scope, values, limits.bitmapsFrom)
  if (!scope.found && !onBitmaps && (await countUpTo(db, scope, [], maxCountedProducts + 1)) > maxCountedProducts) {
    const { rows } = await db.execute<{ total: number }>(sql`
      SELECT count(*)::integer AS total FROM product_facets facets
      WHERE ${listCondition(scope, groups, asValues(values))}`)
    return { total: rows[0]?.total ?? 0, isUncounted: true, ...filters, groups: [] }
  }
  const attributes = await listAttributesOf(db, { scope, groups, categoryId })
  const [counted] = await readCounts(db, { scope, groups, attributes, fewProducts: limits.fewProducts }, onBitmaps)
  if (!counted) throw new Error('The count of facets answered no row.')
  if (counted.found > maxCountedResults) {
    const total = await countUpTo(db, scope, groups, maxCountedResults + 1)
    const isMore = total > maxCountedResults
    return {
      total: Math.min(total, maxCountedResults),
      ...(isMore && { isMore }),
      isUncounted: true,
      ...filters,
      groups: [],
    }
  }
  const filterOf = (code: string) => groups.find(({ filter }) => filter.code === code)?.filter
  return {
    total: counted.total,
    ...filters,
    groups: [
      presentPrice(counted, filterOf('price')),
      presentStock(counted, filterOf('stock')),
      presentBrands(counted, filterOf('brand')),
      ...(categoryId === null ? mostCommon(attributes, counted, groups) : attributes).map((attribute) =>
        presentAttribute(attribute, counted, filterOf(attribute.code)),
      ),
    ].filter(({ values, range }) => values.length > 0 || range !== undefined),
  }
}

async function countUpTo(
  db: Database,
  scope: ListScope,
  groups: readonly FilteredGroup[],
  limit: number,
): Promise<number> {
  const { rows } = await db.execute<{ products: number }>(sql`
    SELECT count(*)::integer AS products FROM (
      SELECT FROM product_facets facets
      WHERE ${listCondition(scope, groups, asValues(listValues(scope, groups)))} LIMIT ${limit}) some_rows`)
  return rows[0]?.products ?? 0
}

async function listAttributesOf(db: Database, { scope, categoryId }: CountedList): Promise<FacetAttribute[]> {
  if (categoryId !== null) return listFacetAttributes(db, categoryId)
  return scope.found ? listAllFacetAttributes(db) : []
}

/** Returns the attributes that are chosen, and those that most products have, in their order. */
function mostCommon(
  attributes: readonly FacetAttribute[],
  counted: Counted,
  groups: readonly FilteredGroup[],
): FacetAttribute[] {
  const isChosen = ({ code }: FacetAttribute) => groups.some(({ filter }) => filter.code === code)
  const held = new Map(counted.attributes.map(({ attribute_id: id, held: products }) => [id, products]))
  const shown = attributes
    .filter((attribute) => held.has(attribute.id) || isChosen(attribute))
    .toSorted(
      (one, other) =>
        Number(isChosen(other)) - Number(isChosen(one)) || (held.get(other.id) ?? 0) - (held.get(one.id) ?? 0),
    )
    .slice(0, maxResultFacets)
  return attributes.filter((attribute) => shown.includes(attribute))
}

interface CountedValue {
  products: number
  attribute_id: number | null
  /** The code of an option, the slug of a brand, a stock state, or yes or no. */
  code: string | null
  names: Record<string, string> | null
  /** A number of the base unit. */
  number: string | null
  /** Of numbers: how many different ones there are, and the first and the last. */
  distinct_numbers: number
  /** The products that have the attribute, each value by itself. */
  held: number
  least: string | null
  greatest: string | null
}

interface Counted {
  total: number
  /** The number of products that a search finds, whatever its filters; nothing is counted if there are too many. */
  found: number
  least_cents: number | null
  greatest_cents: number | null
  brands: CountedValue[]
  stock: CountedValue[]
  attributes: CountedValue[]
  [column: string]: unknown
}

interface CountedFacets {
  scope: ListScope
  groups: readonly FilteredGroup[]
  attributes: readonly FacetAttribute[]
  fewProducts: number
}

const statementOf = prepareShapes<Counted>('facets')

/** Counts with one statement, which is prepared unless it holds a search. */
async function readCounts(db: Database, list: CountedFacets, onBitmaps: boolean): Promise<Counted[]> {
  const { scope, groups, attributes, ...limits } = list
  const numberOf = (code: string) => groups.findIndex(({ filter }) => filter.code === code) + 1
  const values = {
    ...listValues(scope, groups),
    ...limits,
    facetIds: attributes.map(({ id }) => id),
    groupNumbers: attributes.map(({ code }) => numberOf(code)),
    brandNumber: numberOf('brand'),
    stockNumber: numberOf('stock'),
    priceNumber: numberOf('price'),
  }
  if (scope.found ?? scope.fitting)
    return (await db.execute<Counted>(countStatement(list, onBitmaps, asValues(values)))).rows
  const shape = [shapeOf(scope, groups), onBitmaps, attributes.length > 0]
  return statementOf(shape.join(' '), () => countStatement(list, onBitmaps, asPlaceholder))(db, values)
}

/**
 * Builds the one statement that counts: rows one by one, or bitmaps and only the rows that have changed since they were built. Group 0
 * is none: rows that fit all, and values of groups that nothing is chosen in.
 */
function countStatement({ scope, groups, attributes }: CountedFacets, onBitmaps: boolean, name: Name): SQL {
  const number = (code: string) => sql`${name(`${code}Number`)}::integer`
  const column = (index: number) => sql.raw(`fits_${index + 1}`)
  const fits = groups.map((group, index) => sql`, ${groupCondition(group, index, name)} AS ${column(index)}`)
  const misses = sql.join([sql`0`, ...groups.map((_, index) => sql`(NOT ${column(index)})::integer`)], sql` + `)
  const missed =
    groups.length === 0
      ? sql`0`
      : sql`CASE ${sql.join(
          groups.map((_, index) => sql`WHEN NOT ${column(index)} THEN ${sql.raw(String(index + 1))}`),
          sql` `,
        )} ELSE 0 END`
  const facetIds = sql`${name('facetIds')}::integer[]`
  const groupNumbers = sql`${name('groupNumbers')}::integer[]`
  const groupOfValue = sql`CASE WHEN brand_id IS NOT NULL THEN ${number('brand')}
    WHEN stock_state IS NOT NULL THEN ${number('stock')}
    ELSE (${groupNumbers})[array_position(${facetIds}, attribute_id)] END`
  const isFacet = sql`(attribute_id IS NULL OR attribute_id = ANY (${facetIds}))`
  const ofBitmaps = (part: SQL) => (onBitmaps ? part : sql``)
  const values = (condition: SQL) => sql`
    coalesce((SELECT json_agg(shown) FROM shown WHERE ${condition}), '[]')`
  // A search is expensive: its products are found once.
  const found =
    scope.found && sql`found AS MATERIALIZED (SELECT id FROM ${scope.found} every LIMIT ${maxCountedResults + 1}),`
  const countFound = scope.found ? sql`(SELECT count(*) FROM found)` : sql`0`
  const inScope = scope.found
    ? sql`facets.product_id IN (SELECT id FROM found) AND ${countFound} <= ${maxCountedResults}`
    : scopeCondition(scope, name)
  return sql`
    WITH ${found ?? sql``} ${ofBitmaps(sql`${maskTables(groups)},`)}
    ${ofBitmaps(sql`${fewTable}, ${rangeTable(facetIds, sql`1 + ${groupOfValue}`)},
      offered AS MATERIALIZED (
        SELECT id, 1 + ${groupOfValue} AS mask FROM facet_values
        WHERE ${isFacet} AND (attribute_id IS NULL OR attribute_id NOT IN (SELECT attribute_id FROM ranged))
          AND NOT (${groupOfValue} = 0 AND ${areFew})),`)}
    fitting AS MATERIALIZED (
      SELECT value_ids, price_cents, ${missed} AS missed
      FROM (SELECT facets.value_ids, facets.price_cents ${sql.join(fits, sql``)}
        FROM product_facets facets WHERE ${inScope} ${ofBitmaps(sql`AND ${isChanged}`)} OFFSET 0) tested
      WHERE ${misses} <= 1),
    counted AS (
      SELECT id, missed, count(*) AS products FROM (SELECT unnest(value_ids) AS id, missed FROM fitting) each GROUP BY 1, 2
      ${ofBitmaps(sql`
        UNION ALL SELECT id, 0, sum(products) FROM masked, LATERAL (
          SELECT id, bit_count(bits & masks[mask]) AS products FROM facet_bitmaps JOIN offered ON id = value_id
          WHERE facet_bitmaps.chunk = masked.chunk ${attributes.length === 0 ? sql`AND value_id = ANY (ARRAY(SELECT id FROM offered))` : sql``} OFFSET 0) held
        WHERE products > 0 GROUP BY 1
        UNION ALL SELECT unnest(ids), 0, 1 FROM ranged
        UNION ALL SELECT id, -1, count(*) FROM (SELECT unnest(value_ids) AS id FROM few) each GROUP BY 1`)}),
    known AS (
      SELECT id, attribute_id, option_id, number, truth, brand_id, stock_state, sum(products)::integer AS products
      FROM counted JOIN facet_values USING (id) WHERE ${isFacet} AND (missed IN (0, ${groupOfValue}) OR missed = -1 AND ${groupOfValue} = 0)
      GROUP BY 1, 2, 3, 4, 5, 6, 7),
    measured AS (
      SELECT known.*, count(number) OVER attribute AS distinct_numbers, min(number) OVER attribute AS least_number,
        max(number) OVER attribute AS greatest_number, (sum(products) OVER attribute)::integer AS held, row_number() OVER (attribute ORDER BY number) AS place
      FROM known WINDOW attribute AS (PARTITION BY attribute_id)),
    shown AS (
      SELECT products, measured.attribute_id, measured.brand_id, measured.stock_state,
        coalesce(attribute_options.code, brands.slug, stock_state, CASE WHEN truth THEN 'yes' WHEN NOT truth THEN 'no' END) AS code,
        CASE WHEN option_id IS NOT NULL THEN
          (SELECT json_object_agg(language, name) FROM attribute_option_texts texts WHERE texts.option_id = measured.option_id)
          WHEN measured.brand_id IS NOT NULL THEN json_build_object('en', brands.name) END AS names,
        trim_scale(number)::text AS number, distinct_numbers, held, trim_scale(least_number)::text AS least,
        trim_scale(greatest_number)::text AS greatest
      FROM measured LEFT JOIN attribute_options ON attribute_options.id = option_id LEFT JOIN brands ON brands.id = measured.brand_id
      WHERE number IS NULL OR distinct_numbers <= ${maxListedNumbers} OR place = 1
      ORDER BY attribute_options.position, measured.number, truth DESC, stock_state, products DESC, lower(brands.name), measured.id)
    SELECT ((SELECT count(*) FROM fitting WHERE missed = 0)
        ${ofBitmaps(sql`+ (SELECT coalesce(sum(bit_count(masks[1])), 0) FROM masked)`)})::integer AS total, ${countFound}::integer AS found,
      least((SELECT min(price_cents) FROM fitting WHERE missed IN (0, ${number('price')}))
        ${ofBitmaps(sql`, ${priceOfBitmaps(sql`1 + ${number('price')}`, 'cheapest')}`)}) AS least_cents,
      greatest((SELECT max(price_cents) FROM fitting WHERE missed IN (0, ${number('price')}))
        ${ofBitmaps(sql`, ${priceOfBitmaps(sql`1 + ${number('price')}`, 'dearest')}`)}) AS greatest_cents,
      ${values(sql`brand_id IS NOT NULL`)} AS brands, ${values(sql`stock_state IS NOT NULL`)} AS stock,
      ${values(sql`attribute_id IS NOT NULL`)} AS attributes`
}

type Filter = FilteredGroup['filter'] | undefined

/** Returns the counted values of one group, and the chosen ones that nothing is left of. */
function presentValues(counted: readonly CountedValue[], filter: Filter): Facet['values'] {
  const chosen = filter?.values ?? []
  const shown = counted.map(({ code, number, names, products }) => ({
    code: number ?? code ?? '',
    ...(names && { names }),
    products,
    isChosen: chosen.includes(number ?? code ?? ''),
  }))
  const lost = chosen.filter((code) => !shown.some((value) => value.code === code))
  return [...shown, ...lost.map((code) => ({ code, products: 0, isChosen: true }))]
}

const stockStates = ['plenty', 'low', 'out']
const presentStock = ({ stock }: Counted, filter: Filter): Facet => ({
  code: 'stock',
  kind: 'stock',
  values: presentValues(stock, filter).toSorted(
    (one, other) => stockStates.indexOf(one.code) - stockStates.indexOf(other.code),
  ),
})

const presentBrands = ({ brands }: Counted, filter: Filter): Facet => ({
  code: 'brand',
  kind: 'brand',
  values: presentValues(brands, filter),
})

function presentPrice({ least_cents: least, greatest_cents: greatest }: Counted, filter: Filter): Facet {
  const facet: Facet = { code: 'price', kind: 'price', values: [] }
  const hasChoice = least !== null && greatest !== null && least < greatest
  if (!hasChoice && !filter?.range) return facet
  const text = (cents: number) => plainAmount(toAmount(cents))
  return { ...facet, range: { least: text(least ?? 0), greatest: text(greatest ?? 0), ...definedEnds(filter) } }
}

const definedEnds = (filter: Filter) => ({
  ...(filter?.range?.from !== undefined && { from: filter.range.from }),
  ...(filter?.range?.to !== undefined && { to: filter.range.to }),
})

function presentAttribute(attribute: FacetAttribute, { attributes }: Counted, filter: Filter): Facet {
  const { id, code, kind, dimension, unit, names, help } = attribute
  const counted = attributes.filter((value) => value.attribute_id === id)
  const facet: Facet = {
    code,
    kind,
    names,
    help,
    ...(dimension !== null && { dimension }),
    ...(unit !== null && { unit }),
    values: [],
  }
  const [first] = counted
  const isRange = kind === 'number' && (filter?.range || (first && first.distinct_numbers > maxListedNumbers))
  if (!isRange) return { ...facet, values: presentValues(counted, filter) }
  return {
    ...facet,
    range: { least: first?.least ?? '0', greatest: first?.greatest ?? '0', ...definedEnds(filter) },
  }
}
