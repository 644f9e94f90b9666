import { sql } from 'drizzle-orm'
import type { DayOrder } from '#contract/day-order.ts'
import { type ImportErrorCode, importErrors } from '#contract/import-errors.ts'
import type { ImportErrorGroup, ImportFix } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import type { NumberStyle } from '#contract/units.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import type { StagedCells } from '#server/imports/files/spool-rows.ts'
import { CellError, type Field, readNumber, refusalText } from '#server/catalog/fields/field.ts'
import type { ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Lists the errors of cells without which a row is still right, unless their field is one that it needs. */
const ofCells: ReadonlySet<string> = new Set([
  'not-a-number',
  'other-currency',
  'not-whole',
  'out-of-range',
  'too-many-decimals',
  'too-long',
  'not-text',
  'not-seen',
  'not-one-line',
  'not-a-choice',
  'not-yes-or-no',
  'not-a-measure',
  'not-a-part-number',
  'not-a-document',
  'not-a-day',
  'not-a-date',
  'day-unclear',
  'shortened-number',
  'date-number',
  'formula-error',
  'category-name-missing',
  'category-too-deep',
  'unknown-category',
  'unknown-brand',
  'unknown',
  'ambiguous',
] satisfies ImportErrorCode[])

const named: Partial<Record<string, ImportFix['fix']>> = {
  'unknown-brand': 'add-brands',
  'unknown-category': 'add-categories',
  'near-number-asked': 'add-near-numbers',
  'quantities-do-not-fit': 'fit-quantities',
  'too-many-decimals': 'round',
} satisfies Partial<Record<ImportErrorCode, ImportFix['fix']>>

/** Maps fixes to the columns of an import that keep them, since a comparison may ask for them, too; the others are a list. */
export const fixColumns = [
  ['add-brands', 'addsBrands'],
  ['add-categories', 'addsCategories'],
  ['add-near-numbers', 'addsNearNumbers'],
] as const satisfies readonly (readonly [ImportFix['fix'], keyof ImportRecord])[]

/** Returns what one choice does about errors of a reason in a column; undefined if nothing does. */
export function fixOf(
  { code, field }: Pick<RowError, 'field'> & { code: string },
  { name, keys, neededByNew = [] }: Pick<ImportKind, 'name' | 'keys' | 'neededByNew'>,
): ImportFix | undefined {
  if (name === 'customers' && field === 'groups' && code === 'unknown') return { fix: 'add-groups' }
  const fix = named[code]
  if (fix === 'round' && field !== undefined) return { fix, field }
  if (fix && name === 'products') return { fix }
  if (field === undefined || !ofCells.has(code) || keys.includes(field) || neededByNew.includes(field)) return undefined
  return { fix: 'leave-out', field, code }
}

/** Whether an error is one of the cells that are to be left out. */
export const isLeftOut = ({ field, code }: RowError, fixes: readonly ImportFix[]): boolean =>
  fixes.some((one) => one.fix === 'leave-out' && one.field === field && one.code === code)

/** Reads a cell, with the decimals that its field has if such cells are to be rounded. Throws `CellError`. */
export function readRounded(
  field: Field,
  cell: string,
  { style, order, fixes }: { style: NumberStyle; order?: DayOrder | undefined; fixes: readonly ImportFix[] },
): string {
  try {
    return field.read(cell, style, order)
  } catch (error) {
    const isRounded = fixes.some(({ fix, field: code }) => fix === 'round' && code === field.code)
    if (!(error instanceof CellError && error.code === 'too-many-decimals' && isRounded)) throw error
    const places = Number(error.facts['places'] ?? 0)
    // A sign of the currency, which the field has read.
    const number = Number(readNumber(cell.replaceAll(/[^\d.,'’\s+-]/g, ''), style))
    const scaled = Math.round(Number((Math.abs(number) * 10 ** places).toPrecision(15)))
    return field.read(((Math.sign(number) * scaled) / 10 ** places).toFixed(places), 'point')
  }
}

const maxExamples = 3
/** Limits the groups that are shown: a file with more is wrong in every column. */
const maxGroups = 100

/** Groups the errors of a compared or applied import by reason and column, with the first rows of each. */
export async function groupErrors(
  db: Database,
  { id, state, counts, mapping }: ImportRecord,
  { kind, fields, language }: { kind: ImportKind; fields: readonly Field[]; language: Language },
): Promise<ImportErrorGroup[] | undefined> {
  if ((state !== 'checked' && state !== 'applied') || !counts.error) return undefined
  const { rows } = await db.execute<{
    code: string
    field: string | null
    rows: number
    facts: RowError['facts']
    line: number
    cells: StagedCells
  }>(sql`
    SELECT code, field, found.rows, facts, line, cells FROM (
      SELECT row_no, code, field, facts, count(*) OVER (PARTITION BY code, field)::integer AS rows,
        row_number() OVER (PARTITION BY code, field ORDER BY row_no) AS place
      FROM (SELECT DISTINCT ON (row_no, error ->> 'code', error ->> 'field')
          row_no, error ->> 'code' AS code, error ->> 'field' AS field, error -> 'facts' AS facts
        FROM import_rows, jsonb_array_elements(errors) error WHERE import_id = ${id} AND outcome = 'error'
        ORDER BY row_no, error ->> 'code', error ->> 'field') one) found
    JOIN import_rows ON import_id = ${id} AND import_rows.row_no = found.row_no
    WHERE place <= ${maxExamples} ORDER BY found.rows DESC, code, field, place LIMIT ${maxExamples * maxGroups}`)
  const byCode = new Map(fields.map((field) => [field.code, field]))
  const textOf = (cells: StagedCells, code: string | null) =>
    String(cells[code === null ? -1 : mapping.indexOf(code)] ?? '').trim()
  const groups = Map.groupBy(rows, ({ code, field }) => `${code} ${field ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { code, field, rows: count } = first
    const fix = fixOf({ code, field: field ?? undefined }, kind)
    return [
      {
        code,
        ...(field !== null && { field }),
        rows: count,
        examples: group.map(({ facts, line, cells }) => ({
          line,
          name: kind.nameFields.map((name) => textOf(cells, name)).find(Boolean) ?? '',
          cell: textOf(cells, field).slice(0, 200).toWellFormed(),
          message:
            code in importErrors
              ? refusalText({ code: code as ImportErrorCode, facts }, byCode.get(field ?? ''), language)
              : code,
        })),
        ...(fix && { fix }),
      },
    ]
  })
}
