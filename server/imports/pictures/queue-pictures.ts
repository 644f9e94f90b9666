import { sql } from 'drizzle-orm'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import { beforeDocument, behindDocument, documentCodes } from '#server/catalog/fields/document-fields.ts'
import { beforePicture, behindPicture } from '#server/catalog/fields/field.ts'
import { documentMark } from '#server/imports/pictures/document-source.ts'
import { findUploaded, readUploaded } from '#server/imports/pictures/uploaded-pictures.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** The job that stores the pictures of imports. */
export const picturesJob = 'load-import-pictures'

/** Selects each document that a cell names, without its title. */
const documentInCell = sql`trim(regexp_replace(
  string_to_table(regexp_replace(
    regexp_replace(cells ->> column_no, ${behindDocument}, '\\1|', 'gi'), ${beforeDocument}, '|', 'gi'), '|'), '^.* = ', ''))`

/** Lists the fields that hold addresses of pictures, between which stands what divides them for the fields, too. */
const pictureFields = ['picture', 'pictures']

/** Selects each picture that a cell names, as the fields divide it. */
const pictureInCell = sql`trim(string_to_table(regexp_replace(
  regexp_replace(cells ->> column_no, ${behindPicture}, '\\1|', 'gi'), ${beforePicture}, '|', 'gi'), '|'))`

/**
 * Queues the pictures and documents that the mapped columns name by addresses, and addresses that failed before; own pictures are none.
 * Returns whether there are any to load.
 */
export async function queuePictures(tx: Transaction, { id, kind, mapping }: ImportRecord): Promise<boolean> {
  if (kind !== 'products') return false
  const columnsOf = (codes: readonly string[]) =>
    mapping.flatMap((field, index) => (field !== null && codes.includes(field) ? [index] : []))
  const columns = columnsOf(pictureFields)
  const documents = columnsOf(documentCodes)
  await queueNamed(tx, { id, columns, documents })
  if (columns.length > 0) {
    await tx.execute(sql`
      INSERT INTO import_pictures (import_id, source)
      SELECT DISTINCT ${id}::uuid, source FROM (
        SELECT ${pictureInCell} AS source
        FROM import_rows, unnest(${sql.param(columns)}::integer[]) column_no WHERE import_id = ${id}) named
      WHERE source ~* '^https?://' AND length(source) <= 2000 AND NOT EXISTS (SELECT FROM images WHERE url = source)
      ON CONFLICT (import_id, md5(source)) DO NOTHING`)
  }
  if (documents.length > 0) {
    await tx.execute(sql`
      INSERT INTO import_pictures (import_id, source)
      SELECT DISTINCT ${id}::uuid, ${documentMark} || source FROM (
        SELECT ${documentInCell} AS source
        FROM import_rows, unnest(${sql.param(documents)}::integer[]) column_no WHERE import_id = ${id}) named
      WHERE source ~* '^https?://' AND length(source) <= 2000
      ON CONFLICT (import_id, md5(source)) DO NOTHING`)
  }
  await tx.execute(sql`
    UPDATE import_pictures SET error = NULL, facts = NULL, done_at = NULL, taken_at = NULL
    WHERE import_id = ${id} AND error IS NOT NULL AND source NOT LIKE 'zip:%'`)
  const { rows } = await tx.execute(
    sql`SELECT FROM import_pictures WHERE import_id = ${id} AND done_at IS NULL AND queued LIMIT 1`,
  )
  return rows.length > 0
}

/** Queues those pictures and documents of the upload that a cell names by file name, and no others. */
async function queueNamed(
  tx: Transaction,
  { id, columns, documents }: { id: string; columns: readonly number[]; documents: readonly number[] },
): Promise<void> {
  const attached = await readUploaded(tx, id)
  if (attached.length === 0) return
  const { rows } = await tx.execute<{ text: string }>(sql`
    SELECT ${pictureInCell} AS text
    FROM import_rows, unnest(${sql.param(columns)}::integer[]) column_no WHERE import_id = ${id}
    UNION SELECT ${documentInCell}
    FROM import_rows, unnest(${sql.param(documents)}::integer[]) column_no WHERE import_id = ${id}`)
  const find = findUploaded(attached)
  const wanted = rows.flatMap(({ text }) => find(text) ?? [])
  await tx.execute(sql`
    UPDATE import_pictures SET queued = source = ANY (${sql.param(wanted.map((path) => `zip:${path}`))}::text[])
    WHERE import_id = ${id} AND source LIKE 'zip:%'`)
}
