import { sql } from 'drizzle-orm'
import type { Texts } from '#server/catalog/fields/field.ts'
import type { Change, FileChoices, RowWarning } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names what is asked of counts that repeat those of the file before, and what is said once it is answered. */
export const repeatedCounts = 'stock-repeated'
const kept = 'stock-kept'

/** Returns the field of a file that says how many units there are: those on the shelf, or those that can be sold. */
export const countFieldOf = ({ mapping }: Pick<FileChoices, 'mapping'>): 'counted' | 'stock' | undefined =>
  (['counted', 'stock'] as const).find((code) => mapping.includes(code))

/**
 * Finds counts that repeat the count of the file before although the shop has another one since, of what was sold, received or corrected: they
 * say nothing new, and may put units back for sale that are gone. Each is a doubt, or, where a person has said so, left out.
 */
export async function reviseCounts(
  tx: Transaction,
  changes: readonly Change[],
  _present: ReadonlyMap<string, Texts>,
  file: Pick<FileChoices, 'id' | 'format' | 'mapping' | 'fixes'>,
  warnings: RowWarning[],
): Promise<readonly Change[]> {
  const field = countFieldOf(file)
  // What the dashboard changes is no file.
  if (field === undefined || file.format === 'edit') return changes
  const counts = changes.filter(({ before, after }) => before !== null && after[field] !== undefined)
  if (counts.length === 0) return changes
  const last = await readLastCounts(
    tx,
    file.id,
    field,
    counts.map(({ subject }) => subject),
  )
  const repeated = new Set(counts.filter(({ subject, after }) => last.get(subject) === Number(after[field])))
  const isKept = file.fixes.some(({ fix }) => fix === 'keep-stock')
  const warning = isKept ? kept : repeatedCounts
  for (const { row, before, after } of repeated) {
    const facts = { counted: Number(after[field]), left: Number(before?.[field]) }
    warnings.push({ row, field, warning, code: warning, facts })
  }
  return isKept ? changes.flatMap((change) => (repeated.has(change) ? without(change, field) : [change])) : changes
}

/** Returns a change without a field; none if nothing is left of it. */
function without(change: Change, field: string): Change[] {
  const { [field]: _, ...after } = change.after
  const { [field]: __, ...before } = change.before ?? {}
  return Object.keys(after).length > 0 ? [{ ...change, before, after }] : []
}

/**
 * Returns the counts that the last files before this one said of products and that were, or became, those of the shop: what was applied, and, as
 * long as their rows are kept, what changed nothing.
 */
async function readLastCounts(
  tx: Transaction,
  importId: string,
  field: 'counted' | 'stock',
  productIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; units: number }>(sql`
    WITH asked AS (SELECT unnest(${sql.param(productIds)}::text[]) AS id),
    files AS MATERIALIZED (
      SELECT id AS import_id, checked_at, applied_at, rows_deleted_at IS NULL AS has_rows FROM imports
      WHERE id <> ${importId} AND kind IN ('products', 'stock') AND format IS DISTINCT FROM 'edit'
        AND state IN ('checked', 'planned', 'applying', 'applied') AND mapping @> ${JSON.stringify([field])}::jsonb)
    SELECT DISTINCT ON (id) id, units FROM (
      SELECT asked.id, (after ->> ${field})::integer AS units, applied_at AS said_at
      FROM asked JOIN import_changes ON subject = asked.id AND coalesce(after ->> 'counted', after ->> 'stock') IS NOT NULL
          AND after ->> ${field} IS NOT NULL AND result = 'applied'
        JOIN files USING (import_id)
      UNION ALL
      SELECT asked.id, units, checked_at
      FROM asked CROSS JOIN files
        JOIN import_rows ON import_rows.import_id = files.import_id AND key = asked.id AND outcome IN ('same', 'changed')
        LEFT JOIN import_changes ON import_changes.import_id = files.import_id AND import_changes.row_no = import_rows.row_no AND subject = asked.id
      WHERE has_rows AND units IS NOT NULL AND after ->> ${field} IS NULL) said
    ORDER BY id, said_at DESC`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}
