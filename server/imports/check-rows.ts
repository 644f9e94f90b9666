import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { ImportCounts, ImportOutcome } from '#contract/imports.ts'
import type { DayOrder } from '#contract/day-order.ts'
import { readWholeText } from '#contract/read-number.ts'
import { type NumberStyle, splitUnit } from '#contract/units.ts'
import { htmlToLine, htmlToText } from '#server/catalog/html-to-text.ts'
import { askedFieldsOf, type ImportRecord, type StoredWarning } from '#server/imports/imports.tables.ts'
import type { StagedCells } from '#server/imports/files/spool-rows.ts'
import { isLeftOut, readRounded } from '#server/imports/fix-errors.ts'
import {
  CellError,
  type Field,
  fromCell,
  hasDecimals,
  type Texts,
  withoutApostrophe,
} from '#server/catalog/fields/field.ts'
import { distantPrices } from '#server/imports/kinds/distant-prices.ts'
import type { NamedProduct } from '#server/imports/kinds/find-product.ts'
import { countFieldOf, repeatedCounts } from '#server/imports/kinds/repeated-counts.ts'
import type { AskedRow, Change, Found, ImportKind, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import { findCurrencyColumn, withCurrency } from '#server/imports/currency-columns.ts'
import { linesText, maxLinesNamed } from '#server/imports/lines-text.ts'
import { withNewAttributes } from '#server/imports/new-attributes.ts'
import { type Translate, translation } from '#server/imports/value-maps.ts'
import { findUnitColumn } from '#server/imports/unit-columns.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes how the cells of a column are read. */
interface ReadColumn {
  index: number
  /** The further columns of a text that several have parts of. */
  more: readonly number[]
  field: Field
  style: NumberStyle
  order: DayOrder | undefined
  translate: Translate | undefined
  /** The unit of bare numbers. */
  unit: string | undefined
  /** The column that has the unit of each row, which comes first. */
  unitIndex: number | undefined
  /** The column that has the currency of each row. */
  currencyIndex: number | undefined
}

interface StagedRow {
  row: number
  line: number
  cells: StagedCells
  [column: string]: unknown
}

/** Limits the rows that one step of a dry run takes, and their characters beyond the first row. */
const rowsPerStep = 500
const charactersPerStep = 500_000

/** Limits the characters that are read at once: other requests of the process wait for them, some 10 ms. */
const charactersAtOnce = 50_000

/** Describes how far a step has come; without `cursor` it has finished. */
export interface Progress {
  cursor?: { row: number; group: string }
  done: number
}

/** Compares the next rows of an import with the shop. Changes nothing else; a repeated step gives the same. */
export async function checkRows(tx: Transaction, kind: ImportKind, record: ImportRecord): Promise<Progress> {
  const { rows: staged } = await tx.execute<StagedRow>(sql`
    SELECT row, line, cells FROM (
      SELECT row_no AS row, line, cells, sum(length(cells::text)) OVER (ORDER BY row_no) - length(cells::text) AS before
      FROM import_rows WHERE import_id = ${record.id} AND row_no > ${record.cursor}
      ORDER BY row_no LIMIT ${kind.checksTogether ? null : rowsPerStep}) next
    WHERE ${kind.checksTogether ?? false} OR before < ${charactersPerStep} ORDER BY row`)
  if (staged.length === 0) return { done: 0 }
  const groupedBy = kind.groupedBy?.(record.mapping) ?? []
  if (groupedBy.length > 0) staged.push(...(await readRestOfGroup(tx, groupedBy, record, staged)))
  const errors: RowError[] = []
  const warnings: RowWarning[] = []
  const fields = withNewAttributes(await kind.fields(tx, askedFieldsOf(record)), record.newAttributes)
  const implied = kind.implied?.((code) => record.headers[record.mapping.indexOf(code)])
  const columns = listColumns(record, fields)
  const readRows = async (rows: readonly StagedRow[], found: { errors: RowError[]; warnings: RowWarning[] }) => {
    const asked: AskedRow[] = []
    let characters = 0
    for (const { row, cells } of rows) {
      characters += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0)
      if (characters > charactersAtOnce) {
        await nextTurn()
        characters = 0
      }
      asked.push({ row, texts: { ...implied, ...readCells({ row, cells }, columns, record, found) } })
    }
    return asked
  }
  const read = await readRows(staged, { errors, warnings })
  const resolved = kind.resolve ? await kind.resolve(tx, read, errors, record, warnings) : [...read]
  leaveOut(resolved, record, { errors, warnings })
  const found = await kind.find(tx, resolved, errors, record, warnings, async (products) =>
    readRows(await readOthers(tx, record, staged, products), { errors: [], warnings: [] }),
  )
  if (record.format === 'zip' || record.format === 'edit') refuseNew(found, resolved, errors)
  refuseIncomplete(kind, found, resolved, errors, record)
  await refuseRepeated(tx, record, staged, { read, found, columns }, errors)
  const existing = [...found.values()].flatMap(({ subject, isNew }) => (isNew ? [] : [subject]))
  const present = await kind.read(tx, existing, record)
  const refused = () => new Set(errors.map(({ row }) => row))
  const byCode = new Map(fields.map((field) => [field.code, field]))
  const cellsOf = new Map(staged.map(({ row, cells }) => [row, cells]))
  const cellOf = (row: number, code: string) => String(cellsOf.get(row)?.[record.mapping.indexOf(code)] ?? '').trim()
  const textsRead = new Map(resolved.map(({ row, texts }) => [row, texts]))
  const whole = resolved.map(({ row, texts }) => {
    const about = found.get(row)
    const leftOut = warnings.flatMap((one) => (one.row === row && one.code ? [one.field] : []))
    return {
      row,
      texts: (about && kind.complete?.(texts, present.get(about.subject) ?? {}, new Set(leftOut), record)) ?? texts,
    }
  })
  warnings.push(...findOtherSpellings(resolved, found))
  if (record.sourceId !== null) leaveOutPresentFiles(warnings, (row) => present.get(found.get(row)?.subject ?? ''))
  const differing = findChanges(whole, found, present, {
    fields: byCode,
    cellOf,
    // A quantity that was raised to fit is not what its cell says, and neither is a text that is taken away.
    isOfCell: (row, code, text) =>
      text !== '' &&
      record.mapping.includes(code) &&
      (!byCode.get(code)?.number || textsRead.get(row)?.[code] === text),
  })
  const before = refused()
  const acceptable = differing.filter(({ row }) => !before.has(row))
  const changes = (await kind.revise?.(tx, acceptable, present, record, warnings)) ?? acceptable
  await kind.check(tx, changes, present, errors, warnings)
  const wrong = refused()
  const right = changes.filter(({ row }) => !wrong.has(row))
  const kept = right.map((change) => kind.explain?.(change, present.get(change.subject) ?? {}) ?? change)
  const changed = new Map(kept.map(({ row, before: old }): [number, ImportOutcome] => [row, old ? 'changed' : 'new']))
  const countField = countFieldOf(record)
  const countOf = new Map(whole.map(({ row, texts }) => [row, countField && texts[countField]]))
  // A text that was HTML is said where it changes something.
  const isShown = ({ row, field, code, warning }: RowWarning) =>
    code !== undefined ||
    warning === 'zero-is-none' ||
    kept.some((change) => change.row === row && change.after[field] !== undefined)
  await writeOutcomes(
    tx,
    record.id,
    staged.map(({ row }) => ({
      row,
      outcome: wrong.has(row) ? 'error' : (changed.get(row) ?? 'same'),
      key: found.get(row)?.key,
      units: countOf.get(row) || null,
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

/** Returns the rows outside of a step that may name these products, in the order of the file. */
async function readOthers(
  tx: Transaction,
  record: ImportRecord,
  staged: readonly StagedRow[],
  products: readonly NamedProduct[],
): Promise<StagedRow[]> {
  if (products.length === 0) return []
  const { id, number } = namingCells(record)
  const plain = (cell: SQL) => sql`translate(upper(${cell}), ' -_./', '')`
  const { rows } = await tx.execute<StagedRow>(sql`
    SELECT row_no AS row, line, cells FROM import_rows
    WHERE import_id = ${record.id} AND row_no NOT BETWEEN ${staged[0]?.row ?? 0} AND ${staged.at(-1)?.row ?? 0}
      AND (trim(${id}) = ANY (${sql.param(products.map((one) => one.id))}::text[]) OR ${plain(number)} IN (
        SELECT ${plain(sql`given`)} FROM unnest(${sql.param(products.map((one) => one.number))}::text[]) given))
    ORDER BY row_no`)
  return rows
}

/** Lists the columns that are for a field. */
function listColumns(
  { headers, mapping, decimals, dayOrders, units, valueMaps, program }: ImportRecord,
  fields: readonly Field[],
): ReadColumn[] {
  return mapping.flatMap((code, index) => {
    const field = code === null ? undefined : fields.find((one) => one.code === code)
    if (!field || mapping.indexOf(code) < index) return []
    const more = mapping.flatMap((other, at) => (at > index && other === code ? [at] : []))
    const inHeader = field.measure && splitUnit(headers[index] ?? '', field.measure.dimension).unit
    const unitIndex = findUnitColumn(headers, mapping, field)
    const unit = units[index] ?? inHeader
    const currencyIndex = field.number === 'amount' ? findCurrencyColumn(headers, mapping) : undefined
    // Rows of known programs are read as those mean them already.
    const header = program === null ? (headers[index] ?? '') : ''
    const translate = translation(field, header, valueMaps[index])
    const [style, order] = [decimals[index] ?? 'point', dayOrders[index] ?? undefined] as const
    return [{ index, more, field, style, order, translate, unit, unitIndex, currencyIndex }]
  })
}

/** Returns the texts of several cells as one; without any, the first that says to remove it. */
function joinCells(field: Field, cells: StagedCells, indexes: readonly number[]): string {
  const asked = indexes
    .map((index) => withoutApostrophe(field, String(cells[index] ?? '')))
    .filter((cell) => cell.trim() !== '')
  const texts = asked.flatMap((cell) => {
    const read = fromCell(cell)
    return 'text' in read ? [read.text.trim()] : []
  })
  return texts.length > 0 ? texts.join(field.joins ?? ' ') : (asked[0] ?? '')
}

/** Matches what the cells of a workbook that are dates are read as. */
const workbookDate = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/

/** Returns the texts that the cells of a row ask for. */
function readCells(
  { row, cells }: Pick<StagedRow, 'row' | 'cells'>,
  columns: readonly ReadColumn[],
  { clearsEmpty, format, fixes }: Pick<ImportRecord, 'clearsEmpty' | 'format' | 'fixes'>,
  { errors, warnings }: { errors: RowError[]; warnings: RowWarning[] },
): Texts {
  const texts: Record<string, string> = {}
  for (const { index, more, field, style, order, translate, unit, unitIndex, currencyIndex } of columns) {
    const cell = more.length > 0 ? joinCells(field, cells, [index, ...more]) : (cells[index] ?? '')
    const ownUnit = unitIndex === undefined ? '' : String(cells[unitIndex] ?? '').trim()
    const currency = currencyIndex === undefined ? '' : String(cells[currencyIndex] ?? '').trim()
    const withOwn = withUnit(withoutApostrophe(field, String(cell)), ownUnit === '' ? unit : ownUnit)
    const given = currency === '' ? withOwn : withCurrency(withOwn, currency)
    const asked = fromCell(translate?.(given) ?? given)
    try {
      if (format === 'xlsx' && field.isPartNumber && 'text' in asked && workbookDate.test(asked.text))
        throw new CellError('date-number', { text: asked.text })
      const isNumber = typeof cell === 'number' && hasDecimals(field)
      const toPlain = field.isProse ? htmlToText : field.isName ? htmlToLine : undefined
      const plain = 'text' in asked ? toPlain?.(asked.text) : undefined
      if (plain !== undefined && 'text' in asked && plain !== asked.text)
        warnings.push({ row, field: field.code, warning: 'html-to-text' })
      const written = 'text' in asked ? (plain ?? asked.text) : undefined
      const ownStyle = isNumber ? 'point' : style
      // What the dashboard takes away must be there.
      const isOversold = field.isFlooredAtZero && format !== 'edit' && isBelowZero(written ?? '', ownStyle)
      if (isOversold) warnings.push({ row, field: field.code, warning: 'oversold' })
      const text =
        written === undefined
          ? undefined
          : isOversold
            ? '0'
            : readRounded(field, written, { style: ownStyle, order, fixes })
      const isNone = field.isNoneAtZero && text === '0'
      if (isNone) warnings.push({ row, field: field.code, warning: 'zero-is-none' })
      // A measure of 0 is none.
      if (text !== undefined && !isNone && (text !== '' || !field.measure)) texts[field.code] = text
      else if ('clear' in asked && field.isRequired) throw new CellError('not-empty')
      else if ('clear' in asked || (clearsEmpty && !field.isRequired)) texts[field.code] = ''
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      errors.push({ row, field: field.code, code: error.code, facts: error.facts })
    }
  }
  return texts
}

/** Leaves out the cells that are to be left out rather than to be errors: their rows are applied without them. */
function leaveOut(
  rows: AskedRow[],
  { fixes }: Pick<ImportRecord, 'fixes'>,
  { errors, warnings }: { errors: RowError[]; warnings: RowWarning[] },
): void {
  if (!fixes.some(({ fix }) => fix === 'leave-out')) return
  const left = Map.groupBy(
    errors.filter((error) => isLeftOut(error, fixes)),
    ({ row }) => row,
  )
  errors.splice(0, errors.length, ...errors.filter((error) => !left.get(error.row)?.includes(error)))
  for (const [index, { row, texts }] of rows.entries()) {
    const own = left.get(row)
    if (!own) continue
    const fields = new Set(own.map(({ field }) => field))
    rows[index] = { row, texts: Object.fromEntries(Object.entries(texts).filter(([code]) => !fields.has(code))) }
    for (const { field = '', code, facts } of own) warnings.push({ row, field, warning: 'cells-left-out', code, facts })
  }
}

const isBelowZero = (cell: string, style: NumberStyle) => Number(readWholeText(cell, style)) < 0

/** Returns the numbers of a cell, one or a list, with the unit where they have none. */
const withUnit = (cell: string, unit: string | undefined): string =>
  unit === undefined
    ? cell
    : cell
        .split('|')
        .map((part) => (/^[\s\d.,'/-]+$/.test(part) && /\d/.test(part) ? `${part.trim()} ${unit}` : part))
        .join('|')

/** Returns the rows whose part number the shop has in another spelling. */
function findOtherSpellings(rows: readonly AskedRow[], found: Map<number, Found>): RowWarning[] {
  return rows.flatMap(({ row, texts: { id, partNumber } }): RowWarning[] => {
    const number = found.get(row)?.number
    if (id || !partNumber || !number || number === partNumber) return []
    return [{ row, field: 'partNumber', warning: 'other-spelling', code: 'other-spelling', facts: { number } }]
  })
}

/** Takes away that no files came with a schedule, where the product has some already: each night would say it again. */
function leaveOutPresentFiles(warnings: RowWarning[], presentOf: (row: number) => Texts | undefined): void {
  const codes: readonly (RowWarning['code'] | undefined)[] = ['picture-not-uploaded', 'document-not-uploaded']
  const isKnown = ({ row, field, code }: RowWarning) => codes.includes(code) && Boolean(presentOf(row)?.[field])
  warnings.splice(0, warnings.length, ...warnings.filter((warning) => !isKnown(warning)))
}

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
  { mapping }: Pick<ImportRecord, 'mapping'>,
): void {
  const wrong = new Set(errors.map(({ row, field }) => `${row} ${field}`))
  // Of several rows about the same new thing, one has it.
  const given = new Set(
    rows.flatMap(({ row, texts }) =>
      neededByNew.flatMap((field) => (texts[field] ? [`${found.get(row)?.subject} ${field}`] : [])),
    ),
  )
  const addsNothing = neededByNew.includes('name') && !mapping.includes('name')
  for (const { row, texts } of rows) {
    const about = found.get(row)
    if (!about?.isNew) continue
    const key = about.keyFields.find((code) => texts[code])
    // A file of prices only adds no products: their numbers are wrong, not their names missing.
    if (addsNothing && key) {
      errors.push({ row, field: key, code: 'unknown', facts: { text: texts[key] ?? '' } })
      continue
    }
    for (const field of neededByNew) {
      if (!texts[field] && !given.has(`${about.subject} ${field}`) && !wrong.has(`${row} ${field}`))
        errors.push({ row, field, code: 'required', facts: {} })
    }
  }
}

/** Matches the errors of rows that are about the same thing. */
const repetitions = ['repeated', 'other-spellings'] as const satisfies readonly RowError['code'][]

/** Describes the first row of a file that spells what it is about in one way; of a step before, with its cells as they are. */
interface Spelling {
  key: string
  spelling: string
  row: number
  line: number
  earlier: { id: string | null; number: string | null }[]
}

/**
 * Refuses rows about the same thing but one: the first of those with its part number exactly as the shop has it, or the first if all are
 * spelled alike. Otherwise nothing says which is meant, and none is taken. Rows of steps before are refused, too.
 */
async function refuseRepeated(
  tx: Transaction,
  record: ImportRecord,
  staged: readonly StagedRow[],
  { read, found, columns }: { read: readonly AskedRow[]; found: Map<number, Found>; columns: readonly ReadColumn[] },
  errors: RowError[],
): Promise<void> {
  const numbers = new Map([...found.values()].map(({ key, number }) => [key, number]))
  const spell = (key: string, { id, partNumber }: Texts) => {
    const number = numbers.get(key)
    return number === undefined ? '' : ((id ? number : partNumber) ?? '')
  }
  const textsOf = new Map(read.map(({ row, texts }) => [row, texts]))
  const spellings = await readEarlier(tx, record, staged, { spell, keys: [...numbers.keys()], columns })
  const ofStep = staged.flatMap(({ row, line }) => {
    const key = found.get(row)?.key
    return key === undefined ? [] : [{ key, spelling: spell(key, textsOf.get(row) ?? {}), row, line, earlier: [] }]
  })
  const byKey = Map.groupBy([...spellings, ...ofStep], ({ key }) => key)
  const refusedBefore: (Spelling['earlier'][number] & { key: string; winner: number; error: Omit<RowError, 'row'> })[] =
    []
  for (const [key, rows] of byKey) {
    const ways = Map.groupBy(rows, ({ spelling }) => spelling)
    const number = numbers.get(key)
    const [exact] = (number && ways.get(number)) || []
    const winner = exact ?? (ways.size === 1 ? rows[0] : undefined)
    for (const [spelling, alike] of ways) {
      const others = [...ways].flatMap(([way, [first]]) => (way === spelling || !first ? [] : [first.line]))
      const lines = linesText(others)
      const error: Omit<RowError, 'row'> = winner
        ? { code: 'repeated', facts: { line: winner.line } }
        : { code: 'other-spellings', facts: { lines } }
      for (const { row, earlier } of alike) {
        if (row !== winner?.row && earlier.length === 0) errors.push({ row, ...error })
        if (ways.size > 1) {
          for (const cells of earlier) refusedBefore.push({ ...cells, key, winner: winner?.row ?? 0, error })
        }
      }
    }
  }
  await refuseEarlier(tx, record, staged, refusedBefore)
}

/** Selects the cells by which rows name a product. */
const namingCells = ({ mapping }: ImportRecord) => {
  const cell = (code: string) => {
    const index = mapping.indexOf(code)
    return index < 0 ? sql`NULL::text` : sql`cells ->> ${index}::integer`
  }
  return { id: cell('id'), number: cell('partNumber') }
}

/** Returns how rows of the steps before spell what has these keys, in the order of the file. */
async function readEarlier(
  tx: Transaction,
  record: ImportRecord,
  staged: readonly StagedRow[],
  {
    spell,
    keys,
    columns,
  }: { spell: (key: string, texts: Texts) => string; keys: readonly string[]; columns: readonly ReadColumn[] },
): Promise<Spelling[]> {
  const { id, number } = namingCells(record)
  type Row = StagedRow & { key: string; id: string | null; number: string | null }
  const { rows } = await tx.execute<Row>(sql`
    SELECT * FROM (SELECT DISTINCT ON (key, id, number) * FROM (
      SELECT key, row_no AS row, line, cells, ${id} AS id, ${number} AS number FROM import_rows
      WHERE import_id = ${record.id} AND key = ANY (${sql.param(keys)}::text[]) AND row_no < ${staged[0]?.row ?? 0}) named
      ORDER BY key, id, number, row) spelled ORDER BY row`)
  const naming = columns.filter(({ field }) => field.code === 'id' || field.code === 'partNumber')
  return rows.map(({ key, row, line, cells, ...raw }) => {
    const texts = readCells({ row, cells }, naming, record, { errors: [], warnings: [] })
    return { key, spelling: spell(key, texts), row, line, earlier: [{ id: raw.id, number: raw.number }] }
  })
}

/** Refuses rows of the steps before, which a row of this step has shown to be spelled otherwise. */
async function refuseEarlier(
  tx: Transaction,
  record: ImportRecord,
  staged: readonly StagedRow[],
  refused: readonly object[],
): Promise<void> {
  if (refused.length === 0) return
  const { id, number } = namingCells(record)
  await tx.execute(sql`
    WITH refused AS (
      UPDATE import_rows SET outcome = 'error', errors = given.error || coalesce((SELECT jsonb_agg(one)
        FROM jsonb_array_elements(errors) one WHERE one ->> 'code' <> ALL (${sql.param(repetitions)}::text[])), '[]')
      FROM jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) AS given (key text, id text, number text, winner integer, error jsonb)
      WHERE import_id = ${record.id} AND import_rows.key = given.key AND row_no < ${staged[0]?.row ?? 0} AND row_no <> winner
        AND ${id} IS NOT DISTINCT FROM given.id AND ${number} IS NOT DISTINCT FROM given.number
      RETURNING row_no)
    DELETE FROM import_changes WHERE import_id = ${record.id} AND row_no IN (SELECT row_no FROM refused)`)
}

/** Returns the fields that differ. A cell that is the present text, or means the same, is the same. */
function findChanges(
  rows: readonly AskedRow[],
  found: Map<number, Found>,
  present: Map<string, Texts>,
  {
    fields,
    cellOf,
    isOfCell,
  }: {
    fields: Map<string, Field>
    cellOf: (row: number, code: string) => string
    /** Whether a text is only another form of its cell. */
    isOfCell: (row: number, code: string, text: string) => boolean
  },
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
        (!field?.isProse && !field?.isName && isOfCell(row, code, text) && cellOf(row, code) === old)
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
    /** What the row says that there are of a product. */
    units: string | null
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
    UPDATE import_rows SET outcome = given.outcome, key = given.key, units = given.units, errors = given.errors, warnings = given.warnings
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (row integer, outcome text, key text, units integer, errors jsonb, warnings jsonb)
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

/** Counts the changed rows by field; what is only shown with a change is none. Prices of new products are named with 0. */
export async function countChangedFields(tx: Transaction, importId: string): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ field: string; count: number }>(sql`
    SELECT field, count(*) FILTER (WHERE before IS NOT NULL)::integer AS count
    FROM import_changes, jsonb_each_text(after) AS changed (field, text)
    WHERE import_id = ${importId} AND CASE WHEN before IS NULL THEN field LIKE 'price:%' ELSE coalesce(before ->> field, '') <> text END
    GROUP BY field ORDER BY count DESC, field`)
  return Object.fromEntries(rows.map(({ field, count }) => [field, count]))
}

/** Names the warnings of rows that are measured. */
const measured = [distantPrices, repeatedCounts]

/** Returns the warnings of a file with those of its rows, each with their number; great changes are measured by themselves. */
export async function collectWarnings(
  tx: Transaction,
  { id, warnings }: Pick<ImportRecord, 'id' | 'warnings'>,
): Promise<StoredWarning[]> {
  const { rows } = await tx.execute<{ code: StoredWarning['code']; rows: number; lines: number[] }>(sql`
    SELECT given.warning AS code, count(DISTINCT row_no)::integer AS rows,
      (array_agg(DISTINCT line ORDER BY line))[:${maxLinesNamed + 1}] AS lines
    FROM import_rows, jsonb_to_recordset(import_rows.warnings) AS given (warning text) WHERE import_id = ${id} AND given.warning <> ALL (${sql.param(measured)}::text[])
    GROUP BY 1 ORDER BY 1`)
  const unnamed = await tx.execute<{ source: string }>(sql`
    SELECT source FROM import_pictures WHERE import_id = ${id} AND NOT queued ORDER BY id`)
  const ofPictures: StoredWarning[] =
    unnamed.rows.length === 0 ? [] : [{ code: 'pictures-unnamed', facts: namesOf(unnamed.rows) }]
  const ofFile = warnings.filter(
    ({ code, facts }) => code === 'letters-unreadable' || (code !== 'pictures-unnamed' && facts['rows'] === undefined),
  )
  return [
    ...ofFile,
    ...ofPictures,
    ...rows.map(({ code, rows: count, lines }) => ({ code, facts: { rows: count, lines: linesText(lines) } })),
  ]
}

/** Limits the pictures that a warning names. */
const maxPicturesNamed = 10

const namesOf = (pictures: readonly { source: string }[]) => ({
  count: pictures.length,
  names:
    pictures
      .slice(0, maxPicturesNamed)
      .map(({ source }) => source.slice('zip:'.length))
      .join(', ') + (pictures.length > maxPicturesNamed ? ' …' : ''),
})

/** Counts what the dry run says of the rows. */
export async function countOutcomes(tx: Transaction, importId: string): Promise<ImportCounts> {
  const { rows } = await tx.execute<{ outcome: ImportOutcome; count: number }>(sql`
    SELECT outcome, count(*)::integer AS count FROM import_rows WHERE import_id = ${importId} AND outcome IS NOT NULL GROUP BY 1`)
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}
