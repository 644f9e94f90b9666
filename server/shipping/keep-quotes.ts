import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { currentCurrency } from '#contract/currency.ts'
import { postalKey } from '#contract/postal-codes.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { CarrierRate, CarrierRequest, FindCarrierRates } from '#server/shipping/quote-shipping.ts'

/** So long a price of a carrier holds: long enough for a checkout. */
const lifetimeMinutes = 30
/** So many questions of one process are under way at once; a visitor cannot fill the carrier's account with more. */
const maxUnderWay = 8

/**
 * Keeps the answers of a provider's carriers for half an hour by a hash of what was asked: from where to where, weight, classes and value.
 * Other contents have another hash, so a price is never that of something else, and an order has the price that the checkout showed.
 */
export function keepQuotes(
  provider: string,
  ask: (request: CarrierRequest) => Promise<CarrierRate[] | null>,
): FindCarrierRates {
  const underWay = new Map<string, Promise<CarrierRate[] | null>>()

  return async (db, request) => {
    const hash = hashOf(provider, request)
    const kept = await findQuote(db, hash)
    if (kept) return kept
    const same = underWay.get(hash)
    if (same) return same
    if (underWay.size >= maxUnderWay) return null
    const asked = ask(request).finally(() => underWay.delete(hash))
    underWay.set(hash, asked)
    const rates = await asked
    // Another process may have kept its answer meanwhile: both then say the same.
    return rates && writeQuote(db, hash, rates)
  }
}

function hashOf(provider: string, { origin, place, goods }: CarrierRequest): string {
  const asked = [
    provider,
    currentCurrency().code,
    [
      origin.company,
      origin.street,
      origin.city,
      origin.region,
      postalKey(origin.country, origin.postalCode),
      origin.country,
    ],
    [place.country, place.region ?? '', postalKey(place.country, place.postalCode)],
    goods.weightMg,
    goods.valueCents,
    [...goods.units].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
}

async function findQuote(db: Database | Transaction, hash: string): Promise<CarrierRate[] | undefined> {
  const { rows } = await db.execute<{ rates: CarrierRate[] }>(
    sql`SELECT rates FROM shipping_quotes WHERE input_hash = ${hash} AND expires_at > now()`,
  )
  return rows[0]?.rates
}

/** Keeps an answer and forgets expired ones; returns what is kept. */
async function writeQuote(db: Database | Transaction, hash: string, rates: CarrierRate[]): Promise<CarrierRate[]> {
  const { rows } = await db.execute<{ rates: CarrierRate[] }>(sql`
    WITH expired AS (DELETE FROM shipping_quotes WHERE expires_at <= now() AND input_hash <> ${hash})
    INSERT INTO shipping_quotes AS kept (input_hash, rates, expires_at)
    VALUES (${hash}, ${JSON.stringify(rates)}::jsonb, now() + make_interval(mins => ${lifetimeMinutes}))
    ON CONFLICT (input_hash) DO UPDATE SET
      rates = CASE WHEN kept.expires_at > now() THEN kept.rates ELSE excluded.rates END,
      expires_at = CASE WHEN kept.expires_at > now() THEN kept.expires_at ELSE excluded.expires_at END
    RETURNING rates`)
  return rows[0]?.rates ?? rates
}
