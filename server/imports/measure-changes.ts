import { type SQL, sql } from 'drizzle-orm'
import { currentCurrency } from '#contract/currency.ts'
import { askedFieldsOf, type ImportRecord, isStaged } from '#server/imports/imports.tables.ts'
import {
  type DistantPrices,
  type FileChanges,
  type GreatMove,
  greatFactor,
  type RepeatedCounts,
} from '#server/imports/judge-changes.ts'
import { distantPrices } from '#server/imports/kinds/distant-prices.ts'
import { repeatedCounts } from '#server/imports/kinds/repeated-counts.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { linesText, maxLinesNamed } from '#server/imports/lines-text.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Lists the fields that hold what is in stock. */
const stockFields = ['stock', 'counted']

/** Lists by what amounts are multiplied by mistake: cents, thousands, a decimal sign in the wrong place. */
const factors = [10, 100, 1000]

/** Returns what a compared file would do, as limits and warnings see it. */
export async function measureChanges(tx: Transaction, record: ImportRecord): Promise<FileChanges> {
  const { id, rowCount, counts } = record
  const fields = await kindOf(record.kind).fields(tx, askedFieldsOf(record))
  const amounts = fields.filter(({ number }) => number === 'amount').map(({ code }) => code)
  // Rows with one price each have fields that no column is for.
  const isAmount = sql`(field = ANY (${sql.param(amounts)}::text[]) OR field LIKE 'price:%')`
  const before = (field: unknown) => sql`nullif(before ->> ${field}, '')`
  // What leaves the sale cannot be bought any more, whatever its stock.
  const leavesSale = sql`field = 'state' AND text <> 'active' AND before ->> 'state' = 'active'`
  const moved = sql`(
    SELECT row_no, field, ${isAmount} AS "isAmount", text <> '' AS "isSet", ${leavesSale} AS "leavesSale",
      ${numberOf(sql`text`)} AS now, ${numberOf(before(sql`field`))} AS was
    FROM import_changes, jsonb_each_text(after) AS changed (field, text)
    WHERE import_id = ${id} AND before IS NOT NULL
      AND (${isAmount} OR field = ANY (${sql.param(stockFields)}::text[]) OR ${leavesSale})) moved`
  const falls = sql`"isAmount" AND "isSet" AND was > 0 AND now * ${greatFactor} < was`
  const rises = sql`"isAmount" AND was > 0 AND now > was * ${greatFactor}`
  // Of what is rounded to the decimals of the currency.
  const rounding = 0.5 / 10 ** currentCurrency().digits
  const rowsWith = (condition: SQL) => sql`count(DISTINCT row_no) FILTER (WHERE ${condition})::integer`
  const perFactor = (move: SQL, difference: (factor: number) => SQL) =>
    sql`jsonb_build_array(${sql.join(
      factors.map((factor) => rowsWith(sql`${move} AND ${difference(factor)}`)),
      sql`, `,
    )})`
  const { rows } = await tx.execute<{
    percent: number
    emptied: number
    fallen: number
    risen: number
    divided: number[]
    multiplied: number[]
  }>(sql`
    SELECT coalesce(max(100 * abs(now - was) / nullif(was, 0)) FILTER (WHERE "isAmount" AND was > 0), 0)::float8 AS percent,
      ${rowsWith(sql`"leavesSale" OR field = ANY (${sql.param(stockFields)}::text[]) AND now = 0 AND was > 0`)} AS emptied,
      ${rowsWith(falls)} AS fallen, ${rowsWith(rises)} AS risen,
      ${perFactor(falls, (factor) => sql`abs(now * ${factor} - was) <= ${factor * rounding}`)} AS divided,
      ${perFactor(rises, (factor) => sql`abs(now - was * ${factor}) <= ${rounding}`)} AS multiplied
    FROM ${moved}`)
  const [found] = rows
  const moves: GreatMove[] = []
  for (const [direction, count, alike, move] of [
    ['fall', found?.fallen ?? 0, found?.divided ?? [], falls],
    ['rise', found?.risen ?? 0, found?.multiplied ?? [], rises],
  ] as const) {
    const factor = factors.find((_, index) => 2 * (alike[index] ?? 0) > count)
    if (count > 0) moves.push({ direction, rows: count, factor, examples: await readExamples(tx, record, moved, move) })
  }
  return {
    rows: rowCount,
    new: counts.new ?? 0,
    changed: counts.changed ?? 0,
    errors: counts.error ?? 0,
    emptied: found?.emptied ?? 0,
    pricePercent: found?.percent ?? 0,
    moves,
    apart: await readDistantPrices(tx, record),
    repeated: await readRepeatedCounts(tx, record),
    ...(record.sourceId === null ? { rowsBefore: 0, missing: 0 } : await countMissing(tx, record)),
  }
}

/** Returns a canonical text as a number; what is none, such as a removed price, is 0. */
const numberOf = (text: unknown) => sql`CASE WHEN ${text} ~ '^-?[0-9]+([.][0-9]+)?$' THEN (${text})::numeric ELSE 0 END`

/** Returns the first three rows with such a move, by what they are named in the file. */
async function readExamples(
  tx: Transaction,
  record: ImportRecord,
  moved: SQL,
  move: SQL,
): Promise<GreatMove['examples']> {
  const { rows } = await tx.execute<GreatMove['examples'][number]>(sql`
    SELECT ${nameOf(record)} AS name, was, now FROM (
      SELECT DISTINCT ON (row_no) row_no, was::float8 AS was, now::float8 AS now FROM ${moved} WHERE ${move} ORDER BY row_no, field LIMIT 3) first
      JOIN import_rows ON import_id = ${record.id} AND import_rows.row_no = first.row_no ORDER BY first.row_no`)
  return rows
}

/** Selects what names a row in the file. */
function nameOf(record: ImportRecord): SQL {
  const { nameFields } = kindOf(record.kind)
  // Behind its id, a row that no file has names its product.
  const columns = isStaged(record) ? [1] : nameFields.map((code) => record.mapping.indexOf(code))
  const cells = columns
    .filter((index) => index >= 0)
    .map((index) => sql`nullif(trim(cells ->> ${index}::integer), ''), `)
  return sql`coalesce(${sql.join(cells)} '')`
}

/** Counts the rows with a price that is far from others of its product, and describes the first. */
async function readDistantPrices(tx: Transaction, record: ImportRecord): Promise<DistantPrices> {
  const { rows } = await tx.execute<Omit<DistantPrices, 'rows' | 'lines'> & { line: number; count: number }>(sql`
    SELECT ${nameOf(record)} AS name, line, (given.facts ->> 'lowest')::float8 AS lowest, (given.facts ->> 'highest')::float8 AS highest,
      (count(*) OVER ())::integer AS count
    FROM import_rows, jsonb_to_recordset(warnings) AS given (warning text, facts jsonb)
    WHERE import_id = ${record.id} AND given.warning = ${distantPrices} ORDER BY row_no LIMIT ${maxLinesNamed + 1}`)
  const { count, name, lowest, highest } = rows[0] ?? { count: 0, name: '', lowest: 0, highest: 0 }
  return { rows: count, name, lowest, highest, lines: linesText(rows.map(({ line }) => line)) }
}

/** Counts the rows that repeat the stock of the file before, and describes the first. */
async function readRepeatedCounts(tx: Transaction, record: ImportRecord): Promise<RepeatedCounts> {
  const { rows } = await tx.execute<Omit<RepeatedCounts, 'lines'> & { line: number }>(sql`
    SELECT ${nameOf(record)} AS name, line, (given.facts ->> 'counted')::integer AS counted, (given.facts ->> 'left')::integer AS "left",
      (count(*) OVER ())::integer AS rows
    FROM import_rows, jsonb_to_recordset(warnings) AS given (warning text, facts jsonb)
    WHERE import_id = ${record.id} AND given.warning = ${repeatedCounts} ORDER BY row_no LIMIT ${maxLinesNamed + 1}`)
  const { line: _, ...first } = rows[0] ?? { line: 0, rows: 0, name: '', counted: 0, left: 0 }
  return { ...first, lines: linesText(rows.map(({ line }) => line)) }
}

/** Counts the rows of the file before that this one lacks: by what they are about, or, once those are deleted, by their number. */
async function countMissing(
  tx: Transaction,
  { id, sourceId, rowCount, createdAt }: ImportRecord,
): Promise<Pick<FileChanges, 'rowsBefore' | 'missing'>> {
  const { rows } = await tx.execute<{ id: string; rowsBefore: number; hasRows: boolean }>(sql`
    SELECT id, row_count AS "rowsBefore", rows_deleted_at IS NULL AND state <> 'failed' AS "hasRows" FROM imports
    WHERE id <> ${id} AND (id = (SELECT template_id FROM import_sources WHERE id = ${sourceId})
      OR source_id = ${sourceId} AND created_at < ${createdAt.toISOString()}::timestamptz AND (state = 'applied' OR state = 'checked' AND exceeded = '[]'))
    ORDER BY created_at DESC LIMIT 1`)
  const [last] = rows
  if (!last) return { rowsBefore: 0, missing: 0 }
  const fewer = Math.max(0, last.rowsBefore - rowCount)
  if (!last.hasRows) return { rowsBefore: last.rowsBefore, missing: fewer }
  // What was new in that file is known by another key since.
  const { rows: counted } = await tx.execute<{ missing: number }>(sql`
    SELECT count(*)::integer AS missing FROM import_rows old
      LEFT JOIN import_changes added ON added.import_id = old.import_id AND added.row_no = old.row_no AND added.before IS NULL
    WHERE old.import_id = ${last.id} AND old.key IS NOT NULL
      AND NOT EXISTS (SELECT FROM import_rows WHERE import_id = ${id} AND key = old.key)
      AND NOT EXISTS (SELECT FROM import_rows WHERE import_id = ${id} AND key = added.subject)`)
  return { rowsBefore: last.rowsBefore, missing: Math.max(fewer, counted[0]?.missing ?? 0) }
}
