import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** The picture of products that have none yet. */
export const noPictureUrl = '/no-picture.svg'

/** Returns the addresses that are those of stored pictures, or of the picture of products without one. */
export async function findImageUrls(tx: Transaction, urls: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ url: string }>(
    sql`SELECT url FROM images WHERE url = ANY (${sql.param(urls)}::text[])`,
  )
  return new Set([noPictureUrl, ...rows.map(({ url }) => url)])
}
