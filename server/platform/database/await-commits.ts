import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'

/**
 * Waits until what was read is as safe as a commit that was just acknowledged. A primary that crashed and came back also shows commits
 * that its synchronous standby does not have yet; a message in the write-ahead log waits for them.
 * Without a synchronous standby nothing is written. A server that has just become a standby refuses the id of the transaction, as it
 * refuses every write; the message alone would fail as an internal error there.
 */
export async function awaitCommits(db: Database): Promise<void> {
  await emitMessage(db)
}

const emitMessage = prepareStatement(
  'await_commits',
  sql`SELECT pg_logical_emit_message(true, 'boltyard', pg_current_xact_id()::text) WHERE current_setting('synchronous_standby_names') <> ''`,
)
