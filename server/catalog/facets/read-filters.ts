import { type SQL, sql } from 'drizzle-orm'
import { maxFilters } from '#contract/facets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes the filter of one group: values, or a range whose ends are decimal texts. */
export interface Filter {
  /** An attribute's code, or `brand`, `stock` or `price`. */
  code: string
  /** The codes of the chosen values; empty for a range. */
  values: readonly string[]
  range: { from: string | undefined; to: string | undefined } | undefined
}

const decimal = /^-?\d{1,18}(?:\.\d{1,20})?$/
const maxValues = 50

/** Reads the filters of an address, one for each group in the order of their names; throws `invalid-request`. */
export function readFilters(f: string | readonly string[] | undefined): Filter[] {
  const groups = new Map<string, Filter>()
  for (const text of f === undefined ? [] : [f].flat()) {
    const [, code = '', list = ''] = /^([^:]+):(.+)$/s.exec(text) ?? []
    const [, from = '', to = ''] = /^(.*)\.\.(.*)$/.exec(list) ?? []
    const isRange =
      list.includes('..') && [from, to].every((end) => end === '' || decimal.test(end)) && from + to !== ''
    const before = groups.get(code)?.values ?? []
    const values = isRange
      ? []
      : [...new Set([...before, ...list.split(',').filter((value) => value !== '')])].toSorted()
    if (values.length > maxValues) throw problem('invalid-request', { detail: 'f names too many values.' })
    // The ends of a range may be typed the other way round.
    const [first, last] = from && to && Number(from) > Number(to) ? [to, from] : [from, to]
    groups.set(code, { code, values, range: isRange ? { from: first || undefined, to: last || undefined } : undefined })
  }
  if (groups.size > maxFilters) throw problem('invalid-request', { detail: 'f names too many groups.' })
  return [...groups.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/** Writes a filter as addresses have it. */
export const writeFilter = ({ code, values, range }: Filter): string =>
  `${code}:${range ? `${range.from ?? ''}..${range.to ?? ''}` : values.join(',')}`

/** Describes one group of a filtered list in SQL. */
export interface FilteredGroup {
  filter: Filter
  attributeId: number | undefined
  /** Whether the shop has one of the values, or numbers that a range can be of. */
  isKnown: boolean
  /** Holds for the rows of `product_facets` that have one of the values. */
  condition: SQL
  /** The ids of these values as an array, to read their bitmaps; undefined for prices, which have none. */
  valueIds: SQL | undefined
}

/**
 * Resolves filters to the groups of a list. Merged values become what they are now; a group without any known value holds for no
 * product, so that an old link never shows more than it names.
 */
export async function resolveFilters(db: Database, filters: readonly Filter[]): Promise<FilteredGroup[]> {
  if (filters.length === 0) return []
  const asked = filters.flatMap(({ code, values }) => values.map((value) => ({ code, value })))
  const given = sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (code text, value text)`
  const { rows: values } = await db.execute<{ code: string; value: string; id: number }>(sql`
    SELECT asked.code, brands.slug AS value, facet_values.id FROM ${given}
      JOIN brands alias ON alias.slug = asked.value JOIN brands ON brands.id = coalesce(alias.merged_into, alias.id)
      JOIN facet_values ON brand_id = brands.id WHERE asked.code = 'brand'
    UNION
    SELECT asked.code, stock_state, facet_values.id FROM ${given} JOIN facet_values ON stock_state = asked.value WHERE asked.code = 'stock'
    UNION
    SELECT asked.code, option.code, facet_values.id FROM ${given} JOIN attributes ON attributes.code = asked.code
      JOIN attribute_options alias ON alias.attribute_id = attributes.id AND alias.code = asked.value
      JOIN attribute_options option ON option.id = coalesce(alias.merged_into, alias.id)
      JOIN facet_values ON facet_values.attribute_id = attributes.id AND option_id = option.id WHERE kind = 'option'
    UNION
    SELECT asked.code, asked.value, facet_values.id FROM ${given} JOIN attributes ON attributes.code = asked.code
      JOIN facet_values ON facet_values.attribute_id = attributes.id AND truth = (asked.value = 'yes')
      WHERE kind = 'yes-no' AND asked.value IN ('yes', 'no')
    UNION
    SELECT asked.code, trim_scale(number)::text, facet_values.id FROM ${given} JOIN attributes ON attributes.code = asked.code
      JOIN facet_values ON facet_values.attribute_id = attributes.id
        AND number = CASE WHEN asked.value ~ '^-?[0-9]{1,18}([.][0-9]{1,20})?$' THEN asked.value::numeric END
      WHERE kind = 'number'`)
  const { rows: attributes } = await db.execute<{ id: number; code: string; kind: string }>(sql`
    SELECT id, code, kind FROM attributes WHERE code = ANY (${sql.param(filters.map(({ code }) => code))}::text[])`)
  return filters.map((filter) => {
    const known = values.filter(({ code }) => code === filter.code)
    const attribute = attributes.find(({ code }) => code === filter.code)
    return {
      filter:
        known.length === 0 ? filter : { ...filter, values: [...new Set(known.map(({ value }) => value))].toSorted() },
      attributeId: attribute?.id,
      isKnown: filter.range ? filter.code === 'price' || attribute?.kind === 'number' : known.length > 0,
      ...(filter.range
        ? inRange(filter.code, attribute?.id, filter.range)
        : hasOneOf(sql`${sql.param(known.map(({ id }) => id))}::integer[]`)),
    }
  })
}

const hasOneOf = (valueIds: SQL) => ({ condition: sql`facets.value_ids && ${valueIds}`, valueIds })

type Range = NonNullable<Filter['range']>

const maxCents = 2_147_483_647

/** Builds the condition that a column of cents is in a range of dollars, whose ends are turned into whole cents once and not per row. */
export const isPriceIn = ({ from = '0', to = String(maxCents) }: Range, cents: SQL): SQL => sql`
  ${cents} BETWEEN least(ceil(${from}::numeric * 100), ${maxCents})::integer AND greatest(least(floor(${to}::numeric * 100), ${maxCents}), -1)::integer`

function inRange(code: string, attributeId: number | undefined, range: Range) {
  if (code === 'price') return { condition: isPriceIn(range, sql`facets.price_cents`), valueIds: undefined }
  const { from, to } = range
  const inside = sql`attribute_id = ${attributeId ?? 0}
    AND ${from === undefined ? sql`true` : sql`number >= ${from}::numeric`} AND ${to === undefined ? sql`true` : sql`number <= ${to}::numeric`}`
  return {
    condition: sql`facets.product_id IN (SELECT product_id FROM product_values WHERE ${inside})`,
    valueIds: sql`ARRAY(SELECT id FROM facet_values WHERE ${inside})`,
  }
}

/** Describes a list of products on sale before its filters. */
export interface ListScope {
  /** The ids of its categories; undefined for the whole shop. */
  categories: readonly number[] | undefined
  /** The ids of what a search finds, as a subquery. */
  found?: SQL | undefined
}

/** Builds the condition of a list without its filters on `product_facets`, which is called `facets`. */
export const scopeCondition = ({ categories, found }: ListScope): SQL => sql`
  ${categories ? sql`facets.category_id = ANY (${sql.param(categories)}::integer[])` : sql`true`}
  ${found ? sql`AND facets.product_id IN ${found}` : sql``}`

/** Builds the condition of a filtered list; `list`, counts and total are all made of it. */
export const filteredIds = (scope: ListScope, groups: readonly FilteredGroup[]): SQL => sql`(
  SELECT facets.product_id FROM product_facets facets
  WHERE ${sql.join([scopeCondition(scope), ...groups.map(({ condition }) => condition)], sql` AND `)})`
