import { sql } from 'drizzle-orm'
import { readDocumentId } from '#server/media/document-url.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns those of the addresses that are documents of the shop. */
export async function findDocumentUrls(tx: Transaction, urls: readonly string[]): Promise<Set<string>> {
  const ids = new Set(urls.flatMap((url) => readDocumentId(url) ?? []))
  if (ids.size === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM documents WHERE id = ANY (${sql.param([...ids])}::text[])`)
  const known = new Set(rows.map(({ id }) => id))
  return new Set(urls.filter((url) => known.has(readDocumentId(url) ?? '')))
}
