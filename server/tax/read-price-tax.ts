import type { Charges } from '#contract/charges.ts'
import { taxSettings } from '#server/tax/tax.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns whether tax comes on top of prices, is in them, or is not collected at all. */
export async function readPriceTax(db: Database | Transaction): Promise<Charges['tax']> {
  const [settings] = await db
    .select({ enabled: taxSettings.enabled, pricesIncludeTax: taxSettings.pricesIncludeTax })
    .from(taxSettings)
  if (!settings?.enabled) return 'none'
  return settings.pricesIncludeTax ? 'included' : 'added'
}
