import { sql } from 'drizzle-orm'
import { askedFieldsOf, type ImportRecord } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import type { FileChanges } from '#server/imports/sources/judge-file.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Lists the fields that hold what is in stock. */
const stockFields = ['stock', 'counted']

/** Returns what a compared file of a source would do, as its limits see it. */
export async function measureChanges(tx: Transaction, record: ImportRecord): Promise<FileChanges> {
  const { id, rowCount, counts } = record
  const fields = await kindOf(record.kind).fields(tx, askedFieldsOf(record))
  const amounts = fields.filter(({ number }) => number === 'amount').map(({ code }) => code)
  // Rows with one price each have fields that no column is for.
  const isAmount = sql`(field = ANY (${sql.param(amounts)}::text[]) OR field LIKE 'price:%')`
  const before = (field: unknown) => sql`nullif(before ->> ${field}, '')`
  // What leaves the sale cannot be bought any more, whatever its stock.
  const leavesSale = sql`field = 'state' AND text <> 'active' AND before ->> 'state' = 'active'`
  const { rows } = await tx.execute<{ percent: number; emptied: number }>(sql`
    SELECT coalesce(max(CASE WHEN ${isAmount} THEN 100 * abs(now - was) / was END) FILTER (WHERE was > 0), 0)::float8 AS percent,
      count(DISTINCT row_no) FILTER (WHERE "leavesSale" OR field = ANY (${sql.param(stockFields)}::text[]) AND now = 0 AND was > 0)::integer AS emptied
    FROM (
      SELECT row_no, field, ${numberOf(sql`text`)} AS now, ${numberOf(before(sql`field`))} AS was, ${leavesSale} AS "leavesSale"
      FROM import_changes, jsonb_each_text(after) AS changed (field, text)
      WHERE import_id = ${id} AND before IS NOT NULL
        AND (${isAmount} OR field = ANY (${sql.param(stockFields)}::text[]) OR ${leavesSale})) moved`)
  return {
    rows: rowCount,
    new: counts.new ?? 0,
    changed: counts.changed ?? 0,
    errors: counts.error ?? 0,
    emptied: rows[0]?.emptied ?? 0,
    pricePercent: rows[0]?.percent ?? 0,
    ...(await countMissing(tx, record)),
  }
}

/** Returns a canonical text as a number; what is none, such as a removed price, is 0. */
const numberOf = (text: unknown) => sql`CASE WHEN ${text} ~ '^-?[0-9]+([.][0-9]+)?$' THEN (${text})::numeric ELSE 0 END`

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
