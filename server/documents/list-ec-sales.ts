import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { TaxReason } from '#contract/tax.ts'
import { addresseeName } from '#server/documents/list-ledger.ts'
import { type TaxQuery, taxedPapers } from '#server/documents/read-taxes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { readTaxHome } from '#server/tax/read-tax-home.ts'
import { readTaxNumber } from '#server/tax/read-tax-number.ts'
import { isEuCountry } from '#server/tax/vat-area.ts'

/** Holds what deliveries free of tax to a business in another member state come to, in cents without tax. */
export interface EcSale {
  /** The beginning of the VAT number, such as `EL` for Greece; without a number, the country of the delivery. */
  country: string
  /** Undefined if the papers have none that is valid in another member state. */
  taxNumber: string | undefined
  /** As the latest paper names the buyer. */
  buyerName: string
  currency: string
  netCents: number
}

const reason: TaxReason = 'intra_community'

/**
 * Returns the recapitulative statement of days (Directive 2006/112/EC, article 262): deliveries free of tax within the European Union by VAT
 * number, from the papers that were issued then. Empty unless the goods leave a member state. Throws `dates-reversed`.
 */
export async function listEcSales(db: Database, { from, to }: Omit<TaxQuery, 'by'>): Promise<EcSale[]> {
  const papers = taxedPapers({ from, to })
  const home = (await readTaxHome(db))?.country ?? ''
  if (!isEuCountry(home)) return []
  const { rows } = await db.execute<EcSale & { taxNumber: string; [column: string]: unknown }>(sql`
    SELECT tax ->> 'country' AS country, coalesce(facts #>> '{buyer,taxNumber}', '') AS "taxNumber", currency,
      ${addresseeName(sql`facts`)} AS "buyerName",
      sum(sign * (tax ->> 'taxableCents')::bigint)::double precision AS "netCents"
    FROM ${papers}
    WHERE tax ->> 'reason' = ${reason}
    GROUP BY 1, 2, 3, 4 ORDER BY 3, max(issued_on) DESC, 4`)
  const sums = new Map<string, EcSale>()
  for (const { netCents, ...row } of rows) {
    const number = readForeignNumber(row.taxNumber, home)
    const sale = number ? { ...row, ...number } : { ...row, taxNumber: undefined }
    const key = JSON.stringify([sale.currency, sale.taxNumber ?? [sale.country, sale.buyerName]])
    const known = sums.get(key)
    if (known) known.netCents += netCents
    else sums.set(key, { ...sale, netCents })
  }
  // What was wholly credited is not reported.
  return [...sums.values()].filter(({ netCents }) => netCents !== 0).toSorted(byNumber)
}

/** Returns a VAT number of another member state with its beginning; undefined if the text is none. */
function readForeignNumber(text: string, home: string): { country: string; taxNumber: string } | undefined {
  try {
    const { value, kind, country } = readTaxNumber(text)
    return kind === 'eu_vat' && country !== home ? { country: value.slice(0, 2), taxNumber: value } : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Sorts by currency and number, with what has no number last. */
const byNumber = (one: EcSale, other: EcSale): number =>
  one.currency.localeCompare(other.currency) ||
  Number(one.taxNumber === undefined) - Number(other.taxNumber === undefined) ||
  one.country.localeCompare(other.country) ||
  (one.taxNumber ?? one.buyerName).localeCompare(other.taxNumber ?? other.buyerName)

/** Rounds an amount to whole units of its currency, half away from zero, as tax offices want it. */
export function wholeUnits(cents: number, currency: string): number {
  const whole = Math.round(Math.abs(toAmount(cents, currency)))
  return cents < 0 && whole > 0 ? -whole : whole
}
