import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { companyOf } from '#server/accounts/addresses/company-of.ts'
import { assertNotOwnTerms } from '#server/customers/assert-not-own-terms.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a customer as files hold it: with the default address, and the terms of those who pay by invoice. */
export interface CustomerRecord {
  id: string
  email: string
  name: string
  phone: string
  company: string | null
  address: Record<'street' | 'district' | 'postalCode' | 'city' | 'region' | 'country', string> | null
  terms: { netDays: number; creditLimitCents: number | null; poRequired: boolean } | null
  [column: string]: unknown
}

const columns = sql`
  users.id, email, display_name AS name, phone, ${companyOf(sql`users.id`)} AS company,
  (SELECT json_build_object('street', street, 'district', district, 'postalCode', postal_code, 'city', city, 'region', region, 'country', country)
    FROM addresses WHERE user_id = users.id AND is_default) AS address,
  CASE WHEN is_active THEN json_build_object('netDays', net_days, 'creditLimitCents', credit_limit_cents, 'poRequired', po_required) END AS terms`
const from = sql`users LEFT JOIN customer_terms ON user_id = users.id`

/** Returns customers by their ids; `lock` holds them. */
export async function readCustomerRecords(
  tx: Transaction,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Map<string, CustomerRecord>> {
  const { rows } = await tx.execute<CustomerRecord>(sql`
    SELECT ${columns} FROM ${from} WHERE users.id = ANY (${sql.param(ids)}::uuid[]) AND removed_at IS NULL
    ORDER BY users.id ${lock ? sql`FOR NO KEY UPDATE OF users` : sql``}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns customers by their e-mail addresses in lower case, and whether they have proved that theirs is. */
export async function findCustomerIds(
  tx: Transaction,
  emails: readonly string[],
): Promise<Map<string, { id: string; isProven: boolean }>> {
  const { rows } = await tx.execute<{ email: string; id: string; isProven: boolean }>(sql`
    SELECT email, id, email_verified_at IS NOT NULL AS "isProven"
    FROM users WHERE email = ANY (${sql.param(emails)}::text[]) AND removed_at IS NULL`)
  return new Map(rows.map(({ email, ...found }) => [email, found]))
}

/** Lists the customers behind an id, staff left out. */
export async function listCustomerRecords(
  db: Database | Transaction,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<CustomerRecord[]> {
  const { rows } = await db.execute<CustomerRecord>(sql`
    SELECT ${columns} FROM ${from}
    WHERE users.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid AND removed_at IS NULL AND role = 'customer' AND staff_role_id IS NULL
    ORDER BY users.id LIMIT ${limit}`)
  return rows
}

/** Deletes the terms of customers who are deleted themselves. */
export async function deleteTerms(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM customer_terms WHERE user_id = ANY (${sql.param(ids)}::uuid[])`)
}

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
