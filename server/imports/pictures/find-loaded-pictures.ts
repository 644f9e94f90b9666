import { sql } from 'drizzle-orm'
import type { ImportErrorCode } from '#contract/import-errors.ts'
import type { Transaction } from '#server/platform/database/database.ts'

export type LoadedPicture =
  | { url: string; error: null }
  | { url: null; error: ImportErrorCode; facts: Record<string, string | number> }

/** Returns what became of the pictures of an import, by the addresses that its file names. */
export async function findLoadedPictures(
  tx: Transaction,
  importId: string,
  sources: readonly string[],
): Promise<Map<string, LoadedPicture>> {
  if (sources.length === 0) return new Map()
  const { rows } = await tx.execute<LoadedPicture & { source: string }>(sql`
    SELECT source, url, error, coalesce(facts, '{}') AS facts FROM import_pictures
    WHERE import_id = ${importId} AND md5(source) = ANY (SELECT md5(unnest(${sql.param(sources)}::text[]))) AND done_at IS NOT NULL`)
  return new Map(rows.map((row) => [row.source, row]))
}
