import type { Place } from '#contract/place.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Setup } from '#server/shipping/read-setup.ts'
import type { Shipping } from '#server/shipping/quote-shipping.ts'
import { readTaxHome } from '#server/tax/read-tax-home.ts'

/** Returns where an order is taxed: a pickup is a sale at the shop's place, wherever the buyer lives; parcels may leave from another country. */
export async function placeOfSupply(
  db: Database,
  shipping: Pick<Shipping, 'currentSetup'>,
  { kind, place, edition }: { kind: string | undefined; place: Place; edition: Pick<Setup, 'enabled' | 'edition'> },
): Promise<Place> {
  if (kind !== 'pickup') return place
  const { origin } = await shipping.currentSetup(db, edition)
  const home = await readTaxHome(db)
  return origin && (!home || origin.country === home.country) ? origin : (home ?? place)
}
