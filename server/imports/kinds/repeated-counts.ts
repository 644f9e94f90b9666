import { sql } from 'drizzle-orm'
import { type ShelfChange, readShelfChanges } from '#server/catalog/read-shelf-changes.ts'
import type { Texts } from '#server/catalog/fields/field.ts'
import type { Change, FileChoices, RowWarning } from '#server/imports/kinds/kind.ts'
import { isCount } from '#server/imports/kinds/stock-counts.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names what is asked of counts that repeat those of the file before, and what is said once it is answered. */
export const repeatedCounts = 'shipped-since'
const takenOff = 'shipped-taken-off'

/**
 * Finds counts that would put units back for sale which were shipped: they repeat the count of the file before, whose program does not know of
 * these parcels yet. Each is a doubt, or, where a person has said so, becomes what is left without the shipped units.
 */
export async function reviseCounts(
  tx: Transaction,
  changes: readonly Change[],
  present: ReadonlyMap<string, Texts>,
  { id, fixes }: Pick<FileChoices, 'id' | 'fixes'>,
  warnings: RowWarning[],
): Promise<readonly Change[]> {
  // A count that takes units away sells none of them twice.
  const rising = changes.filter(
    (change) => isCount(change) && Number(change.after['counted']) > Number(change.before?.['counted'] ?? Infinity),
  )
  if (rising.length === 0) return changes
  const earlier = await readLastCounts(
    tx,
    id,
    rising.map(({ subject }) => subject),
  )
  const moved = await readShelfChanges(tx, [...earlier.values()])
  const isFixed = fixes.some(({ fix }) => fix === 'take-off-shipped')
  const revised = new Map<number, Change | undefined>()
  for (const change of rising) {
    const { row, subject, before, after } = change
    const [counted, onShelf] = [Number(after['counted']), Number(before?.['counted'])]
    const shipped = shippedOf(counted, onShelf, earlier.get(subject), moved.get(subject))
    if (shipped <= 0) continue
    const left = Math.max(counted - shipped, Number(present.get(subject)?.['reserved'] ?? 0))
    const warning = isFixed ? takenOff : repeatedCounts
    warnings.push({ row, field: 'counted', warning, code: warning, facts: { counted, shipped, left } })
    if (isFixed) revised.set(row, withCount(change, left, onShelf))
  }
  return changes.flatMap((change) => (revised.has(change.row) ? (revised.get(change.row) ?? []) : [change]))
}

/** Returns the units that were shipped since the file before had the same count; 0 if it had another one. */
function shippedOf(
  counted: number,
  onShelf: number,
  last: LastCount | undefined,
  { shipped, change }: Pick<ShelfChange, 'shipped' | 'change'> = { shipped: 0, change: 0 },
): number {
  // What was on the shelf when a row changed nothing was its count.
  if (last === undefined || counted !== (last.counted ?? onShelf - change)) return 0
  return shipped + last.shipped
}

/** Returns a change with another count; undefined if nothing is left of it. */
function withCount(change: Change, counted: number, onShelf: number): Change | undefined {
  const { counted: _, ...after } = change.after
  if (counted !== onShelf) return { ...change, after: { ...after, counted: String(counted) } }
  const { counted: __, ...before } = change.before ?? {}
  return Object.keys(after).length > 0 ? { ...change, before, after } : undefined
}

/** Describes what the last file said of a product. */
interface LastCount {
  id: string
  /** Null if it was what was on the shelf at that moment. */
  counted: number | null
  /** The units that were taken off it because they had been shipped until that moment. */
  shipped: number
  since: string
}

/**
 * Returns what the last files before this one said of the shelf, by product: what they changed, and, as long as their rows are kept, what they
 * did not.
 */
async function readLastCounts(
  tx: Transaction,
  importId: string,
  productIds: readonly string[],
): Promise<Map<string, LastCount>> {
  const counted = sql`SELECT (place - 1)::integer FROM jsonb_array_elements_text(mapping) WITH ORDINALITY AS columns (code, place) WHERE code = 'counted'`
  const { rows } = await tx.execute<LastCount & Record<string, unknown>>(sql`
    WITH asked AS (SELECT id::text FROM unnest(${sql.param(productIds)}::uuid[]) AS given (id)),
    files AS MATERIALIZED (
      SELECT id AS import_id, checked_at, applied_at, (${counted}) AS place FROM imports
      WHERE id <> ${importId} AND kind IN ('products', 'stock') AND rows_deleted_at IS NULL
        AND (state = 'applied' OR state = 'checked' AND exceeded = '[]') AND mapping @> '["counted"]')
    SELECT DISTINCT ON (id) id, counted, shipped, since::text FROM (
      SELECT asked.id, (after ->> 'counted')::integer AS counted, 0 AS shipped, applied_at AS since, applied_at AS said_at, 1 AS rank
      FROM asked JOIN import_changes ON subject = asked.id AND after ->> 'counted' IS NOT NULL AND result = 'applied'
        JOIN imports ON imports.id = import_id AND import_id <> ${importId}
      UNION ALL
      SELECT asked.id, (fixed.facts ->> 'counted')::integer, coalesce((fixed.facts ->> 'shipped')::integer, 0), checked_at,
        CASE WHEN fixed.facts IS NULL THEN checked_at ELSE coalesce(applied_at, checked_at) END, CASE WHEN fixed.facts IS NULL THEN 2 ELSE 0 END
      FROM asked CROSS JOIN files
        JOIN import_rows ON import_rows.import_id = files.import_id AND key = asked.id AND outcome IN ('same', 'changed')
          AND trim(coalesce(cells ->> place, '')) <> ''
        LEFT JOIN import_changes ON import_changes.import_id = files.import_id AND import_changes.row_no = import_rows.row_no AND subject = asked.id
        LEFT JOIN LATERAL (
          SELECT one -> 'facts' AS facts FROM jsonb_array_elements(warnings) one WHERE one ->> 'warning' = ${takenOff}) fixed ON true
      WHERE after ->> 'counted' IS NULL OR fixed.facts IS NOT NULL) said
    ORDER BY id, said_at DESC, rank`)
  return new Map(rows.map((row) => [row.id, row]))
}
