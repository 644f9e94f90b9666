import { eq, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { lockCustomer } from '#server/customers/find-customers.ts'
import { assertNotOwnTerms } from '#server/customers/assert-not-own-terms.ts'
import { customerTerms } from '#server/customers/customers.tables.ts'
import type { Terms } from '#server/customers/find-terms.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export type TermsInput = Omit<Terms, 'owedCents'>

type TermsRow = typeof customerTerms.$inferSelect

/** Lets a customer pay by invoice, or changes the terms. Throws `customer-not-found`, `own-terms`, or `credit-limit-below-owed` with what is owed. */
export async function setTerms(db: Database, userId: string, input: TermsInput, by: AuditActor): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const { user } = await lockCustomer(tx, userId)
      await assertNotOwnTerms(tx, user.id, by)
      const before = await lockTerms(tx, user.id)
      const change = { ...input, isActive: true, setBy: by.id, setAt: sql`now()` }
      await tx
        .insert(customerTerms)
        .values({ userId: user.id, ...change })
        .onConflictDoUpdate({ target: customerTerms.userId, set: change })
      await recordAuditEvent(tx, by, {
        kind: 'terms-set',
        subject: { type: 'user', id: user.id },
        ...(before?.isActive && { before: factsOf(before) }),
        after: factsOf(input),
      })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'customer_terms_limit') throw error
    const [row] = await db.select().from(customerTerms).where(eq(customerTerms.userId, userId))
    throw problem('credit-limit-below-owed', { owed: toAmount(row?.owedCents ?? 0) })
  }
}

/** Ends payment by invoice for a customer; orders that are open stay so. Throws `customer-not-found`. */
export async function withdrawTerms(db: Database, userId: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await lockCustomer(tx, userId)
    const before = await lockTerms(tx, user.id)
    if (!before?.isActive) return
    await tx
      .update(customerTerms)
      .set({ isActive: false, setBy: by.id, setAt: sql`now()` })
      .where(eq(customerTerms.userId, user.id))
    await recordAuditEvent(tx, by, {
      kind: 'terms-withdrawn',
      subject: { type: 'user', id: user.id },
      before: factsOf(before),
    })
  })
}

async function lockTerms(tx: Transaction, userId: string): Promise<TermsRow | undefined> {
  const [row] = await tx.select().from(customerTerms).where(eq(customerTerms.userId, userId)).for('update')
  return row
}

const factsOf = ({ netDays, creditLimitCents, poRequired }: TermsInput) => ({
  netDays,
  creditLimitCents: creditLimitCents ?? 'none',
  poRequired,
})
