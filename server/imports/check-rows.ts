import { sql } from 'drizzle-orm'
import type { ImportCounts, ImportOutcome } from '#contract/imports.ts'
import { type NumberStyle, splitUnit } from '#contract/units.ts'
import { htmlToText } from '#server/catalog/html-to-text.ts'
import type { ImportRecord, StoredWarning } from '#server/imports/imports.tables.ts'
import type { StagedCells } from '#server/imports/files/spool-rows.ts'
import { CellError, type Field, fromCell, hasDecimals } from '#server/imports/kinds/field.ts'
import type { AskedRow, Change, Found, ImportKind, RowError, RowWarning, Texts } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes how the cells of a column are read. */
interface ReadColumn {
  index: number
  field: Field
  style: NumberStyle
  /** The unit of bare numbers. */
  unit: string | undefined
}

interface StagedRow {
  row: number
  line: number
  cells: StagedCells
  [column: string]: unknown
}

/** The number of rows that one step of a dry run takes. */
const rowsPerStep = 500

/** Describes how far a step has come; without `cursor` it has finished. */
export interface Progress {
  cursor?: { row: number; group: string }
  done: number
}

/** Compares the next rows of an import with the shop. Changes nothing else; a repeated step gives the same. */
export async function checkRows(tx: Transaction, kind: ImportKind, record: ImportRecord): Promise<Progress> {
  const { rows: staged } = await tx.execute<StagedRow>(sql`
    SELECT row_no AS row, line, cells FROM import_rows WHERE import_id = ${record.id} AND row_no > ${record.cursor}
    ORDER BY row_no LIMIT ${kind.checksTogether ? null : rowsPerStep}`)
  if (staged.length === 0) return { done: 0 }
  if (kind.groupedBy && staged.length === rowsPerStep)
    staged.push(...(await readRestOfGroup(tx, kind.groupedBy, record, staged)))
  const errors: RowError[] = []
  const warnings: RowWarning[] = []
  const fields = await kind.fields(tx)
  const implied = kind.implied?.((code) => record.headers[record.mapping.indexOf(code)])
  const columns = listColumns(record, fields)
  const read = staged.map(({ row, cells }) => ({
    row,
    texts: { ...implied, ...readCells({ row, cells }, columns, record, { errors, warnings }) },
  }))
  const resolved = kind.resolve ? await kind.resolve(tx, read, errors, record, warnings) : read
  const found = await kind.find(tx, resolved, errors, record)
  if (record.format === 'zip' || record.format === 'edit') refuseNew(found, resolved, errors)
  refuseIncomplete(kind, found, resolved, errors)
  await refuseRepeated(tx, record.id, staged, found, errors)
  const existing = [...found.values()].flatMap(({ subject, isNew }) => (isNew ? [] : [subject]))
  const present = await kind.read(tx, existing, record)
  const refused = () => new Set(errors.map(({ row }) => row))
  const byCode = new Map(fields.map((field) => [field.code, field]))
  const cellsOf = new Map(staged.map(({ row, cells }) => [row, cells]))
  const cellOf = (row: number, code: string) => String(cellsOf.get(row)?.[record.mapping.indexOf(code)] ?? '').trim()
  const whole = resolved.map(({ row, texts }) => {
    const about = found.get(row)
    const leftOut = warnings.flatMap((one) => (one.row === row && one.code ? [one.field] : []))
    return {
      row,
      texts: (about && kind.complete?.(texts, present.get(about.subject) ?? {}, new Set(leftOut))) ?? texts,
    }
  })
  const changes = findChanges(whole, found, present, { fields: byCode, cellOf })
  const before = refused()
  await kind.check(
    tx,
    changes.filter(({ row }) => !before.has(row)),
    present,
    errors,
  )
  const wrong = refused()
  const right = changes.filter(({ row }) => !wrong.has(row))
  const kept = right.map((change) => kind.explain?.(change, present.get(change.subject) ?? {}) ?? change)
  const changed = new Map(kept.map(({ row, before: old }): [number, ImportOutcome] => [row, old ? 'changed' : 'new']))
  // A text that was HTML is said where it changes something.
  const isShown = ({ row, field, code }: RowWarning) =>
    code !== undefined || kept.some((change) => change.row === row && change.after[field] !== undefined)
  await writeOutcomes(
    tx,
    record.id,
    staged.map(({ row }) => ({
      row,
      outcome: wrong.has(row) ? 'error' : (changed.get(row) ?? 'same'),
      key: found.get(row)?.key,
      errors: errors.filter((error) => error.row === row),
      warnings: warnings.filter((warning) => warning.row === row && isShown(warning)),
    })),
  )
  await writeChanges(tx, record.id, staged, kept, found)
  return { cursor: { row: staged.at(-1)?.row ?? 0, group: '' }, done: staged.length }
}

/** Limits the rows that a step takes beyond its number. */
const maxRestOfGroup = 500

/** Returns the next rows, as long as they have the same cells as the last one in the columns of these fields. */
async function readRestOfGroup(
  tx: Transaction,
  fields: readonly string[],
  { id, mapping }: ImportRecord,
  staged: readonly StagedRow[],
): Promise<StagedRow[]> {
  const columns = mapping.flatMap((code, index) => (code !== null && fields.includes(code) ? [index] : []))
  const groupOf = ({ cells }: StagedRow) => JSON.stringify(columns.map((index) => cells[index]))
  const last = staged.at(-1)
  if (!last) return []
  const { rows } = await tx.execute<StagedRow>(sql`
    SELECT row_no AS row, line, cells FROM import_rows WHERE import_id = ${id} AND row_no > ${last.row}
    ORDER BY row_no LIMIT ${maxRestOfGroup}`)
  const end = rows.findIndex((row) => groupOf(row) !== groupOf(last))
  return end < 0 ? rows : rows.slice(0, end)
}

/** Lists the columns that are for a field. */
function listColumns(
  { headers, mapping, decimals, units, language }: ImportRecord,
  fields: readonly Field[],
): ReadColumn[] {
  return mapping.flatMap((code, index) => {
    const field = code === null ? undefined : fields.find((one) => one.code === code)
    if (!field) return []
    const inHeader = field.measure && splitUnit(headers[index] ?? '', field.measure.dimension).unit
    return [{ index, field, style: decimals[index] ?? language, unit: units[index] ?? inHeader }]
  })
}

/** Returns the texts that the cells of a row ask for. */
function readCells(
  { row, cells }: Pick<StagedRow, 'row' | 'cells'>,
  columns: readonly ReadColumn[],
  { clearsEmpty }: Pick<ImportRecord, 'clearsEmpty'>,
  { errors, warnings }: { errors: RowError[]; warnings: RowWarning[] },
): Texts {
  const texts: Record<string, string> = {}
  for (const { index, field, style, unit } of columns) {
    const cell = cells[index] ?? ''
    const asked = fromCell(withUnit(String(cell), unit))
    try {
      const isNumber = typeof cell === 'number' && hasDecimals(field)
      const plain = 'text' in asked && field.isProse ? htmlToText(asked.text) : undefined
      if (plain !== undefined && 'text' in asked && plain !== asked.text)
        warnings.push({ row, field: field.code, warning: 'html-to-text' })
      const text = 'text' in asked ? field.read(plain ?? asked.text, isNumber ? 'point' : style) : undefined
      // A measure of 0 is none.
      if (text !== undefined && (text !== '' || !field.measure)) texts[field.code] = text
      else if ('clear' in asked && field.isRequired) throw new CellError('not-empty')
      else if ('clear' in asked || (clearsEmpty && !field.isRequired)) texts[field.code] = ''
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      errors.push({ row, field: field.code, code: error.code, facts: error.facts })
    }
  }
  return texts
}

/** Returns the numbers of a cell, one or a list, with the unit where they have none. */
const withUnit = (cell: string, unit: string | undefined): string =>
  unit === undefined
    ? cell
    : cell
        .split('|')
        .map((part) => (/^[\s\d.,'/-]+$/.test(part) && /\d/.test(part) ? `${part.trim()} ${unit}` : part))
        .join('|')

/** Refuses rows about what does not exist: pictures alone, or a change, are no new product. */
function refuseNew(found: Map<number, Found>, rows: readonly AskedRow[], errors: RowError[]): void {
  for (const { row, texts } of rows) {
    const about = found.get(row)
    if (!about?.isNew) continue
    const field = about.keyFields.find((code) => texts[code])
    errors.push({ row, field, code: 'unknown', facts: { text: (field && texts[field]) ?? '' } })
    found.delete(row)
  }
}

/** Refuses new rows without what their kind needs; a field that is wrong already is not missing, too. */
function refuseIncomplete(
  { neededByNew = [] }: ImportKind,
  found: Map<number, Found>,
  rows: readonly AskedRow[],
  errors: RowError[],
): void {
  const wrong = new Set(errors.map(({ row, field }) => `${row} ${field}`))
  for (const { row, texts } of rows) {
    if (!found.get(row)?.isNew) continue
    for (const field of neededByNew) {
      if (!texts[field] && !wrong.has(`${row} ${field}`)) errors.push({ row, field, code: 'required', facts: {} })
    }
  }
}

/** Refuses rows about something that an earlier row is about. */
async function refuseRepeated(
  tx: Transaction,
  importId: string,
  staged: readonly StagedRow[],
  found: Map<number, Found>,
  errors: RowError[],
): Promise<void> {
  const keys = [...found.values()].map(({ key }) => key)
  const { rows } = await tx.execute<{ key: string; line: number }>(sql`
    SELECT key, min(line) AS line FROM import_rows
    WHERE import_id = ${importId} AND key = ANY (${sql.param(keys)}::text[]) AND row_no < ${staged[0]?.row ?? 0} GROUP BY key`)
  const seen = new Map(rows.map(({ key, line }) => [key, line]))
  for (const { row, line } of staged) {
    const key = found.get(row)?.key
    if (key === undefined) continue
    const first = seen.get(key)
    if (first === undefined) seen.set(key, line)
    else errors.push({ row, code: 'repeated', facts: { line: first } })
  }
}

/** Returns the fields that differ. A cell that is the present text, or means the same, is the same. */
function findChanges(
  rows: readonly AskedRow[],
  found: Map<number, Found>,
  present: Map<string, Texts>,
  { fields, cellOf }: { fields: Map<string, Field>; cellOf: (row: number, code: string) => string },
): Change[] {
  return rows.flatMap(({ row, texts }): Change[] => {
    const about = found.get(row)
    if (!about) return []
    if (about.isNew) {
      const after = Object.fromEntries(
        Object.entries(texts).filter(([code, text]) => text !== '' && !about.idFields?.includes(code)),
      )
      return [{ row, subject: about.subject, before: null, after }]
    }
    const current = present.get(about.subject) ?? {}
    const differing = Object.entries(texts).filter(([code, text]) => {
      const old = current[code] ?? ''
      const field = fields.get(code)
      const meaningOf = (one: string) => field?.meaningOf?.(one) ?? one
      const isSame =
        text === old ||
        meaningOf(text) === meaningOf(readAgain(field, old)) ||
        (!field?.isProse && cellOf(row, code) === old)
      return !about.keyFields.includes(code) && !isSame
    })
    if (differing.length === 0) return []
    return [
      {
        row,
        subject: about.subject,
        before: Object.fromEntries(differing.map(([code]) => [code, current[code] ?? ''])),
        after: Object.fromEntries(differing),
      },
    ]
  })
}

/** Reads a stored text, which has a point in numbers. */
function readAgain(field: Field | undefined, text: string): string {
  try {
    return field && text !== '' ? field.read(text, 'point') : text
  } catch {
    return text
  }
}

async function writeOutcomes(
  tx: Transaction,
  importId: string,
  rows: readonly {
    row: number
    outcome: ImportOutcome
    key: string | undefined
    errors: readonly RowError[]
    warnings: readonly RowWarning[]
  }[],
): Promise<void> {
  const orNull = (some: readonly (RowError | RowWarning)[]) =>
    some.length > 0 ? some.map(({ row: _, ...one }) => one) : null
  const given = rows.map(({ errors, warnings, ...row }) => ({
    ...row,
    errors: orNull(errors),
    warnings: orNull(warnings),
  }))
  await tx.execute(sql`
    UPDATE import_rows SET outcome = given.outcome, key = given.key, errors = given.errors, warnings = given.warnings
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (row integer, outcome text, key text, errors jsonb, warnings jsonb)
    WHERE import_id = ${importId} AND row_no = row`)
}

async function writeChanges(
  tx: Transaction,
  importId: string,
  staged: readonly StagedRow[],
  changes: readonly Change[],
  found: Map<number, Found>,
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM import_changes WHERE import_id = ${importId} AND row_no BETWEEN ${staged[0]?.row ?? 0} AND ${staged.at(-1)?.row ?? 0}`)
  if (changes.length === 0) return
  const given = changes.map((change) => ({ ...change, grp: found.get(change.row)?.group ?? '' }))
  await tx.execute(sql`
    INSERT INTO import_changes (import_id, row_no, subject, grp, before, after)
    SELECT ${importId}, row, subject, grp, nullif(before, 'null'), after
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (row integer, subject text, grp text, before jsonb, after jsonb)`)
}

/** Counts the changed rows by field; what is only shown with a change is none. */
export async function countChangedFields(tx: Transaction, importId: string): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ field: string; count: number }>(sql`
    SELECT field, count(*)::integer AS count FROM import_changes, jsonb_each_text(after) AS changed (field, text)
    WHERE import_id = ${importId} AND before IS NOT NULL AND coalesce(before ->> field, '') <> text
    GROUP BY field ORDER BY count DESC, field`)
  return Object.fromEntries(rows.map(({ field, count }) => [field, count]))
}

/** Returns the warnings of a file with those of its rows, each with their number. */
export async function collectWarnings(
  tx: Transaction,
  { id, warnings }: Pick<ImportRecord, 'id' | 'warnings'>,
): Promise<StoredWarning[]> {
  const { rows } = await tx.execute<{ code: StoredWarning['code']; rows: number }>(sql`
    SELECT given.warning AS code, count(DISTINCT row_no)::integer AS rows
    FROM import_rows, jsonb_to_recordset(import_rows.warnings) AS given (warning text) WHERE import_id = ${id} GROUP BY 1 ORDER BY 1`)
  const ofFile = warnings.filter(({ facts }) => facts['rows'] === undefined)
  return [...ofFile, ...rows.map(({ code, rows: count }) => ({ code, facts: { rows: count } }))]
}

/** Counts what the dry run says of the rows. */
export async function countOutcomes(tx: Transaction, importId: string): Promise<ImportCounts> {
  const { rows } = await tx.execute<{ outcome: ImportOutcome; count: number }>(sql`
    SELECT outcome, count(*)::integer AS count FROM import_rows WHERE import_id = ${importId} AND outcome IS NOT NULL GROUP BY 1`)
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}
