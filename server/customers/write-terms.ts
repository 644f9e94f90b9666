import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { assertNotOwnTerms } from '#server/customers/assert-not-own-terms.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export interface TermsWrite {
  id: string
  /** Without days, the terms from before are in force again; null ends payment by invoice. */
  terms: { netDays: number | undefined; creditLimitCents: number | null; poRequired: boolean } | null
}

/** Sets the terms of customers; null ends payment by invoice. Throws `credit-limit-below-owed`. */
export async function writeTerms(tx: Transaction, writes: readonly TermsWrite[], by: { id: string }): Promise<void> {
  for (const { id, terms } of writes) {
    if (!terms) {
      await tx.execute(sql`
        UPDATE customer_terms SET is_active = false, set_by = ${by.id}, set_at = now() WHERE user_id = ${id} AND is_active`)
      continue
    }
    await assertNotOwnTerms(tx, id, by)
    if (terms.netDays === undefined) {
      await tx.execute(sql`
        UPDATE customer_terms SET is_active = true, set_by = ${by.id}, set_at = now() WHERE user_id = ${id}`)
      continue
    }
    const { rows } = await tx.execute<{ owed: number }>(
      sql`SELECT owed_cents::float8 AS owed FROM customer_terms WHERE user_id = ${id} FOR UPDATE`,
    )
    const owed = rows[0]?.owed ?? 0
    if (terms.creditLimitCents !== null && owed > terms.creditLimitCents) {
      throw problem('credit-limit-below-owed', { owed: toAmount(owed) })
    }
    await tx.execute(sql`
      INSERT INTO customer_terms (user_id, net_days, credit_limit_cents, po_required, set_by)
      VALUES (${id}, ${terms.netDays}, ${terms.creditLimitCents}, ${terms.poRequired}, ${by.id})
      ON CONFLICT (user_id) DO UPDATE SET net_days = excluded.net_days, credit_limit_cents = excluded.credit_limit_cents,
        po_required = excluded.po_required, set_by = excluded.set_by, set_at = now(), is_active = true`)
  }
}
