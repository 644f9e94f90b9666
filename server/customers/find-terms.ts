import { and, eq } from 'drizzle-orm'
import { customerTerms } from '#server/customers/customers.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

export interface Terms {
  netDays: number
  /** Null: no limit; 0: nothing. */
  creditLimitCents: number | null
  owedCents: number
  poRequired: boolean
}

/** Counts the buyers who may pay by invoice. */
export const countBuyersOnTerms = (db: Database): Promise<number> =>
  db.$count(customerTerms, eq(customerTerms.isActive, true))

/** Returns the terms on which a buyer may pay by invoice; undefined if the buyer may not. */
export async function findTerms(db: Database | Transaction, buyerId: string): Promise<Terms | undefined> {
  const { netDays, creditLimitCents, owedCents, poRequired } = customerTerms
  const [terms] = await db
    .select({ netDays, creditLimitCents, owedCents, poRequired })
    .from(customerTerms)
    .where(and(eq(customerTerms.userId, buyerId), eq(customerTerms.isActive, true)))
  return terms
}
