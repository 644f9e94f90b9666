import { type SQL, sql } from 'drizzle-orm'
import { toCents } from '#contract/currency.ts'
import { maxFilters } from '#contract/facets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'
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

/** Describes one group of a filtered list. */
export interface FilteredGroup {
  filter: Filter
  attributeId: number | undefined
  /** Whether the shop has one of the values, or numbers that a range can be of. */
  isKnown: boolean
  /** The ids of the values in `facet_values`; empty for a range. */
  valueIds: readonly number[]
}

const readValues = prepareStatement<{ code: string; value: string; id: number }>(
  'filter-values',
  sql`
    WITH asked AS MATERIALIZED (
      SELECT code, value FROM jsonb_to_recordset(${sql.placeholder('asked')}::jsonb) AS each (code text, value text))
    SELECT asked.code, brands.slug AS value, facet_values.id FROM asked
      JOIN brands alias ON alias.slug = asked.value JOIN brands ON brands.id = coalesce(alias.merged_into, alias.id)
      JOIN facet_values ON brand_id = brands.id WHERE asked.code = 'brand'
    UNION
    SELECT asked.code, stock_state, facet_values.id FROM asked JOIN facet_values ON stock_state = asked.value WHERE asked.code = 'stock'
    UNION
    SELECT asked.code, option.code, facet_values.id FROM asked JOIN attributes ON attributes.code = asked.code AND NOT is_staff_only
      JOIN attribute_options alias ON alias.attribute_id = attributes.id AND alias.code = asked.value
      JOIN attribute_options option ON option.id = coalesce(alias.merged_into, alias.id)
      JOIN facet_values ON facet_values.attribute_id = attributes.id AND option_id = option.id WHERE kind = 'option'
    UNION
    SELECT asked.code, asked.value, facet_values.id FROM asked JOIN attributes ON attributes.code = asked.code AND NOT is_staff_only
      JOIN facet_values ON facet_values.attribute_id = attributes.id AND truth = (asked.value = 'yes')
      WHERE kind = 'yes-no' AND asked.value IN ('yes', 'no')
    UNION
    SELECT asked.code, trim_scale(number)::text, facet_values.id FROM asked JOIN attributes ON attributes.code = asked.code AND NOT is_staff_only
      JOIN facet_values ON facet_values.attribute_id = attributes.id
        AND number = CASE WHEN asked.value ~ '^-?[0-9]{1,18}([.][0-9]{1,20})?$' THEN asked.value::numeric END
      WHERE kind = 'number'`,
)
const readAttributes = prepareStatement<{ id: number; code: string; kind: string }>(
  'filter-attributes',
  sql`SELECT id, code, kind FROM attributes WHERE NOT is_staff_only AND code = ANY (${sql.placeholder('codes')}::text[])`,
)

/**
 * Resolves filters to the groups of a list. Merged values become what they are now; a group without any known value holds for no
 * product, so that an old link never shows more than it names.
 */
export async function resolveFilters(db: Database, filters: readonly Filter[]): Promise<FilteredGroup[]> {
  if (filters.length === 0) return []
  const asked = filters.flatMap(({ code, values }) => values.map((value) => ({ code, value })))
  const [values, attributes] = await Promise.all([
    asked.length === 0 ? [] : readValues(db, { asked: JSON.stringify(asked) }),
    readAttributes(db, { codes: filters.map(({ code }) => code) }),
  ])
  return filters.map((filter) => {
    const known = values.filter(({ code }) => code === filter.code)
    const attribute = attributes.find(({ code }) => code === filter.code)
    return {
      filter:
        known.length === 0 ? filter : { ...filter, values: [...new Set(known.map(({ value }) => value))].toSorted() },
      attributeId: attribute?.id,
      isKnown: filter.range ? filter.code === 'price' || attribute?.kind === 'number' : known.length > 0,
      valueIds: known.map(({ id }) => id),
    }
  })
}

/** Describes a list of products on sale before its filters. */
export interface ListScope {
  /** The ids of its categories; undefined for the whole shop. */
  categories: readonly number[] | undefined
  /** The ids of what a search finds, as a subquery. */
  found?: SQL | undefined
  /** The ids of what fits the vehicle of the list, as a subquery; not beside `found`, which holds no others then. */
  fitting?: SQL | undefined
}

const maxCents = 2_147_483_647

/** Returns the values that the statements of a filtered list name: those of group 1 are `values1`, `attribute1`, `from1` and `to1`. */
export function listValues({ categories }: ListScope, groups: readonly FilteredGroup[]): Record<string, unknown> {
  const ofGroups = groups.map(({ filter: { code, range }, attributeId, valueIds }, index) => {
    const [least, greatest] = code === 'price' ? ['0', String(maxCents)] : ['-Infinity', 'Infinity']
    return {
      [`values${index + 1}`]: valueIds,
      [`attribute${index + 1}`]: attributeId ?? 0,
      [`from${index + 1}`]: range?.from ?? least,
      [`to${index + 1}`]: range?.to ?? greatest,
    }
  })
  // Bitmaps know categories by what is below zero, and all products by zero.
  const marks = categories ? categories.map((id) => -id) : [0]
  return Object.assign({ categories, marks, scale: toCents(1) }, ...ofGroups) as Record<string, unknown>
}

/** Names a value of a statement: a placeholder of one that is prepared, or the value itself. */
export type Name = (name: string) => SQL

export const asPlaceholder: Name = (name) => sql`${sql.placeholder(name)}`
/** Returns what puts the values themselves into a statement: the planner knows how many products they have. */
export const asValues =
  (values: Record<string, unknown>): Name =>
  (name) =>
    sql`${sql.param(values[name])}`

/** Builds the condition that a column of cents is in the price range of a group, whose ends are turned into whole cents once and not per row. */
export const isPriceIn = (index: number, name: Name, cents: SQL): SQL => sql`
  ${cents} BETWEEN least(ceil(${name(`from${index + 1}`)}::numeric * ${name('scale')}::integer), ${maxCentsText})::integer
    AND greatest(least(floor(${name(`to${index + 1}`)}::numeric * ${name('scale')}::integer), ${maxCentsText}), -1)::integer`
const maxCentsText = sql.raw(String(maxCents))

const isInside = (index: number, name: Name): SQL => sql`
  attribute_id = ${name(`attribute${index + 1}`)}::integer
    AND number >= ${name(`from${index + 1}`)}::numeric AND number <= ${name(`to${index + 1}`)}::numeric`

/** Builds the ids of the values of a group as an array, to read their bitmaps; undefined for prices, which have none. */
export function valuesOf({ filter: { code, range } }: FilteredGroup, index: number, name: Name): SQL | undefined {
  if (!range) return sql`${name(`values${index + 1}`)}::integer[]`
  return code === 'price' ? undefined : sql`ARRAY(SELECT id FROM facet_values WHERE ${isInside(index, name)})`
}

/** Builds the condition of a group, which holds for the rows of `product_facets`, called `facets`, that have one of its values. */
export function groupCondition({ filter: { code, range } }: FilteredGroup, index: number, name: Name): SQL {
  if (!range) return sql`facets.value_ids && ${name(`values${index + 1}`)}::integer[]`
  if (code === 'price') return isPriceIn(index, name, sql`facets.price_cents`)
  return sql`facets.product_id IN (SELECT product_id FROM product_values WHERE ${isInside(index, name)})`
}

/** Builds the condition of a list without its filters on `product_facets`, which is called `facets`. */
export const scopeCondition = ({ categories, found, fitting }: ListScope, name: Name): SQL => sql`
  ${categories ? sql`facets.category_id = ANY (${name('categories')}::integer[])` : sql`true`}
  ${found ? sql`AND facets.product_id IN ${found}` : sql``} ${fitting ? sql`AND facets.product_id IN ${fitting}` : sql``}`

/** Builds the condition of a filtered list; `list`, counts and total are all made of it. */
export const listCondition = (scope: ListScope, groups: readonly FilteredGroup[], name: Name): SQL =>
  sql.join(
    [scopeCondition(scope, name), ...groups.map((group, index) => groupCondition(group, index, name))],
    sql` AND `,
  )

/** Builds the ids of a filtered list as a subquery. */
export const filteredIds = (scope: ListScope, groups: readonly FilteredGroup[]): SQL => sql`(
  SELECT facets.product_id FROM product_facets facets
  WHERE ${listCondition(scope, groups, asValues(listValues(scope, groups)))})`

/** Names what a statement depends on besides its values: what the groups are. */
export const shapeOf = ({ categories, found }: ListScope, groups: readonly FilteredGroup[]): string =>
  [
    categories ? 'category' : 'shop',
    found ? 'search' : 'all',
    ...groups.map(({ filter: { code, range } }) => (range ? (code === 'price' ? code : 'range') : 'values')),
  ].join(' ')
