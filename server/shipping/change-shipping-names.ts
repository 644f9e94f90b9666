import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { lockSetup } from '#server/shipping/record-shipping-change.ts'

/** Makes the names of methods and ship classes in another language their own ones, and the own ones translations. */
export async function changeShippingNames(tx: Transaction, from: Language, to: Language): Promise<void> {
  await lockSetup(tx)
  await tx.execute(sql`SELECT exchange_shipping_names(${from}, ${to})`)
}
