import { sql } from 'drizzle-orm'
import type { AttributeInput, AttributeKind } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { type Dimension, readMeasure } from '#contract/units.ts'
import { listRequiredAttributes } from '#server/catalog/attributes/read-attributes.ts'
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
  attribute: number
  kind: AttributeKind
  ordinal: number
  option: number | null
  number: string | null
  truth: boolean | null
  text: string | null
  entered: string | null
}

/**
 * Writes the values of the attributes that are named, and leaves others as they are; the caller holds the product. Returns all values. Throws
 * `attribute-not-found`, `attribute-value-invalid` or, if the category requires others, `attribute-required`.
 */
export async function writeProductValues(
  tx: Transaction,
  product: { id: string; categoryId: number | null },
  sent: AttributeInput,
): Promise<Tool['attributes'] | null> {
  const codes = Object.keys(sent)
  const { rows: definitions } = await tx.execute<Definition>(sql`
    SELECT id, code, kind, dimension, unit, is_multiple FROM attributes WHERE code = ANY (${sql.param(codes)}::text[]) FOR SHARE`)
  const values: Value[] = []
  for (const [code, input] of Object.entries(sent)) {
    const definition = definitions.find((one) => one.code === code)
    if (!definition) throw problem('attribute-not-found', { attribute: code })
    const given = (Array.isArray(input) ? input : [input]).filter(
      (value) => typeof value !== 'string' || value.trim() !== '',
    )
    if (given.length > 1 && !definition.is_multiple) throw invalid(code, given.join(', '))
    const read: Value[] = []
    for (const value of given) {
      const row = await readValue(tx, definition, value)
      if (!read.some((other) => isSame(other, row))) read.push({ ...row, ordinal: read.length + 1 })
    }
    values.push(...read)
  }
  await tx.execute(sql`
    DELETE FROM product_values WHERE product_id = ${product.id} AND attribute_id IN (
      SELECT id FROM attributes WHERE code = ANY (${sql.param(codes)}::text[]))`)
  await insertValues(tx, product.id, values)
  await assertRequired(tx, product)
  await writeFacets(tx, [product.id])
  const { rows } = await tx.execute<{ attributes: Tool['attributes'] | null }>(
    sql`SELECT attributes FROM products WHERE id = ${product.id}`,
  )
  return rows[0]?.attributes ?? null
}

const invalid = (attribute: string, value: string) => problem('attribute-value-invalid', { attribute, value })

const isSame = (one: Value, other: Value) =>
  one.option === other.option && one.number === other.number && one.text === other.text

async function readValue(tx: Transaction, definition: Definition, value: string | boolean): Promise<Value> {
  const { id, code, kind, dimension, unit } = definition
  const none = { option: null, number: null, truth: null, text: null, entered: null }
  const row = { attribute: id, kind, ordinal: 1, ...none }
  if (kind === 'yes-no') {
    if (typeof value !== 'boolean') throw invalid(code, value)
    return { ...row, truth: value }
  }
  if (typeof value === 'boolean') throw invalid(code, String(value))
  if (kind === 'text') return { ...row, text: value.trim() }
  if (kind === 'option') {
    const option = await findOption(tx, id, value.trim())
    if (option === undefined) throw invalid(code, value)
    return { ...row, option }
  }
  const measure = readMeasure(value, { dimension: dimension ?? 'count', unit: unit ?? undefined })
  if (!measure) throw invalid(code, value)
  return { ...row, number: measure.base, entered: measure.entered }
}

/** Returns the id of the option with this code or, in any language, this name; also of merged ones. */
async function findOption(tx: Transaction, attributeId: number, asked: string): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT coalesce(merged_into, id) AS id FROM attribute_options
    WHERE attribute_id = ${attributeId} AND (code = ${asked} OR EXISTS (
      SELECT FROM attribute_option_texts WHERE option_id = id AND lower(name) = lower(${asked})))
    ORDER BY code = ${asked} DESC, merged_into IS NULL DESC LIMIT 1`)
  return rows[0]?.id
}

async function insertValues(tx: Transaction, productId: string, values: readonly Value[]): Promise<void> {
  if (values.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (
    attribute integer, kind text, ordinal smallint, option integer, number numeric, truth boolean, text text, entered text)`
  // Options and truths have theirs from the start; a number comes with the first product that has it.
  await tx.execute(sql`
    INSERT INTO facet_values (attribute_id, number) SELECT attribute, number FROM ${given} WHERE number IS NOT NULL
    ORDER BY attribute, number ON CONFLICT ON CONSTRAINT facet_values_number DO NOTHING`)
  await tx.execute(sql`
    INSERT INTO product_values (product_id, attribute_id, kind, ordinal, value_id, number, text, entered)
    SELECT ${productId}, attribute, given.kind, ordinal, facet_values.id, given.number, given.text, entered
    FROM ${given} LEFT JOIN facet_values ON attribute_id = attribute
      AND (option_id = option OR facet_values.number = given.number OR facet_values.truth = given.truth)`)
}

async function assertRequired(tx: Transaction, { id, categoryId }: { id: string; categoryId: number | null }) {
  if (categoryId === null) return
  const required = await listRequiredAttributes(tx, categoryId)
  const { rows } = await tx.execute<{ code: string }>(sql`
    SELECT code FROM attributes WHERE code = ANY (${sql.param(required)}::text[])
      AND NOT EXISTS (SELECT FROM product_values WHERE product_id = ${id} AND attribute_id = attributes.id) LIMIT 1`)
  if (rows[0]) throw problem('attribute-required', { attribute: rows[0].code })
}
