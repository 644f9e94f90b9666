import { isOfPrices } from '#server/catalog/fields/price-fields.ts'
import { isSaleCode } from '#server/catalog/fields/sale-fields.ts'
import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type ImportAdditions,
  type ImportDetails,
  type ImportOutcome,
  importOutcomes,
  type ImportResult,
  type PictureCounts,
} from '#contract/imports.ts'
import { readList, type Texts } from '#server/catalog/fields/field.ts'
import { findMissingBrands, readBrandNames } from '#server/catalog/attributes/edit-brands.ts'
import { findMissingCategories } from '#server/catalog/categories/add-missing-categories.ts'
import { readCategoryWays } from '#server/catalog/name-references.ts'
import { maySee, seenKinds, type Viewer } from '#server/imports/may-see.ts'
import { undoUntil } from '#server/imports/change-import.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import { listPrices } from '#server/imports/kinds/list-prices.ts'
import { addsGroups, type ImportKind, type RowError, type RowWarning } from '#server/imports/kinds/kind.ts'
import type { StagedCells } from '#server/imports/files/spool-rows.ts'
import { findMissingGroups, readGroupNames } from '#server/pricing/edit-groups.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'
import { countListPrices, type ListPrice, readListPrices } from '#server/pricing/read-list-prices.ts'
import { readPriceLists } from '#server/pricing/read-price-lists.ts'

/** An import with the e-mail addresses of who created, applied and undid it. */
export type ListedImport = ImportRecord & {
  creator: string | null
  applier: string | null
  undoer: string | null
  sourceName: string | null
  isSourcePaused: boolean | null
  pictures: PictureCounts | null
}

const emailOf = (column: 'created_by' | 'applied_by' | 'undone_by') =>
  sql<string | null>`(SELECT email FROM users WHERE users.id = imports.${sql.raw(column)})`

const listed = {
  ...getTableColumns(imports),
  pictures: sql<PictureCounts | null>`(
    SELECT json_build_object('total', count(*), 'done', count(done_at), 'failed', count(error)) FROM import_pictures
    WHERE import_id = imports.id AND queued HAVING count(*) > 0)`,
  creator: emailOf('created_by'),
  applier: emailOf('applied_by'),
  undoer: emailOf('undone_by'),
  sourceName: sql<string | null>`(SELECT name FROM import_sources WHERE import_sources.id = imports.source_id)`,
  isSourcePaused: sql<boolean | null>`(
    SELECT paused_at IS NOT NULL FROM import_sources WHERE import_sources.id = imports.source_id)`,
}

/** Returns the last compared file of each source. */
export async function listLastImports(db: Database, sources: readonly string[]): Promise<ListedImport[]> {
  return db
    .selectDistinctOn([imports.sourceId], listed)
    .from(imports)
    .where(sql`source_id = ANY (${sql.param(sources)}::uuid[])`)
    .orderBy(imports.sourceId, desc(imports.createdAt))
}

/** Lists the imports that the actor may see, newest first, with one row beyond the page. */
export function listImports(db: Database, page: Page, actor: Viewer, source?: string): Promise<ListedImport[]> {
  const { all, own } = seenKinds(actor)
  return db
    .select(listed)
    .from(imports)
    .where(
      sql`(kind = ANY (${sql.param(all)}::text[]) OR kind = ANY (${sql.param(own)}::text[]) AND created_by = ${actor.id ?? null}) AND ${rowsAfter(page, 'descending', [imports.createdAt, imports.id]) ?? sql`true`}
        AND ${source === undefined ? sql`true` : sql`source_id = ${parseId(source, 'import-source-not-found')}`}`,
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(page.limit + 1)
}

/** Returns an import as it is listed; throws `import-not-found`. */
export async function readImport(db: Database, id: string, actor: Viewer): Promise<ListedImport> {
  const [row] = await db
    .select(listed)
    .from(imports)
    .where(eq(imports.id, parseId(id, 'import-not-found')))
  if (!row || !maySee(row, actor)) throw problem('import-not-found')
  return row
}

const sampledRows = 50
const shownRows = 10
const samplesPerColumn = 3
const sampleLength = 80

/** Returns the first ten rows, and up to three different values of each column. */
export async function readSamples(
  db: Database,
  { id, headers }: ImportRecord,
): Promise<{ columns: string[][]; rows: string[][] }> {
  const { rows } = await db.execute<{ cells: StagedCells }>(sql`
    SELECT cells FROM import_rows WHERE import_id = ${id} ORDER BY row_no LIMIT ${sampledRows}`)
  const cut = rows.map(({ cells }) =>
    headers.map((_, index) =>
      String(cells[index] ?? '')
        .trim()
        .slice(0, sampleLength)
        .toWellFormed(),
    ),
  )
  const columns = headers.map((_, index) => {
    const values = cut.map((cells) => cells[index] ?? '')
    return [...new Set(values.filter((value) => value !== ''))].slice(0, samplesPerColumn)
  })
  return { columns, rows: cut.slice(0, shownRows) }
}

/** Counts the prices of lists that stay while a compared import changes the prices of their products; undefined for none. */
export async function countKeptPrices(db: Database, record: ImportRecord): Promise<ImportDetails['keptPrices']> {
  if (!keepsListPrices(record)) return undefined
  const counted = await countListPrices(
    db,
    sql`SELECT subject::uuid FROM import_changes WHERE import_id = ${record.id} AND before ? 'price'`,
  )
  return counted.prices > 0 ? counted : undefined
}

/** Returns the prices of lists by the ids of the products whose prices these rows of a compared import change. */
export async function readKeptPrices(db: Database, record: ImportRecord, rows: readonly ImportRowRecord[]) {
  if (!keepsListPrices(record)) return new Map<string, ListPrice[]>()
  return readListPrices(
    db,
    rows.flatMap(({ subject, before }) => (subject !== null && before?.['price'] !== undefined ? [subject] : [])),
  )
}

const keepsListPrices = ({ kind, state, mapping }: ImportRecord) =>
  kind === 'products' &&
  state === 'checked' &&
  mapping.includes('price') &&
  !mapping.some((code) => code !== null && (code === listPrices || (isOfPrices(code) && !isSaleCode(code))))

/** Returns the price lists of a compared or applied import that are not in force; undefined for none. */
export async function readListsNotInForce(
  db: Database,
  record: ImportRecord,
): Promise<ImportDetails['listsNotInForce']> {
  const { id, kind, state } = record
  const hasPrices = record.mapping.some((code) => code !== null && isOfPrices(code))
  if (kind !== 'products' || !hasPrices || !(state === 'checked' || state === 'applied')) return undefined
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT split_part(field, ':', 2) AS id FROM import_changes, jsonb_each_text(after) AS changed (field, text)
    WHERE import_id = ${id} AND field LIKE 'price:%' AND text <> '' AND ${state === 'checked' ? sql`true` : sql`result = 'applied'`}`)
  if (rows.length === 0) return undefined
  const lists = await readPriceLists(db)
  const found = lists.filter((list) => list.state !== 'active' && rows.some((row) => row.id === list._id))
  return found.length > 0 ? found : undefined
}

/** Counts the parts of a compared or applied import of vehicles that get some, and those of which it keeps no more than a text. */
export async function countFittedParts(
  db: Database,
  { id, kind, state }: ImportRecord,
): Promise<ImportDetails['fittedParts']> {
  if (kind !== 'fitments' || !(state === 'checked' || state === 'applied')) return undefined
  const { rows } = await db.execute<NonNullable<ImportDetails['fittedParts']> & Record<string, unknown>>(sql`
    SELECT count(*) FILTER (WHERE "hasRows")::integer AS parts, count(*) FILTER (WHERE NOT "hasRows")::integer AS waiting
    FROM (
      SELECT bool_or(change -> 'rows' <> '[]') AS "hasRows"
      FROM (SELECT subject::jsonb AS change, before, result FROM import_changes WHERE import_id = ${id}) changes
      WHERE before IS NULL AND ${state === 'checked' ? sql`true` : sql`result = 'applied'`}
      GROUP BY change ->> 'productId') of_part`)
  return rows[0]
}

/** Returns of rows that an undo has left what is otherwise now, by row: what others have changed since. */
export async function readSince(
  db: Database,
  kind: ImportKind,
  { mapping }: ImportRecord,
  rows: readonly ImportRowRecord[],
): Promise<Map<number, Texts>> {
  const left = rows.flatMap(({ row, result, subject, before, after, error }) =>
    result === 'left' && !error && subject !== null && after ? [{ row, subject, before, after }] : [],
  )
  if (left.length === 0 || kind.isAfter) return new Map()
  const present = await db.transaction((tx) =>
    kind.read(
      tx,
      left.map(({ subject }) => subject),
      { mapping },
    ),
  )
  return new Map(
    left.flatMap(({ row, subject, before, after }): [number, Texts][] => {
      const now = present.get(subject)
      if (!now) return []
      const codes = before === null ? [...new Set([...Object.keys(now), ...Object.keys(after)])] : Object.keys(after)
      const changed = codes.filter((code) => !kind.moving?.includes(code) && (now[code] ?? '') !== (after[code] ?? ''))
      return changed.length > 0 ? [[row, Object.fromEntries(changed.map((code) => [code, now[code] ?? '']))]] : []
    }),
  )
}

const maxNames = 200

/** Returns the categories and brands that a checked import would add; undefined for none. */
export async function readAdditions(
  db: Database,
  { id, state, addsBrands, addsCategories, newAttributes, fixes }: ImportRecord,
): Promise<ImportDetails['additions']> {
  const attributes = newAttributes.flatMap((one) => (one ? [one.name] : []))
  const hasGroups = addsGroups({ fixes })
  if (state !== 'checked' || !(addsBrands || addsCategories || hasGroups || attributes.length > 0)) return undefined
  const valuesOf = async (field: 'category' | 'brand' | 'groups') => {
    const { rows } = await db.execute<{ text: string }>(sql`
      SELECT after->>${field} AS text FROM import_changes WHERE import_id = ${id} AND after->>${field} <> ''
      GROUP BY 1 ORDER BY min(row_no)`)
    return rows.map(({ text }) => text)
  }
  return toAdditions(
    await findMissingCategories(db, addsCategories ? await valuesOf('category') : []),
    await findMissingBrands(db, addsBrands ? await valuesOf('brand') : []),
    attributes,
    hasGroups ? await findMissingGroups(db, (await valuesOf('groups')).flatMap(readList)) : [],
  )
}

function toAdditions(
  categories: readonly string[],
  brands: readonly string[],
  attributes: readonly string[],
  groups: readonly string[],
): ImportAdditions | undefined {
  if (categories.length + brands.length + attributes.length + groups.length === 0) return undefined
  return {
    categories: categories.slice(0, maxNames),
    categoryCount: categories.length,
    brands: brands.slice(0, maxNames),
    brandCount: brands.length,
    ...(attributes.length > 0 && { attributes: [...attributes] }),
    ...(groups.length > 0 && { groups: groups.slice(0, maxNames) }),
  }
}

/** Returns what undoing an import would do; undefined if it cannot be undone. */
export async function readUndo(db: Database, record: ImportRecord): Promise<ImportDetails['undo']> {
  if (!undoUntil(record)) return undefined
  const { rows } = await db.execute<{ restores: number; removes: number }>(sql`
    SELECT count(before)::integer AS restores, (count(*) - count(before))::integer AS removes
    FROM import_changes WHERE import_id = ${record.id} AND result = 'applied'`)
  const additions = toAdditions(
    await readCategoryWays(db, record.addedCategories),
    await readBrandNames(db, record.addedBrands),
    record.newAttributes.flatMap((one) => (one && record.addedAttributes.includes(one.code) ? [one.name] : [])),
    await readGroupNames(db, record.addedGroups),
  )
  return rows[0] && { ...rows[0], ...(additions && { additions }) }
}

type StoredError = Pick<RowError, 'field' | 'code' | 'facts'>

/** Describes a row of a file with what it changes. */
export interface ImportRowRecord {
  id: number
  row: number
  line: number
  cells: StagedCells
  outcome: ImportOutcome | null
  result: ImportResult | null
  before: Texts | null
  after: Texts | null
  subject: string | null
  errors: StoredError[] | null
  warnings: Omit<RowWarning, 'row'>[] | null
  error: StoredError | null
  [column: string]: unknown
}

/** Lists the rows of an import, all or those of an outcome or a result, with one beyond the page. */
export async function listImportRows(
  db: Database,
  id: string,
  { after, limit }: Page,
  show: ImportOutcome | ImportResult | undefined,
): Promise<ImportRowRecord[]> {
  const isOutcome = importOutcomes.some((outcome) => outcome === show)
  const filter =
    show === undefined
      ? sql`true`
      : isOutcome
        ? sql`import_rows.outcome = ${show}`
        : sql`row_no IN (SELECT row_no FROM import_changes found WHERE found.import_id = ${id} AND result = ${show})`
  const { rows } = await db.execute<ImportRowRecord>(sql`
    SELECT row_no AS id, row_no AS row, line, cells, outcome, change.result, change.before, change.after, change.subject, errors, warnings, change.error
    FROM import_rows LEFT JOIN LATERAL (
      SELECT result, before, after, subject, error FROM import_changes
      WHERE import_changes.import_id = import_rows.import_id AND import_changes.row_no = import_rows.row_no LIMIT 1) change ON true
    WHERE import_id = ${id} AND row_no > ${Number(after ?? 0)} AND ${filter} ORDER BY row_no LIMIT ${limit + 1}`)
  return rows
}
