import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the texts of files that say which vehicles products fit, by line. */
export async function readFitsTexts(tx: Transaction, productIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
    SELECT product_id AS id, text FROM fits_texts
    WHERE product_id = ANY (${sql.param([...new Set(productIds)])}::uuid[]) AND origin = 'file'`)
  return new Map(rows.map(({ id, text }) => [id, text.split('\n')]))
}

/** Adds and removes lines of such texts; the import has them read at its end. The caller holds the products. */
export async function writeFitsTexts(
  tx: Transaction,
  changes: readonly { productId: string; added: string; removed: string }[],
): Promise<void> {
  if (changes.length === 0) return
  const present = await readFitsTexts(
    tx,
    changes.map(({ productId }) => productId),
  )
  const given = changes.map(({ productId, added, removed }) => {
    const kept = (present.get(productId) ?? []).filter((line) => line !== removed && line !== added)
    return { id: productId, text: [...kept, ...(added === '' ? [] : [added])].join('\n') }
  })
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, text text)`
  await tx.execute(sql`DELETE FROM fits_texts USING ${rows} WHERE product_id = given.id AND given.text = ''`)
  await tx.execute(sql`
    INSERT INTO fits_texts (product_id, text) SELECT id, text FROM ${rows} WHERE text <> ''
    ON CONFLICT (product_id) DO UPDATE SET origin = 'file', edition = -1, text = excluded.text`)
}
