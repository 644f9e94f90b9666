import { sql } from 'drizzle-orm'
import type { Place } from '#contract/place.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Lists the places where the shop collects tax, and those of its latest orders: buyers there expect to be delivered to. */
export async function findHomePlaces(db: Database): Promise<Place[]> {
  const { rows } = await db.execute<{ country: string; region: string }>(sql`
    SELECT country, region FROM tax_settings WHERE country <> ''
    UNION SELECT country, region FROM tax_registrations
      WHERE scheme = 'normal' AND starts_on <= current_date AND coalesce(ends_on >= current_date, true)
    UNION SELECT delivery ->> 'country', coalesce(delivery ->> 'region', '')
      FROM (SELECT delivery FROM orders ORDER BY placed_at DESC LIMIT 500) latest
      WHERE delivery ->> 'country' IS NOT NULL
    ORDER BY country, region`)
  return rows
}
