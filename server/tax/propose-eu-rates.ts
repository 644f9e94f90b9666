import { sql } from 'drizzle-orm'
import { storeDay } from '#contract/time-zone.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { proposeEuRates } from '#contract/tax.ts'
import { fromMillionths, toMillionths } from '#server/tax/tax-rules.ts'
import { euCountries } from '#server/tax/vat-area.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Lists the standard rates of the European Union as the library knows them; nothing is saved. Other countries are never proposed. */
export async function proposeRates(
  db: Database | Transaction,
  now: Date,
): Promise<ResponseBody<typeof proposeEuRates>> {
  const day = storeDay(now)
  const { rows } = await db.execute<{ country: string; name: string; rate: string }>(sql`
    SELECT DISTINCT ON (country) country, name, rate::text FROM tax_rates
    WHERE region = '' AND postal_prefix = '' AND tax_class = 'standard' AND starts_on <= ${day}::date
    ORDER BY country, starts_on DESC`)
  const present = new Map(rows.map((row) => [row.country, row]))
  return (await listEuRates()).map(({ country, rate }) => {
    const has = present.get(country)
    // Under another name, it would be charged beside the present one. Pages and papers translate `VAT`.
    const name = has?.name ?? 'VAT'
    return { country, name, rate, startsOn: day, ...(has && { present: fromMillionths(toMillionths(has.rate)) }) }
  })
}

/** Lists the standard rates of the European Union as fractions. */
export async function listEuRates(): Promise<{ country: string; rate: string }[]> {
  // Only here, so that the shop starts without it.
  const { default: salesTax } = await import('sales-tax')
  return Promise.all(
    euCountries.map(async (country) => {
      const { rate } = await salesTax.getSalesTax(country)
      return { country, rate: fromMillionths(BigInt(Math.round(rate * 1e6))) }
    }),
  )
}
