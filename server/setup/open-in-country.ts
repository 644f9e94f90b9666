import { sql } from 'drizzle-orm'
import { currencyOf } from '#contract/currency.ts'
import { type Language, languages } from '#contract/language.ts'
import { regions } from '#contract/regions.ts'
import { defaultStore } from '#contract/settings.ts'
import { ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { changeCurrency } from '#server/setup/change-currency.ts'
import { changeMainLanguage, hasOwnProducts } from '#server/setup/change-main-language.ts'
import { moveDemo } from '#server/setup/move-demo.ts'
import { readStoreRow } from '#server/store/read-store.ts'
import { stores } from '#server/store/store.tables.ts'

/**
 * Gives a new shop the currency, time zone, units and main language of a country, and its demo with them; returns whether it did: a shop in
 * which anything of that was chosen, with products of its own or with orders, stays as it is. Throws a ConfigError for a country that is
 * not listed.
 */
export async function openInCountry(
  db: Database,
  { country, language }: { country: string; language: Language | undefined },
): Promise<boolean> {
  const region = regions[country]
  if (!region) {
    const known = Object.keys(regions).join(', ')
    throw new ConfigError(`STORE_COUNTRY is one of: ${known}. Any other is set up in the dashboard, under Store.`)
  }
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM store FOR UPDATE`)
    const store = await readStoreRow(tx)
    const isNew =
      store.currency === defaultStore.currency &&
      store.timeZone === defaultStore.timeZone &&
      store.units === defaultStore.units &&
      store.languages.join() === defaultStore.languages.join()
    const { rows: ordered } = await tx.execute(sql`SELECT FROM orders LIMIT 1`)
    if (!isNew || ordered.length > 0 || (await hasOwnProducts(tx))) return false
    const currency = currencyOf(region.currency)
    await changeCurrency(tx, { code: store.currency, digits: store.currencyDigits }, currency)
    const [from = languages[0]] = store.languages
    const main = language ?? region.language
    if (main !== from) await changeMainLanguage(tx, undefined, from, main)
    await moveDemo(tx, country)
    await tx.update(stores).set({
      currency: currency.code,
      currencyDigits: currency.digits,
      timeZone: region.timeZone,
      units: region.units,
      languages: [main, ...languages.filter((one) => one !== main)],
    })
    return true
  })
}
