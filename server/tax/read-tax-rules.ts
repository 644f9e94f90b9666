import { type SQL, sql } from 'drizzle-orm'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'
import type { TaxRules } from '#server/tax/tax-rules.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds what the shop has set, with the rules as far as they concern a place and a buyer. */
export interface StoredRules {
  enabled: boolean
  provider: 'tables' | 'stripe'
  /** Counts the changes of all tables of tax. */
  edition: number
  rules: TaxRules
  /** The verified tax numbers of the buyer. */
  taxIds: readonly { kind: string; value: string }[]
  /** The tax codes by class, for Stripe Tax. */
  taxCodes: Readonly<Record<string, string | undefined>>
}

/** Reads all that the tax of an order depends on, with one statement. */
export async function readTaxRules(
  db: Database | Transaction,
  { place, buyerId }: { place: Place; buyerId: string | undefined },
): Promise<StoredRules> {
  const { rows } = await db.execute<{ stored: StoredRules }>(sql`
    SELECT json_build_object(
      'enabled', enabled, 'provider', provider, 'edition', edition,
      'rules', json_build_object(
        'pricesIncludeTax', prices_include_tax, 'shippingTax', shipping_tax,
        'home', json_build_object('country', country, 'region', region),
        'registrations', ${rowsOf(sql`
          SELECT country, region, scheme, starts_on AS "startsOn", ends_on AS "endsOn", reverse_charge AS "reverseCharge"
          FROM tax_registrations ORDER BY id`)},
        'exemptClasses', (SELECT coalesce(json_agg(code), '[]') FROM tax_classes WHERE is_exempt),
        'rates', ${rowsOf(sql`
          SELECT country, region, postal_prefix AS "postalPrefix", tax_class AS "taxClass", name, rate::text, starts_on AS "startsOn",
            on_shipping AS "onShipping"
          FROM tax_rates
          WHERE (country = ${place.country} AND upper(region) IN ('', upper(${place.region ?? ''}))
              AND starts_with(${postalKey(place.country, place.postalCode)}, postal_prefix))
            OR (country = settings.country AND upper(region) IN ('', upper(settings.region)) AND postal_prefix = '')
          ORDER BY id`)},
        'verifiedCountries', (
          SELECT coalesce(json_agg(country), '[]') FROM tax_ids
          WHERE user_id = ${buyerId ?? null}::uuid AND status = 'verified'),
        'certificates', ${rowsOf(sql`
          SELECT country, region, starts_on AS "startsOn", ends_on AS "endsOn" FROM exemption_certificates
          WHERE user_id = ${buyerId ?? null}::uuid AND verified_by IS NOT NULL`)}),
      'taxIds', ${rowsOf(sql`
        SELECT kind, value FROM tax_ids WHERE user_id = ${buyerId ?? null}::uuid AND status = 'verified' ORDER BY id`)},
      'taxCodes', (
        SELECT coalesce(json_object_agg(code, tax_code), '{}') FROM tax_classes WHERE tax_code IS NOT NULL)) AS stored
    FROM tax_settings settings`)
  if (!rows[0]) throw new Error('The settings of tax are missing.')
  return rows[0].stored
}

const rowsOf = (query: SQL) => sql`(SELECT coalesce(json_agg(found), '[]') FROM (${query}) found)`
