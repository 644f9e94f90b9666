import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names the list of public prices, as every shop has it from the start. */
const deliveredNames: Record<Language, string> = { en: 'Public price breaks', de: 'Öffentliche Staffelpreise' }

/** Names the list of public prices in another main language, unless the seller has named it, or another list so. */
export async function renameBaseList(tx: Transaction, from: Language, to: Language): Promise<void> {
  await tx.execute(sql`
    UPDATE price_lists SET name = ${deliveredNames[to]}
    WHERE is_base AND name = ${deliveredNames[from]}
      AND NOT EXISTS (SELECT FROM price_lists taken WHERE lower(taken.name) = lower(${deliveredNames[to]}))`)
}
