import { sql } from 'drizzle-orm'
import { storeDay } from '#contract/time-zone.ts'
import type { TaxReason } from '#contract/tax.ts'
import { isEuCountry } from '#server/tax/vat-area.ts'
import type { Database } from '#server/platform/database/database.ts'

interface Zero {
  reason: TaxReason | (string & {})
  country: string
  region: string
}

/**
 * Returns the tax number or the number of the certificate because of which a buyer owes no tax; undefined if the zeros have other reasons.
 * A number of the country that the goods go to comes first.
 */
export async function findBuyerTaxNumber(
  db: Database,
  { buyerId, groups, at }: { buyerId: string; groups: readonly Zero[]; at: Date },
): Promise<string | undefined> {
  const of = (...reasons: TaxReason[]) => groups.find(({ reason }) => reasons.some((one) => one === reason))
  const exempt = of('customer_exempt')
  if (exempt) return findCertificateNumber(db, buyerId, exempt, at)
  const group = of('reverse_charge', 'intra_community')
  if (!group) return undefined
  const { rows } = await db.execute<{ value: string; country: string }>(sql`
    SELECT value, country FROM tax_ids
    WHERE user_id = ${buyerId} AND status = 'verified' AND country <> (SELECT country FROM tax_settings)
    ORDER BY country = ${group.country} DESC, id`)
  const isFitting = ({ country }: { country: string }) =>
    country === group.country || (group.reason === 'intra_community' && (country === 'XI' || isEuCountry(country)))
  return rows.find(isFitting)?.value
}

async function findCertificateNumber(
  db: Database,
  buyerId: string,
  { country, region }: Zero,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ number: string }>(sql`
    SELECT number FROM exemption_certificates
    WHERE user_id = ${buyerId} AND verified_by IS NOT NULL AND number <> '' AND country = ${country}
      AND upper(region) IN ('', upper(${region})) AND starts_on <= ${storeDay(at)}::date
      AND coalesce(ends_on >= ${storeDay(at)}::date, true)
    ORDER BY id LIMIT 1`)
  return rows[0]?.number
}
