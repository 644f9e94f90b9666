import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import type { Place } from '#contract/place.ts'
import { regions } from '#contract/regions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Home } from '#server/shipping/check-setup.ts'
import { readTaxHome } from '#server/tax/read-tax-home.ts'

/**
 * Returns where the shop is, collects tax and has its latest orders: buyers there expect to be delivered to. The country of its time zone is one
 * of them, which a shop that was set up for a country has from its first day.
 */
export async function findHome(db: Database): Promise<Home> {
  const { rows: places } = await db.execute<Place & { region: string }>(sql`
    SELECT country, region FROM tax_settings WHERE country <> ''
    UNION SELECT country, region FROM tax_registrations
      WHERE scheme = 'normal' AND starts_on <= current_date AND coalesce(ends_on >= current_date, true)
    UNION SELECT delivery ->> 'country', coalesce(delivery ->> 'region', '')
      FROM (SELECT delivery FROM orders ORDER BY placed_at DESC LIMIT 500) latest
      WHERE delivery ->> 'country' IS NOT NULL
    ORDER BY country, region`)
  const { rows } = await db.execute<{ address: string }>(sql`SELECT address FROM store`)
  const { timeZone } = currentStore()
  const own = Object.keys(regions).find((country) => regions[country]?.timeZone === timeZone)
  if (own !== undefined && places.every(({ country }) => country !== own)) places.push({ country: own, region: '' })
  return { places, seat: await readTaxHome(db), address: rows[0]?.address ?? '' }
}
