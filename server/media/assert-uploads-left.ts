import { and, count, eq, gt, sql } from 'drizzle-orm'
import { images } from '#server/media/media.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** How many pictures one person may store in an hour, whichever process takes them. */
export const mostUploadsAnHour = 200

/** Throws `too-many-requests` after 200 pictures of a person in an hour: each is drawn nine times and kept for ever. */
export async function assertUploadsLeft(db: Database, by: { id: string }): Promise<void> {
  const [stored] = await db
    .select({ lastHour: count() })
    .from(images)
    .where(and(eq(images.uploadedBy, by.id), gt(images.uploadedAt, sql`now() - interval '1 hour'`)))
  if (stored && stored.lastHour >= mostUploadsAnHour) throw problem('too-many-requests', { seconds: 3600 })
}
