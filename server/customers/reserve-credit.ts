import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { customerTerms } from '#server/customers/customers.tables.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Credit {
  buyerId: string
  cents: number
}

/**
 * Adds an order on account to what its buyer owes, and locks that until the transaction ends: after products, before discounts. Throws
 * `terms-not-allowed`, or `credit-limit-reached` with what is left.
 */
export async function reserveCredit(tx: Transaction, { buyerId, cents }: Credit): Promise<void> {
  if (await addOwed(tx, { buyerId, cents }, eq(customerTerms.isActive, true))) return
  const terms = await findTerms(tx, buyerId)
  if (!terms) throw problem('terms-not-allowed')
  throw problem('credit-limit-reached', { left: toAmount((terms.creditLimitCents ?? 0) - terms.owedCents) })
}

/** Adds what is open again of an order on account to what its buyer owes, also once the terms have ended; throws `credit-limit-in-the-way`. */
export async function restoreCredit(tx: Transaction, { buyerId, cents }: Credit): Promise<void> {
  if (!(await addOwed(tx, { buyerId, cents }))) throw problem('credit-limit-in-the-way', { amount: toAmount(cents) })
}

/** Adds to what a buyer owes as far as the limit allows; returns whether it did. */
async function addOwed(tx: Transaction, { buyerId, cents }: Credit, condition?: SQL): Promise<boolean> {
  const owed = sql`${customerTerms.owedCents} + ${cents}::bigint`
  const isWithinLimit = or(isNull(customerTerms.creditLimitCents), gte(customerTerms.creditLimitCents, owed))
  const { rowCount } = await tx
    .update(customerTerms)
    .set({ owedCents: owed })
    .where(and(eq(customerTerms.userId, buyerId), condition, isWithinLimit))
  return Boolean(rowCount)
}

/** Takes an order on account, or a part of it, off what its buyer owes: it was paid, credited or cancelled. The caller has locked the order. */
export async function releaseCredit(tx: Transaction, { buyerId, cents }: Credit): Promise<void> {
  await tx
    .update(customerTerms)
    .set({ owedCents: sql`${customerTerms.owedCents} - ${cents}::bigint` })
    .where(eq(customerTerms.userId, buyerId))
}
