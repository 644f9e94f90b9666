import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Creates the reading of `charges_version()`: null while orders cost no more than their products. That is trusted until `forget`, since
 * the statement of an order checks it again and refuses; every other one is read from the database.
 */
export function createChargesVersion(db: Database): { read: () => Promise<string | null>; forget: () => void } {
  let isFree = true
  return {
    async read() {
      if (isFree) return null
      const { rows } = await db.execute<{ version: string | null }>(sql`SELECT charges_version() AS version`)
      const version = rows[0]?.version ?? null
      isFree = version === null
      return version
    },
    forget: () => void (isFree = false),
  }
}
