import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the texts of files that say which vehicles products fit. */
export async function readFitsTexts(tx: Transaction, productIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
    SELECT product_id AS id, text FROM fits_texts
    WHERE product_id = ANY (${sql.param([...new Set(productIds)])}::uuid[]) AND origin = 'file'`)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Replaces such texts, one a product, and removes empty ones; the import has them read at its end. The caller holds the products. */
export async function writeFitsTexts(
  tx: Transaction,
  texts: readonly { productId: string; text: string }[],
): Promise<void> {
  if (texts.length === 0) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS given ("productId" uuid, text text)`
  await tx.execute(sql`DELETE FROM fits_texts USING ${rows} WHERE product_id = given."productId" AND given.text = ''`)
  await tx.execute(sql`
    INSERT INTO fits_texts (product_id, text) SELECT "productId", text FROM ${rows} WHERE text <> ''
    ON CONFLICT (product_id) DO UPDATE SET origin = 'file', edition = -1, text = excluded.text`)
}
