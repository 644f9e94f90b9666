import { sql } from 'drizzle-orm'
import type { Place } from '#contract/place.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns where the shop sends from as its tax settings say; undefined while they do not. */
export async function readTaxHome(db: Database): Promise<Place | undefined> {
  const { rows } = await db.execute<{ country: string; region: string }>(
    sql`SELECT country, region FROM tax_settings WHERE country <> ''`,
  )
  return rows[0]
}
