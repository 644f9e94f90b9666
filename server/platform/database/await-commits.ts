import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'

/**
 * Makes a statement that selects it wait until what it reads is as safe as a commit that was just acknowledged. A primary that crashed and
 * came back also shows commits that its synchronous standby does not have yet; a message in the write-ahead log waits for them.
 * Without a synchronous standby nothing is written. A server that has just become a standby refuses the id of the transaction, as it
 * refuses every write; the message alone would fail as an internal error there.
 */
export const commitsAwaited = sql`CASE WHEN current_setting('synchronous_standby_names') <> ''
  THEN pg_logical_emit_message(true, 'boltyard', pg_current_xact_id()::text) END`

/** Waits until what was read before is as safe. */
export async function awaitCommits(db: Database): Promise<void> {
  await selectAwaited(db)
}

const selectAwaited = prepareStatement('await_commits', sql`SELECT ${commitsAwaited}`)
