import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** The picture of products that have none yet. */
export const noPictureUrl = '/no-picture.svg'

/** Returns the addresses that are those of stored pictures, or of the picture of products without one. */
export async function findImageUrls(tx: Transaction, urls: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ url: string }>(
    sql`SELECT url FROM images WHERE url = ANY (${sql.param(urls)}::text[])`,
  )
  return new Set([noPictureUrl, ...rows.map(({ url }) => url)])
}

/** Throws `image-not-yours` unless a user has uploaded the pictures of these addresses. */
export async function assertOwnImages(tx: Transaction, user: { id: string }, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return
  const { rows } = await tx.execute<{ url: string }>(sql`
    SELECT url FROM images WHERE url = ANY (${sql.param(urls)}::text[])
      AND EXISTS (SELECT FROM image_uploads WHERE image_id = images.id AND uploaded_by = ${user.id})`)
  const own = new Set(rows.map(({ url }) => url))
  if (urls.some((url) => !own.has(url))) throw problem('image-not-yours')
}
