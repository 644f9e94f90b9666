import { and, asc, inArray, or, sql } from 'drizzle-orm'
import type { PlaceTotal, TaxRate } from '#contract/tax.ts'
import { largestTotals } from '#server/tax/rate-totals.ts'
import { listTaxRegistrations } from '#server/tax/tax-entries.ts'
import { fromMillionths, toMillionths } from '#server/tax/tax-rules.ts'
import { taxRates } from '#server/tax/tax.tables.ts'
import { patternsOf } from '#server/platform/database/contains-words.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'

/** Returns the rates by place, class, name and start, with every word in one of them, and one row beyond the page. */
export function listRates(db: Database, words: string, page: Page) {
  const { country, region, postalPrefix, taxClass, name, startsOn, id } = taxRates
  const matches = patternsOf(words).map((pattern) =>
    or(
      ...[country, region, postalPrefix, taxClass].map((text) => sql`fold_text(${text}) LIKE ${`${pattern}%`}`),
      sql`fold_text(${name}) LIKE ${`%${pattern}%`}`,
    ),
  )
  const keys: Parameters<typeof rowsAfter>[2] = [country, region, postalPrefix, taxClass, name, startsOn, id]
  return db
    .select()
    .from(taxRates)
    .where(and(...matches, rowsAfter(page, 'ascending', keys)))
    .orderBy(...keys.map((key) => asc(key)))
    .limit(page.limit + 1)
}

export const presentRate = ({ id, rate, ...row }: typeof taxRates.$inferSelect): TaxRate => ({
  _id: String(id),
  ...row,
  rate: fromMillionths(toMillionths(rate)),
})

/** Returns the largest total of the standard rates in each place where the shop is registered on a day or later. */
export async function findLargestTotals(db: Database, day: string): Promise<PlaceTotal[]> {
  const registrations = (await listTaxRegistrations(db)).filter(({ scheme }) => scheme === 'normal')
  const countries = [...new Set(registrations.map(({ country }) => country))]
  const rates = await db.select().from(taxRates).where(inArray(taxRates.country, countries))
  return largestTotals(rates, registrations, day)
}
