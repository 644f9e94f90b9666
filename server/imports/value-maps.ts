import { type SQL, sql } from 'drizzle-orm'
import { valueErrors } from '#contract/import-errors.ts'
import type { ImportDetails, ValueMap } from '#contract/imports.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import { CellError, type Field, readList, writeList } from '#server/catalog/fields/field.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns a value as it is compared: without case and blanks around it. */
const keyOf = (value: string) =>
  value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').replaceAll(/ ?> ?/g, ' > ').toLowerCase()

/** Says what the values of a column stand for; undefined for one that is read as it is. */
export type Translate = (value: string) => string | undefined

/** Limits how often what a value stands for is looked up again: an answer may have been about an answer. */
const maxSteps = 5

/** Returns the translation of a column: what a person has answered, before what its header says. */
export function translation(
  field: Field,
  header: string,
  answered: ValueMap | null | undefined,
): Translate | undefined {
  const known = { ...field.valueMapOf?.(header), ...answered }
  if (Object.keys(known).length === 0) return undefined
  const map = new Map(Object.entries(known).map(([value, text]) => [keyOf(value), text]))
  const find: Translate = (value) => {
    let found: string | undefined
    for (let step = 0, key = keyOf(value); step < maxSteps && map.has(key); step += 1, key = keyOf(found)) {
      found = map.get(key) ?? ''
      if (found === '') break
    }
    return found
  }
  return (value) => {
    const whole = find(value)
    if (whole !== undefined || !field.isList) return whole
    const parts = readList(value).map((part) => ({ part, text: find(part) }))
    if (parts.every(({ text }) => text === undefined)) return undefined
    return writeList(parts.map(({ part, text }) => text ?? part).filter((text) => text !== ''))
  }
}

/** Whether the values of a field are choices, which other programs have other words for. */
export const hasValueMap = ({ words, isNamed }: Field): boolean => words !== undefined || isNamed === true

/** Whether a value can stand for this text: none, or one that the field reads. */
export function canStandFor(field: Field, text: string): boolean {
  if (text === '') return true
  try {
    return field.read(text, 'point') !== ''
  } catch (error) {
    if (error instanceof CellError) return false
    throw error
  }
}

/** Limits the values of a column that are asked about at once, the most frequent first. */
const maxValuesAsked = 50

/** Returns the values of a compared file that the shop does not know, by column; undefined for none. */
export async function readUnknownValues(
  db: Database,
  { id, state, mapping }: Pick<ImportRecord, 'id' | 'state' | 'mapping'>,
  fields: readonly Field[],
): Promise<ImportDetails['unknownValues']> {
  const asked = fields.filter((field) => hasValueMap(field) && mapping.includes(field.code))
  if (state !== 'checked' || asked.length === 0) return undefined
  const codes: SQL = sql`${sql.param(valueErrors)}::text[]`
  const { rows } = await db.execute<{ field: string; text: string; rows: number; all: number }>(sql`
    SELECT field, text, rows, "all" FROM (
      SELECT field, facts ->> 'text' AS text, count(DISTINCT row_no)::integer AS rows, (count(*) OVER of_field)::integer AS "all",
        row_number() OVER (of_field ORDER BY count(DISTINCT row_no) DESC, facts ->> 'text') AS place
      FROM import_rows, jsonb_to_recordset(errors) AS given (field text, code text, facts jsonb)
      WHERE import_id = ${id} AND outcome = 'error' AND code = ANY (${codes}) AND facts ->> 'text' <> ''
        AND field = ANY (${sql.param(asked.map(({ code }) => code))}::text[])
      GROUP BY 1, 2 WINDOW of_field AS (PARTITION BY field)) found
    WHERE place <= ${maxValuesAsked} ORDER BY field, place`)
  const byField = [...Map.groupBy(rows, ({ field }) => field)]
  if (byField.length === 0) return undefined
  return byField.map(([field, values]) => ({
    column: mapping.indexOf(field),
    field,
    count: values[0]?.all ?? 0,
    values: values.map(({ text, rows: count }) => ({ text, rows: count })),
  }))
}
