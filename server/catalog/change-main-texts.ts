import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { ExchangedTexts } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Keeps each statement below the limit of time: 1,000 products take about half a second. */
const batchSize = 1000

/** Keeps the main language of the store as it is until the end of the transaction, which writes texts; before products are locked. */
export const lockMainLanguage = (tx: Database | Transaction) => tx.execute(sql`SELECT FROM store FOR KEY SHARE`)

/**
 * Makes the texts of products in another language their own ones, and the own ones translations; products that have none stay. Returns
 * the numbers of both on sale.
 */
export async function changeMainTexts(tx: Transaction, from: Language, to: Language): Promise<ExchangedTexts> {
  const { rows: counted } = await tx.execute<{ exchanged: number; untranslated: number }>(sql`
    SELECT count(texts.name)::integer AS exchanged, (count(*) - count(texts.name))::integer AS untranslated
    FROM products LEFT JOIN product_texts texts ON product_id = id AND language = ${to} WHERE archived_at IS NULL`)
  for (let last: string | null = '00000000-0000-0000-0000-000000000000'; last !== null;) {
    const { rows }: { rows: { last: string | null }[] } = await tx.execute(
      sql`SELECT exchange_product_texts(${from}, ${to}, ${last}::uuid, ${batchSize}) AS last`,
    )
    last = rows[0]?.last ?? null
  }
  return counted[0] ?? { exchanged: 0, untranslated: 0 }
}
