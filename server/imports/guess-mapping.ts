import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ImportFix, ImportKindName, ValueMap } from '#contract/imports.ts'
import type { DayOrder } from '#contract/day-order.ts'
import type { Language } from '#contract/language.ts'
import { ownValue } from '#contract/own-value.ts'
import { type DecimalSign, splitUnit } from '#contract/units.ts'
import { isPriceCode, priceRowFields } from '#server/catalog/fields/price-fields.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { otherCurrencyOf, splitCurrency } from '#server/imports/currency-columns.ts'
import { type Field, headersOf, isOffered, lastingCode } from '#server/catalog/fields/field.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names the column of pictures that came with a table and have part numbers as their names; it is in none of the seller's files. */
export const joinedHeaders: Readonly<Record<Language, string>> = { en: 'Pictures by name', de: 'Bilder nach Namen' }

/** The first column of a file of rows that were not applied, which has the columns of its file behind it. */
const reasons = ['reason', 'grund']

/** Identifies files with the same headers, in any order; one of its wrong rows is the same file. */
function headersHash(headers: readonly string[]): string {
  const joined = Object.values(joinedHeaders)
  const names = headers.filter((header) => !joined.includes(header)).map(normalizeHeader)
  const own = reasons.includes(names[0] ?? '') ? names.slice(1) : names
  return createHash('sha256').update(JSON.stringify(own.toSorted())).digest('hex')
}

/** Describes what people have said of the columns of a file, by column: what is only guessed, or proved by values, is no answer. */
export interface ColumnAnswers {
  /** Whether its field is chosen, or that it has none. */
  fields: boolean[]
  /** The sign before decimals, what stands first in days, and the unit of bare numbers. */
  decimals: (DecimalSign | null)[]
  dayOrders: (DayOrder | null)[]
  units: (string | null)[]
  /** What its values stand for. */
  valueMaps: (ValueMap | null)[]
  /** Whether it had no field when a file with the same headers was applied. */
  leftOut?: boolean[]
}

/** Returns what was chosen for a file with the same headers when it was applied, by header. */
async function readChosen(tx: Transaction, kind: ImportKindName, headers: readonly string[]) {
  const { rows } = await tx.execute<{
    mapping: Record<string, string>
    chosen: string[] | null
    decimals: Record<string, DecimalSign>
    dayOrders: Record<string, DayOrder>
    units: Record<string, string>
    valueMaps: Record<string, ValueMap>
    addsBrands: boolean
    addsCategories: boolean
    fixes: ImportFix[]
  }>(sql`
    SELECT mapping, fixes, chosen, CASE WHEN chosen IS NULL THEN '{}' ELSE decimals END AS decimals,
      day_orders AS "dayOrders", units,
      value_maps AS "valueMaps", adds_brands AS "addsBrands",
      adds_categories AS "addsCategories" FROM import_mappings
    WHERE kind = ${kind} AND headers = ${headersHash(headers)}`)
  return rows[0]
}

/** Whether the shop has no brands, and no products in the categories that it began with. */
async function readLacks(tx: Transaction): Promise<{ brands: boolean; categories: boolean }> {
  const { rows } = await tx.execute<{ brands: boolean; categories: boolean }>(sql`
    SELECT NOT EXISTS (SELECT FROM brands) AS brands, 
      NOT EXISTS (SELECT FROM products WHERE category_id IS NOT NULL) AS categories`)
  return rows[0] ?? { brands: false, categories: false }
}

/** Returns a header without the unit of a measure or the currency of an amount. */
function nameOf(header: string, { measure, number }: Field): string {
  if (measure) return splitUnit(header, measure.dimension).name
  return number === 'amount' ? splitCurrency(header).name : header
}

/** Returns the columns of amounts in another currency than that of the store, which are read as none. */
export const listOtherCurrencies = (headers: readonly string[], fields: readonly Field[]): string[] => {
  const amounts = fields.filter(({ number }) => number === 'amount')
  const names = new Set(amounts.flatMap((field) => headersOf(field).flat().map(normalizeHeader)))
  return headers.filter((header) => otherCurrencyOf(header) && names.has(normalizeHeader(splitCurrency(header).name)))
}

/** Describes the columns of an export of a known program: those for fields, and whether it names a header at all. */
export interface KnownColumns {
  fields: ReadonlyMap<string, number>
  isKnown: (header: string) => boolean
}

/**
 * Returns what people have chosen for the same headers before, else what the program of an export means by them, else the field of each
 * column by its header.
 */
export async function guessMapping(
  tx: Transaction,
  { name: kind, exclusive = [] }: Pick<ImportKind, 'name' | 'exclusive'>,
  headers: readonly string[],
  known: readonly Field[],
  ofProgram?: KnownColumns,
): Promise<{
  columns: (string | null)[]
  remembered: ColumnAnswers
  addsBrands: boolean
  addsCategories: boolean
  fixes: ImportFix[]
}> {
  const fields = known.filter((field) => !field.isReadOnly && isOffered(field))
  const before = await readChosen(tx, kind, headers)
  // An export has the brands and categories of its products, and a shop without any takes those of its first file.
  const all = { brands: true, categories: true }
  const adds = before || kind !== 'products' ? undefined : ofProgram ? all : await readLacks(tx)
  const { mapping = {}, addsBrands = adds?.brands === true, addsCategories = adds?.categories === true } = before ?? {}
  const { fixes = [] } = before ?? {}
  const isChosen = (header: string) => before !== undefined && (before.chosen?.includes(header) ?? true)
  const columns: (string | null)[] = headers.map(() => null)
  const choose = (index: number, field: Field | undefined, joins = false) => {
    const isFree = field && (!columns.includes(field.code) || (joins && field.joins))
    if (isFree && columns[index] === null) columns[index] = field.code
  }
  const codeOf = (header: string) => (isChosen(header) ? ownValue(mapping, header) : undefined)
  const fieldOf = (code: string | undefined) =>
    fields.find((field) => code !== undefined && (field.code === code || lastingCode(field) === code))
  headers.forEach((header, index) => choose(index, fieldOf(codeOf(normalizeHeader(header))), true))
  const named = fields.map((field) => ({
    field,
    ranks: headersOf(field).map((names) => namesField(field, names)),
  }))
  // Columns that were chosen to be left out stay out, unless each file decides by what is in them; those of a field that is gone are
  // guessed again.
  const varying = named.filter(({ field }) => exclusive.includes(field.code)).flatMap(({ ranks }) => ranks)
  const isGuessed = (header: string) =>
    !isChosen(header) ||
    codeOf(header) !== undefined ||
    varying.some((isNamed) => isNamed({ written: header, name: header }))
  for (const [code, index] of ofProgram?.fields ?? [])
    if (isGuessed(normalizeHeader(headers[index] ?? ''))) choose(index, fieldOf(code))
  for (const rank of [0, 1, 2]) {
    headers.forEach((written, index) => {
      const header = normalizeHeader(written)
      if (header === '' || !isGuessed(header) || ofProgram?.isKnown(written)) return
      const isForeign = otherCurrencyOf(written) !== undefined
      const isFree = (field: Field) => !columns.includes(field.code) || isOfSeveral(field)
      const fitting = named.find(
        ({ field, ranks }) =>
          ranks[rank]?.({ written, name: header }) && isFree(field) && !(isForeign && field.number === 'amount'),
      )
      choose(index, fitting?.field, fitting && isOfSeveral(fitting.field))
    })
  }
  const names = headers.map(normalizeHeader)
  names.forEach((header, index) => {
    const first = names.findIndex((name) => continues(header, name))
    const { levels } = fieldOf(columns[first] ?? undefined) ?? {}
    // A second category is none below the first, unless both say that they are levels.
    const goesOn = first >= 0 && (!levels || levels.includes(names[first] ?? ''))
    if (goesOn && isGuessed(header) && !ofProgram?.isKnown(headers[index] ?? ''))
      choose(index, fieldOf(columns[first] ?? undefined), true)
  })
  const isAsChosen = (header: string, column: string | null | undefined) =>
    codeOf(header) === undefined ? !column : fieldOf(codeOf(header))?.code === column
  const remembered = {
    fields: names.map((header, index) => isChosen(header) && isAsChosen(header, columns[index])),
    decimals: names.map((header) => ownValue(before?.decimals ?? {}, header) ?? null),
    dayOrders: names.map((header) => ownValue(before?.dayOrders ?? {}, header) ?? null),
    units: names.map((header) => ownValue(before?.units ?? {}, header) ?? null),
    leftOut: names.map((header) => before !== undefined && ownValue(mapping, header) === undefined),
    // Words of one field mean nothing to another one.
    valueMaps: names.map((header, index) => {
      const isSame = columns[index] !== null && fieldOf(ownValue(mapping, header))?.code === columns[index]
      return (isSame && ownValue(before?.valueMaps ?? {}, header)) || null
    }),
  }
  return { columns, remembered, addsBrands, addsCategories, fixes }
}

/** Whether columns with different names are parts of a list: `OE 1`, `OE 2`, `OEM number`. */
const isOfSeveral = ({ joins }: Field) => joins === ' | '
const withoutNumber = (header: string) => header.replace(/ ?\d{1,2}$/, '')

/** Whether a header goes on with the text of another one: `Bezeichnung 2` with `Bezeichnung 1`, `Description 2` with `Description`. */
function continues(header: string, first: string): boolean {
  const [, name, number] = /^(.*\p{L}) ?([2-9]|1\d)$/u.exec(header) ?? []
  return name !== undefined && number !== undefined && [name, `${name} 1`, `${name}1`].includes(first)
}

/** Limits headers that may name a field: longer cells are data, which takes long to compare. */
const maxHeaderLength = 300

/** Holds a header as it is written and as it is compared. */
interface Header {
  written: string
  name: string
}

/** Reads cells that may be headers; reading each once keeps a file of 200 columns from holding up the shop. */
const readHeaders = (cells: readonly string[]): Header[] =>
  cells
    .filter((cell) => cell.length <= maxHeaderLength)
    .map((written) => ({ written, name: normalizeHeader(written) }))
    .filter(({ name }) => name !== '')

/** Returns what tells whether a header names a field, by some of its names or by all of them. */
function namesField(field: Field, some: readonly string[] = headersOf(field).flat()): (header: Header) => boolean {
  const names = new Set(some.map(normalizeHeader))
  return ({ written, name }) => {
    if (names.has(name) || (isOfSeveral(field) && names.has(withoutNumber(name)))) return true
    const bare = nameOf(written, field)
    return bare !== written && names.has(normalizeHeader(bare))
  }
}

/** Returns the price of a list that a header names. */
export function findListPrice(header: string, fields: readonly Field[]): Field | undefined {
  const [read] = readHeaders([header])
  return read && fields.find((field) => isPriceCode(field.code) && namesField(field)(read))
}

/** Returns what counts the cells that are names of different fields, as `guessMapping` reads them. */
export function createNameCounter(fields: readonly Field[]): (cells: readonly string[]) => number {
  const all = fields.map((field) => namesField(field))
  return (cells) => {
    const headers = readHeaders(cells)
    return all.filter((isName) => headers.some(isName)).length
  }
}

/** Returns the number of headers that name a field. */
export function countNamedHeaders(headers: readonly string[], fields: readonly Field[]): number {
  const all = fields.map((field) => namesField(field))
  return readHeaders(headers).filter((header) => all.some((isName) => isName(header))).length
}

/** Leaves out a column of ids of another shop: none of its values looks like one of ours. */
export async function withoutForeignIds(
  tx: Transaction,
  importId: string,
  columns: readonly (string | null)[],
): Promise<(string | null)[]> {
  const index = columns.indexOf('id')
  if (index < 0) return [...columns]
  const { rows } = await tx.execute(sql`
    SELECT FROM import_rows WHERE import_id = ${importId}
      AND cells ->> ${index}::integer ~* '^\\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\s*$' LIMIT 1`)
  return rows.length > 0 ? [...columns] : columns.with(index, null)
}

/** Limits the rows that tell what the values of a column look like. */
const maxLookedAt = 1000

/** Adds the fields of columns whose values look like those of one, `Brakes > Discs`, and of those whose headers may mean one, and whose values do: `Documents` with nothing but PDF files. */
export async function withFieldsByValue(
  tx: Transaction,
  importId: string,
  {
    headers,
    columns,
    isOpen,
  }: { headers: readonly string[]; columns: readonly (string | null)[]; isOpen: (index: number) => boolean },
  fields: readonly Field[],
): Promise<(string | null)[]> {
  const found = [...columns]
  for (const [index, header] of headers.entries()) {
    if (columns[index] !== null || !isOpen(index)) continue
    const { code, joins, unclear } =
      fields.find((field) => field.unclear?.names.includes(normalizeHeader(header))) ?? {}
    if (code === undefined || !unclear || (found.includes(code) && !joins)) continue
    const { rows } = await tx.execute<{ all: boolean | null }>(sql`
      SELECT bool_and(cell ~* ${unclear.values}) AS all
      FROM (SELECT trim(cells ->> ${index}::integer) AS cell FROM import_rows WHERE import_id = ${importId}) values
      WHERE cell NOT IN ('', '-')`)
    if (rows[0]?.all) found[index] = code
  }
  for (const { code, looksLike } of fields) {
    if (looksLike === undefined) continue
    for (const index of headers.keys()) {
      if (found.includes(code) || found[index] !== null || !isOpen(index)) continue
      const { rows } = await tx.execute<{ most: boolean | null }>(sql`
        SELECT count(*) FILTER (WHERE cell ~ ${looksLike}) * 2 > count(*) AS most
        FROM (SELECT trim(cells ->> ${index}::integer) AS cell FROM import_rows
          WHERE import_id = ${importId} ORDER BY row_no LIMIT ${maxLookedAt}) values
        WHERE cell NOT IN ('', '-')`)
      if (rows[0]?.most) found[index] = code
    }
  }
  return found
}

/** Leaves out a column of price lists that only says whether a product is in one: `Preisliste: N`. */
export async function withoutListFlags(
  tx: Transaction,
  importId: string,
  columns: readonly (string | null)[],
): Promise<(string | null)[]> {
  const index = columns.indexOf(priceRowFields.list)
  if (index < 0) return [...columns]
  const { rows } = await tx.execute(sql`
    SELECT FROM import_rows WHERE import_id = ${importId}
      AND trim(cells ->> ${index}::integer) !~* '^(|y|n|j|yes|no|ja|nein|true|false|0|1)$' LIMIT 1`)
  return rows.length > 0 ? [...columns] : columns.with(index, null)
}

/** Leaves one column of the fields of which a file has one: the first that has anything in it. */
export async function withoutExcluded(
  tx: Transaction,
  { id, exclusive = [] }: { id: string } & Pick<ImportKind, 'exclusive'>,
  columns: readonly (string | null)[],
): Promise<(string | null)[]> {
  const held = exclusive.filter((code) => columns.includes(code))
  let kept = held[0]
  for (const code of held.length > 1 ? held : []) {
    const { rows } = await tx.execute(sql`
      SELECT FROM import_rows WHERE import_id = ${id} AND trim(cells ->> ${columns.indexOf(code)}::integer) <> '' LIMIT 1`)
    if (rows.length === 0) continue
    kept = code
    break
  }
  return columns.map((code) => (code !== null && code !== kept && held.includes(code) ? null : code))
}

/** Keeps what people have chosen for the next file with the same headers, once it is applied. */
export async function keepAnswers(
  tx: Transaction,
  { kind, headers, mapping: columns, answers, addsBrands, addsCategories, fixes }: ImportRecord,
  fields: readonly Field[],
): Promise<void> {
  const byHeader = (values: readonly (string | ValueMap | null)[] = []) =>
    JSON.stringify(
      Object.fromEntries(headers.flatMap((header, i) => (values[i] ? [[normalizeHeader(header), values[i]]] : []))),
    )
  const codes = new Map(fields.map((field) => [field.code, lastingCode(field)]))
  const mapping = byHeader(columns.map((code) => codes.get(code ?? '') ?? null))
  const chosen = JSON.stringify(headers.filter((_, index) => answers.fields?.[index]).map(normalizeHeader))
  await tx.execute(sql`
    INSERT INTO import_mappings (kind, headers, mapping, chosen, decimals, day_orders, units, value_maps, adds_brands, adds_categories, fixes)
    VALUES (${kind}, ${headersHash(headers)}, ${mapping}::jsonb, ${chosen}::jsonb, ${byHeader(answers.decimals)}::jsonb,
      ${byHeader(answers.dayOrders)}::jsonb,      ${byHeader(answers.units)}::jsonb, ${byHeader(answers.valueMaps)}::jsonb, ${addsBrands}, ${addsCategories},
      ${JSON.stringify(fixes)}::jsonb)
    ON CONFLICT (kind, headers) DO UPDATE SET mapping = excluded.mapping, chosen = excluded.chosen, decimals = excluded.decimals, day_orders = excluded.day_orders,
      units = excluded.units, value_maps = excluded.value_maps, adds_brands = excluded.adds_brands, adds_categories = excluded.adds_categories, fixes = excluded.fixes, used_at = now()`)
}

/** Forgets how numbers and other values were read by an import that is taken back. */
export async function forgetReading(tx: Transaction, { kind, headers }: ImportRecord): Promise<void> {
  await tx.execute(sql`
    UPDATE import_mappings SET decimals = '{}', day_orders = '{}', units = '{}', value_maps = '{}' WHERE kind = ${kind} AND headers = ${headersHash(headers)}`)
}
