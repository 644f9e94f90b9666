import { desc, eq } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the language of a buyer's last order; the main one of the store for a buyer without any. */
export async function findLanguage(db: Database, buyerId: string): Promise<Language> {
  const [last] = await db
    .select({ language: orders.language })
    .from(orders)
    .where(eq(orders.buyerId, buyerId))
    .orderBy(desc(orders.placedAt))
    .limit(1)
  return last?.language ?? mainLanguage()
}
