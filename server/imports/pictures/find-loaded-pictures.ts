import { sql } from 'drizzle-orm'
import type { ImportErrorCode } from '#contract/import-errors.ts'
import { isDocumentName } from '#server/catalog/fields/document-fields.ts'
import { documentAddress } from '#server/imports/pictures/document-source.ts'
import { findUploaded, isFileName, readUploaded } from '#server/imports/pictures/uploaded-pictures.ts'
import type { Transaction } from '#server/platform/database/database.ts'

export type LoadedPicture =
  | { url: string; error: null }
  | { url: null; error: ImportErrorCode; facts: Record<string, string | number> }

/** Returns the file name of a source that is a document with one. */
const documentOf = (source: string) => {
  const text = documentAddress(source)
  return text !== undefined && isDocumentName(text) ? text : undefined
}

/** Returns what became of the pictures of an import, by the addresses that its file names. */
export async function findLoadedPictures(
  tx: Transaction,
  importId: string,
  sources: readonly string[],
): Promise<Map<string, LoadedPicture>> {
  if (sources.length === 0) return new Map()
  const uploaded = await readUploaded(tx, importId)
  const find = findUploaded(uploaded)
  const named = (source: string) => documentOf(source) ?? (isFileName(source) ? source : undefined)
  const paths = new Map(
    sources.flatMap((source) => {
      const name = named(source)
      return name === undefined ? [] : [[source, find(name)] as const]
    }),
  )
  const asked = [...sources, ...[...paths.values()].flatMap((path) => (path === undefined ? [] : `zip:${path}`))]
  const { rows } = await tx.execute<LoadedPicture & { source: string }>(sql`
    SELECT source, url, error, coalesce(facts, '{}') AS facts FROM import_pictures
    WHERE import_id = ${importId} AND md5(source) = ANY (SELECT md5(unnest(${sql.param(asked)}::text[]))) AND done_at IS NOT NULL`)
  const loaded = new Map(rows.map((row): [string, LoadedPicture] => [row.source, row]))
  for (const [source, path] of paths) {
    const picture = path === undefined ? undefined : loaded.get(`zip:${path}`)
    const error = documentAddress(source) === undefined ? 'picture-not-uploaded' : 'document-not-uploaded'
    loaded.set(source, picture ?? { url: null, error, facts: {} })
  }
  return loaded
}
