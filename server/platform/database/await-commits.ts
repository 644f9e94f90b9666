import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Waits until what was read is as safe as a commit that was just acknowledged. A primary that crashed and came back also shows commits
 * that its synchronous standby does not have yet; an empty message in the write-ahead log waits for them.
 * Without a synchronous standby nothing is written.
 */
export async function awaitCommits(db: Database): Promise<void> {
  await db.execute(sql`
    SELECT pg_logical_emit_message(true, 'boltyard', '') WHERE current_setting('synchronous_standby_names') <> ''`)
}
