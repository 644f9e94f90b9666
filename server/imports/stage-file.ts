import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { currentCurrency } from '#contract/currency.ts'
import { type ImportKindName, importKinds, importPermissions, readableStates } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { createDayScan, decideDayOrders } from '#contract/day-order.ts'
import { createNumberScan, decideDecimals } from '#contract/detect-decimals.ts'
import type { AskedReading, Reading } from '#contract/table-reading.ts'
import { type ImportActor, lockImport } from '#server/imports/change-import.ts'
import { findHeader, type FoundHeader } from '#server/imports/files/find-header.ts'
import { openTable, type OpenTable } from '#server/imports/files/open-table.ts'
import type { TableRow } from '#server/imports/files/table-limits.ts'
import type { Sheets } from '#server/imports/files/workbook-parts.ts'
import { spoolRows } from '#server/imports/files/spool-rows.ts'
import { guessKind } from '#server/imports/guess-kind.ts'
import {
  createNameCounter,
  guessMapping,
  listOtherCurrencies,
  withFieldsByValue,
  withoutExcluded,
  withoutForeignIds,
  withoutListFlags,
} from '#server/imports/guess-mapping.ts'
import { type ImportRecord, imports, type StoredWarning } from '#server/imports/imports.tables.ts'
import { type Field, hasDecimals } from '#server/catalog/fields/field.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { joinPictures } from '#server/imports/pictures/join-pictures.ts'
import { isFileName, readUploaded } from '#server/imports/pictures/uploaded-pictures.ts'
import {
  columnsOf,
  decimalsOfProgram,
  findProgram,
  kindOfProgram,
  leftOutReason,
} from '#server/imports/programs/programs.ts'
import { readExport } from '#server/imports/programs/read-export.ts'
import { findCurrencyColumn } from '#server/imports/currency-columns.ts'
import { createValueScan, proposeAttribute } from '#server/imports/propose-attributes.ts'
import { linesText, maxLinesNamed } from '#server/imports/lines-text.ts'
import { findUnitColumn } from '#server/imports/unit-columns.ts'
import type { UploadedFiles } from '#server/imports/uploaded-files.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { assertPermission } from '#server/platform/http/register-endpoint.ts'
import { readPriceTax } from '#server/tax/read-price-tax.ts'
import { newId } from '#server/platform/ids.ts'

export interface StagedFile {
  /** Of the import that it becomes. */
  id?: string | undefined
  /** The paths of the pictures and documents that came with it. */
  attached?: readonly string[] | undefined
  /** What is in it; its columns say it where it is left out. */
  kind?: ImportKindName | undefined
  /** Throws if the person may not import what is in the file. */
  assertMayImport?: (kind: ImportKindName) => void
  path: string
  /** The path of a new file for its rows. */
  spool: string
  fileName: string
  sha256: string
  language: Language
  /** Says how it is read; what is left out is found out. */
  asked?: AskedReading
  /** The source that it comes from. */
  sourceId?: string
  /** Takes the number of rows that are read. */
  onRow?: (rows: number) => void
}

/**
 * Stages the rows of a file and guesses what its columns are for. The whole file is read before the transaction, into `spool`, which the
 * caller removes. Throws the problems of tables, such as `table-format`, `import-kind-unclear`, and the reason of `signal`.
 */
export async function stageFile(
  db: Database,
  file: StagedFile,
  by: { id: string } | undefined,
  signal?: AbortSignal,
): Promise<ImportRecord> {
  const read = await readTable(db, file, signal)
  const { fileName, sha256, language, sourceId = null, attached = [] } = file
  return db.transaction(async (tx) => {
    signal?.throwIfAborted()
    const id = file.id ?? newId()
    await tx.insert(imports).values({
      id,
      kind: read.kind,
      fileName,
      sha256,
      headers: [],
      rowCount: 0,
      mapping: [],
      language,
      state: 'uploaded',
      createdBy: by?.id ?? null,
      sourceId,
    })
    await tx.execute(sql`
      INSERT INTO import_pictures (import_id, source, queued)
      SELECT ${id}, 'zip:' || name, false FROM unnest(${sql.param(attached)}::text[]) name ON CONFLICT DO NOTHING`)
    return storeTable(tx, id, { ...read, language })
  })
}

/**
 * Reads the file of an import again that is not applied, in another way. Throws `import-state`, `import-file-gone`, the problems of tables
 * and the reason of `signal`.
 */
export async function readAgain(
  { db, tables }: { db: Database; tables: UploadedFiles },
  id: string,
  { asked: { kind: askedKind, ...asked }, spool }: { asked: AskedReading & { kind?: ImportKindName }; spool: string },
  actor: ImportActor,
  signal?: AbortSignal,
): Promise<ImportRecord> {
  const { kind: present, reading } = await lockImport(db, id, actor, readableStates)
  const kind = askedKind ?? present
  assertPermission(actor, importPermissions[kind])
  if (!reading || !(await tables.has(id))) throw problem('import-file-gone')
  const attached = await readUploaded(db, id)
  const read = await readTable(db, { kind, path: tables.pathOf(id), spool, asked, attached }, signal)
  return db.transaction(async (tx) => {
    signal?.throwIfAborted()
    const locked = await lockImport(tx, id, actor, readableStates)
    if (!locked.reading) throw problem('import-file-gone')
    for (const table of [sql`import_rows`, sql`import_changes`])
      await tx.execute(sql`DELETE FROM ${table} WHERE import_id = ${id}`)
    await tx.execute(sql`DELETE FROM import_pictures WHERE import_id = ${id} AND source NOT LIKE 'zip:%'`)
    return storeTable(tx, id, { ...read, language: locked.language })
  })
}

type ReadTable = Awaited<ReturnType<typeof readTable>> & { language: Language }

/** Stores the rows of a file for its import, and what its columns are guessed to be for. */
async function storeTable(
  tx: Transaction,
  id: string,
  {
    kind: name,
    program,
    hasGrossPrices,
    format,
    reading,
    headers: ownHeaders,
    numbers,
    days,
    values,
    warnings,
    spooled,
    language,
  }: ReadTable,
): Promise<ImportRecord> {
  const kind = kindOf(name)
  const fields = await kind.fields(tx, { headers: ownHeaders })
  const ofProgram = program && {
    fields: columnsOf(program, ownHeaders, hasGrossPrices),
    isKnown: (header: string) => leftOutReason(program, header) !== undefined,
  }
  const guessed = await guessMapping(tx, kind, ownHeaders, fields, ofProgram)
  for await (const batch of spooled.batches())
    await tx.execute(sql`
      INSERT INTO import_rows (import_id, row_no, line, cells)
      SELECT ${id}, row, line, cells FROM jsonb_to_recordset(${batch}::jsonb) AS given (row integer, line integer, cells jsonb)`)
  const attached = name === 'products' ? await readUploaded(tx, id) : []
  const joined = await joinPictures(tx, { id, headers: ownHeaders, mapping: guessed.columns, attached, language })
  const { headers, columns, rowCount } = {
    headers: [...ownHeaders, ...joined.headers],
    columns: [...guessed.columns, ...joined.columns],
    rowCount: spooled.rowCount + joined.rows,
  }
  const { columns: _, remembered, ...adds } = guessed
  const isOpen = (index: number) => !guessed.remembered.fields[index] && !ofProgram?.isKnown(headers[index] ?? '')
  const valued = await withFieldsByValue(tx, id, { headers, columns, isOpen }, fields)
  const own = await withoutListFlags(tx, id, await withoutForeignIds(tx, id, valued))
  const kept = await withoutExcluded(tx, { id, ...kind }, own)
  // A change of the main language does not see this import before it is whole; the codes of texts are others then.
  await tx.execute(sql`LOCK TABLE products IN ROW SHARE MODE`)
  const { rows } = await tx.execute<{ main: string }>(sql`SELECT main_language() AS main`)
  const mapping = rows[0]?.main === mainLanguage() ? kept : kept.map(() => null)
  const answers = {
    ...remembered,
    fields: remembered.fields.map((said, index) => said && kept[index] === columns[index]),
  }
  const ofFile = program && decimalsOfProgram(numbers)
  const decided = decideDecimals(
    headers.map((_, index) => {
      const field = fields.find(({ code }) => code === kept[index])
      return {
        numbers: numbers[index],
        isNumber: field !== undefined && hasDecimals(field),
        isMeasure: field?.measure !== undefined,
        remembered: remembered.decimals[index] ?? ofFile,
      }
    }),
  )
  const decimals = decided.map(({ sign }) => sign ?? null)
  const ordered = decideDayOrders(
    headers.map((_, index) => ({
      days: days[index],
      isDay: fields.some(({ code, isDay }) => isDay === true && code === kept[index]),
      remembered: remembered.dayOrders[index] ?? program?.days,
    })),
  )
  const units = [
    findCurrencyColumn(headers, mapping),
    ...fields.map((field) => findUnitColumn(headers, mapping, field)),
  ]
  const ofUnits = fields.flatMap((field): StoredWarning[] => {
    const index = mapping.includes(field.code) ? findUnitColumn(headers, mapping, field) : undefined
    return index === undefined
      ? []
      : [
          {
            code: 'units-by-row',
            facts: { column: headers[index] ?? '', field: headers[mapping.indexOf(field.code)] ?? '' },
          },
        ]
  })
  const otherCurrencies = listOtherCurrencies(headers, fields).filter(
    (header) => !mapping[headers.indexOf(header)] && !ofProgram?.isKnown(header),
  )
  const ofCurrencies: StoredWarning[] =
    otherCurrencies.length === 0
      ? []
      : [{ code: 'other-currencies', facts: { columns: otherCurrencies.join(', '), currency: currentCurrency().code } }]
  const [staged] = await tx
    .update(imports)
    .set({
      kind: name,
      program: program?.name ?? null,
      format,
      reading,
      headers,
      rowCount,
      total: rowCount,
      mapping,
      numbers: headers.map((_, index) => numbers[index] ?? null),
      decimals,
      days: headers.map((_, index) => days[index] ?? null),
      dayOrders: ordered.map(({ order }) => order ?? null),
      units: remembered.units.map((unit, index) => unit ?? program?.units?.[columns[index] ?? ''] ?? null),
      valueMaps: kept.map((code, index) => (code === columns[index] ? (remembered.valueMaps[index] ?? null) : null)),
      proposals: headers.map((header, index) => {
        const isOther = name !== 'products' || otherCurrencies.includes(header) || units.includes(index)
        return (!isOther && proposeAttribute(header, values[index])) || null
      }),
      newAttributes: [],
      answers,
      remembered: answers,
      warnings: [...warnings, ...ofUnits, ...ofCurrencies],
      ...adds,
      state: 'uploaded',
      counts: {},
      changedFields: {},
      advancedAt: sql`clock_timestamp()`,
    })
    .where(sql`id = ${id}`)
    .returning()
  if (!staged) throw new Error('The import is gone.')
  return staged
}

/** A header is known by two names at least, and a workbook is searched for one in so many sheets. */
const minKnown = 2
const maxSheetsTried = 8

const maxLineText = 120

/** The headers of Shopify's file of translations, which has a row for each text and no part numbers. */
const translationHeaders = ['Type', 'Identification', 'Locale', 'Default content', 'Translated content']

/** Reads a file into its spool; what is not asked for is found out. */
async function readTable(
  db: Database,
  {
    kind: askedKind,
    assertMayImport,
    path,
    spool,
    asked = {},
    onRow,
    attached = [],
  }: Omit<StagedFile, 'fileName' | 'sha256' | 'language' | 'sourceId'>,
  signal: AbortSignal | undefined,
) {
  const known = new Map<ImportKindName, readonly Field[]>()
  for (const name of askedKind === undefined ? importKinds : [askedKind]) known.set(name, await kindOf(name).fields(db))
  const hasGrossPrices = (await readPriceTax(db)) === 'included'
  const counters = [...known.values()].map(createNameCounter)
  const countNames = (cells: readonly string[]) => Math.max(...counters.map((count) => count(cells)))
  const open = async (sheet = asked.sheet) => {
    let sheets: Sheets | undefined
    const { rows, ...found } = await openTable(path, { ...asked, sheet, signal, onSheets: (all) => (sheets = all) })
    const head = await findHeader(rows, countNames, asked.headerLine).catch((error: unknown) => {
      // An empty sheet is none; another one may have rows.
      if (error instanceof Problem && error.code === 'table-empty') return noHeader
      throw error
    })
    return { ...found, ...head, sheets }
  }
  const { format, header, titles, first, rest, sheets, ...read } = await openBest(open, asked)
  if (!header) throw problem('table-empty')
  const given = header.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed())
  if (translationHeaders.every((name) => given.includes(name))) throw problem('table-translations')
  const program = findProgram(given, askedKind)
  if (askedKind === undefined && !program)
    for (const name of importKinds) known.set(name, await kindOf(name).fields(db, { headers: given }))
  const kind = program ? kindOfProgram(program) : (askedKind ?? guessKind(given, known))
  assertMayImport?.(kind)
  const short = createShortRows()
  const table = program
    ? readExport(program, given, short.read(rest), { hasGrossPrices, hasPictures: attached.some(isFileName) })
    : { headers: given, rows: short.read(rest), warnings: (): StoredWarning[] => [] }
  const numbers = createNumberScan()
  const days = createDayScan()
  const values = createValueScan()
  const unreadable = { rows: 0, line: 0 }
  let sample = first.flatMap(({ cells }) => cells).find(isTelling)
  const spooled = await spoolRows(table.rows, spool, (row, count) => {
    numbers.add(row)
    days.add(row)
    values.add(row)
    onRow?.(count)
    if (format !== 'csv') return
    sample ??= row.cells.find(isTelling)
    if (!row.cells.some((cell) => cell.includes('\ufffd'))) return
    unreadable.rows += 1
    unreadable.line ||= row.line
  })
  if (spooled.rowCount === 0) throw problem('table-empty')
  const reading: Reading = {
    ...(read.encoding && { encoding: read.encoding, delimiter: read.delimiter }),
    ...(format === 'csv' && sample !== undefined && { sample: sampleOf(sample) }),
    ...sheets,
    headerLine: header.line,
    lines: first.map(({ line, cells }) => ({ line, text: textOf(cells) })),
  }
  const warnings: StoredWarning[] = [
    ...(unreadable.rows > 0 ? [{ code: 'letters-unreadable' as const, facts: unreadable }] : []),
    ...(titles > 0 ? [{ code: 'title-lines' as const, facts: { count: titles, line: header.line } }] : []),
    ...short.warnings(),
    ...table.warnings(),
  ]
  const { headers } = table
  return {
    kind,
    program,
    hasGrossPrices,
    format,
    reading,
    headers,
    numbers: numbers.columns,
    days: days.columns,
    values: values.columns,
    warnings,
    spooled,
  }
}

/** Notes the rows that have fewer cells than the header, which are cut off unless many are: programs may leave out empty cells at the end. */
function createShortRows() {
  let count = 0
  let all = 0
  const lines: number[] = []
  return {
    async *read(rows: AsyncIterable<TableRow>): AsyncIterable<TableRow> {
      for await (const row of rows) {
        all += 1
        if (row.isShort) {
          count += 1
          if (lines.length <= maxLinesNamed) lines.push(row.line)
        }
        yield row
      }
    },
    warnings: (): StoredWarning[] =>
      count > 0 && count * 10 <= all ? [{ code: 'rows-cut-short', facts: { count, lines: linesText(lines) } }] : [],
  }
}

const noHeader: FoundHeader = {
  header: undefined,
  titles: 0,
  known: -1,
  first: [],
  rest: Readable.from([]),
  close: async () => undefined,
}

type OpenSheet = FoundHeader & Pick<OpenTable, 'format' | 'encoding' | 'delimiter'> & { sheets: Sheets | undefined }

/**
 * Opens the sheet that is asked for; else the first visible one whose header is known, since those before it may say who sends the file;
 * else the first one with rows.
 */
async function openBest(
  open: (sheet?: string) => Promise<OpenSheet>,
  { sheet: asked }: AskedReading,
): Promise<OpenSheet> {
  const first = await open()
  const [, ...others] = first.sheets?.sheets ?? []
  if (asked !== undefined || first.known >= minKnown || others.length === 0) return first
  await first.close()
  let best: { sheet: string | undefined; known: number } = { sheet: undefined, known: first.known }
  for (const sheet of others.slice(0, maxSheetsTried)) {
    if (best.known >= minKnown) break
    const { known, close } = await open(sheet)
    await close()
    if (known > best.known) best = { sheet, known }
  }
  return open(best.sheet)
}

const telling = /(?!\p{ASCII})[\p{L}\p{C}\ufffd]/u
const isTelling = (cell: string) => telling.test(cell)

/** Returns a cell, or what stands around the letters that show its encoding. */
function sampleOf(cell: string): string {
  const start = Math.max(0, cell.search(telling) - 20)
  return cell
    .slice(start, start + 60)
    .toWellFormed()
    .trim()
}

const textOf = (cells: readonly string[]) => {
  const text = cells.filter((cell) => cell.trim() !== '').join(' · ')
  return (text.length > maxLineText ? `${text.slice(0, maxLineText)} …` : text).toWellFormed()
}
