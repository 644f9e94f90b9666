import { sql } from 'drizzle-orm'
import type { AttributeInput, AttributeKind } from '#contract/attributes.ts'
import { type Dimension, readMeasure } from '#contract/units.ts'
import { requiredIn } from '#server/catalog/attributes/read-attributes.ts'
import { writeFacets } from '#server/catalog/attributes/write-facets.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Definition {
  id: number
  code: string
  kind: AttributeKind
  dimension: Dimension | null
  unit: string | null
  is_multiple: boolean
  [column: string]: unknown
}

/** One row of `product_values`; an option, a number and a truth become the value of the facet. */
interface Value {
  product: string
  attribute: number
  kind: AttributeKind
  ordinal: number
  option: number | null
  number: string | null
  truth: boolean | null
  text: string | null
  entered: string | null
}

/** Describes what is written for one product. */
export interface ProductValues {
  id: string
  categoryId: number | null
  sent: AttributeInput
}

/**
 * Writes the values of the attributes that are named, and leaves others as they are, in a fixed number of statements; the caller holds the
 * products. Throws `attribute-not-found`, `attribute-value-invalid` or, if the category requires others, `attribute-required`.
 */
export async function writeValuesOfProducts(tx: Transaction, products: readonly ProductValues[]): Promise<void> {
  const codes = [...new Set(products.flatMap(({ sent }) => Object.keys(sent)))]
  const { rows: definitions } = await tx.execute<Definition>(sql`
    SELECT id, code, kind, dimension, unit, is_multiple FROM attributes WHERE code = ANY (${sql.param(codes)}::text[]) FOR SHARE`)
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]))
  const asked = products.flatMap(({ id, sent }) =>
    Object.entries(sent).map(([code, input]) => {
      const definition = byCode.get(code)
      if (!definition) throw problem('attribute-not-found', { attribute: code })
      const given = (Array.isArray(input) ? input : [input]).filter(
        (value) => typeof value !== 'string' || value.trim() !== '',
      )
      if (given.length > 1 && !definition.is_multiple) throw invalid(code, given.join(', '))
      return { id, definition, given }
    }),
  )
  const options = await findOptions(
    tx,
    asked.flatMap(({ definition: { id, kind }, given }) =>
      kind === 'option' ? given.map((value) => ({ attribute: id, text: String(value).trim() })) : [],
    ),
  )
  const values: Value[] = []
  for (const { id, definition, given } of asked) {
    const read: Value[] = []
    for (const value of given) {
      const row = { ...readValue(definition, value, options), product: id }
      if (!read.some((other) => isSame(other, row))) read.push({ ...row, ordinal: read.length + 1 })
    }
    values.push(...read)
  }
  const named = asked.map(({ id, definition }) => ({ product: id, attribute: definition.id }))
  await tx.execute(sql`
    DELETE FROM product_values USING jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS given (product uuid, attribute integer)
    WHERE product_id = product AND attribute_id = attribute`)
  await insertValues(tx, values)
  await assertRequired(tx, products)
  await writeFacets(
    tx,
    products.map(({ id }) => id),
  )
}

/** Returns values as they count, in lists: numbers in the base unit, options by their codes; those of no known attribute as they are. */
export async function readAttributeMeanings(
  tx: Transaction,
  values: AttributeInput,
): Promise<Record<string, unknown[]>> {
  const { rows: definitions } = await tx.execute<Definition>(sql`
    SELECT id, code, kind, dimension, unit, is_multiple FROM attributes WHERE code = ANY (${sql.param(Object.keys(values))}::text[])`)
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]))
  const lists = Object.entries(values).map(([code, value]) => ({
    code,
    definition: byCode.get(code),
    given: (Array.isArray(value) ? value : [value]).filter((one) => typeof one !== 'string' || one.trim() !== ''),
  }))
  const options = await findOptions(
    tx,
    lists.flatMap(({ definition, given }) =>
      definition?.kind === 'option' ? given.map((one) => ({ attribute: definition.id, text: String(one).trim() })) : [],
    ),
  )
  const meaningOf = (definition: Definition | undefined, value: string | boolean) => {
    if (typeof value === 'boolean' || !definition) return value
    if (definition.kind === 'option')
      return options.get(optionKey({ attribute: definition.id, text: value.trim() }))?.code ?? value
    return definition.kind === 'number' ? (readNumber(definition, value)?.base ?? value) : value
  }
  return Object.fromEntries(
    lists.map(({ code, definition, given }) => [code, given.map((one) => meaningOf(definition, one))]),
  )
}

const readNumber = ({ dimension, unit }: Definition, text: string) =>
  readMeasure(text, { dimension: dimension ?? 'count', unit: unit ?? undefined })

const invalid = (attribute: string, value: string) => problem('attribute-value-invalid', { attribute, value })

const isSame = (one: Value, other: Value) =>
  one.option === other.option && one.number === other.number && one.text === other.text

function readValue(definition: Definition, value: string | boolean, options: Options): Omit<Value, 'product'> {
  const { id, code, kind } = definition
  const none = { option: null, number: null, truth: null, text: null, entered: null }
  const row = { attribute: id, kind, ordinal: 1, ...none }
  if (kind === 'yes-no') {
    if (typeof value !== 'boolean') throw invalid(code, value)
    return { ...row, truth: value }
  }
  if (typeof value === 'boolean') throw invalid(code, String(value))
  if (kind === 'text') return { ...row, text: value.trim() }
  if (kind === 'option') {
    const option = options.get(optionKey({ attribute: id, text: value.trim() }))
    if (option === undefined) throw invalid(code, value)
    return { ...row, option: option.id }
  }
  const measure = readNumber(definition, value)
  if (!measure) throw invalid(code, value)
  return { ...row, number: measure.base, entered: measure.entered }
}

/** Names an option of an attribute by its code or, in any language, its name. */
export interface NamedOption {
  attribute: number
  text: string
}
type Options = ReadonlyMap<string, { id: number; code: string }>

export const optionKey = ({ attribute, text }: NamedOption) => `${attribute} ${text}`

/** Returns the options by `optionKey`; of a merged one, the one that it was merged into. */
export async function findOptions(tx: Transaction, asked: readonly NamedOption[]): Promise<Options> {
  const distinct = [...new Map(asked.map((one) => [optionKey(one), one])).values()]
  if (distinct.length === 0) return new Map()
  const { rows } = await tx.execute<NamedOption & { id: number; code: string; [column: string]: unknown }>(sql`
    SELECT given.attribute, given.text, found.id, found.code
    FROM jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) AS given (attribute integer, text text), LATERAL (
      SELECT option.id, option.code FROM attribute_options asked
      JOIN attribute_options option ON option.id = coalesce(asked.merged_into, asked.id)
      WHERE asked.attribute_id = given.attribute AND (asked.code = given.text OR EXISTS (
        SELECT FROM attribute_option_texts WHERE option_id = asked.id AND lower(name) = lower(given.text)))
      ORDER BY asked.code = given.text DESC, asked.merged_into IS NULL DESC LIMIT 1) found`)
  return new Map(rows.map((row) => [optionKey(row), row]))
}

async function insertValues(tx: Transaction, values: readonly Value[]): Promise<void> {
  if (values.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (
    product uuid, attribute integer, kind text, ordinal smallint, option integer, number numeric, truth boolean, text text, entered text)`
  // Options and truths have theirs from the start; a number comes with the first product that has it.
  await tx.execute(sql`
    INSERT INTO facet_values (attribute_id, number) SELECT DISTINCT attribute, number FROM ${given} WHERE number IS NOT NULL
    ORDER BY attribute, number ON CONFLICT ON CONSTRAINT facet_values_number DO NOTHING`)
  await tx.execute(sql`
    INSERT INTO product_values (product_id, attribute_id, kind, ordinal, value_id, number, text, entered)
    SELECT product, attribute, given.kind, ordinal, facet_values.id, given.number, given.text, entered
    FROM ${given} LEFT JOIN facet_values ON attribute_id = attribute
      AND (option_id = option OR facet_values.number = given.number OR facet_values.truth = given.truth)`)
}

/** Throws `attribute-required` if one of the products lacks a value that its category requires. */
async function assertRequired(tx: Transaction, products: readonly ProductValues[]): Promise<void> {
  const given = products.flatMap(({ id, categoryId }) => (categoryId === null ? [] : [{ id, category: categoryId }]))
  if (given.length === 0) return
  const { rows } = await tx.execute<{ code: string }>(sql`
    WITH RECURSIVE ${requiredIn(given.map(({ category }) => category))}
    SELECT attributes.code FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, category integer)
    JOIN required ON required.category_id = given.category JOIN attributes ON attributes.id = attribute_id
    WHERE NOT EXISTS (SELECT FROM product_values WHERE product_id = given.id AND product_values.attribute_id = attributes.id)
    LIMIT 1`)
  if (rows[0]) throw problem('attribute-required', { attribute: rows[0].code })
}
