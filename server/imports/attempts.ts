import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Limits the processes that may end while they work on the same batch or picture. */
export const maxDeaths = 3
/** Says in an import, in the log and to the task on *Today* that it has ended so many. */
export const processesEnded = `${maxDeaths} processes ended while they worked on it`

/**
 * Counts an attempt at work that may end this process, on a connection of its own, and returns how many attempts have not ended: their
 * processes have. Call it with the lock of the work, which only one process holds.
 */
export async function beginAttempt(db: Database, work: string): Promise<number> {
  const { rows } = await db.execute<{ deaths: number }>(sql`
    INSERT INTO import_attempts (work, attempts) VALUES (${work}, 1)
    ON CONFLICT (work) DO UPDATE SET attempts = import_attempts.attempts + 1 RETURNING attempts - 1 AS deaths`)
  return rows[0]?.deaths ?? 0
}

/** Ends the attempts at work, whatever came of it; without the database they count on. */
export const endAttempt = (db: Database, work: string): Promise<unknown> =>
  db.execute(sql`DELETE FROM import_attempts WHERE work = ${work}`).catch(() => undefined)
