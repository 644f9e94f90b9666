import { type SQL, sql } from 'drizzle-orm'
import { companyOf } from '#server/accounts/addresses/company-of.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

type StoredAddress = Record<
  'recipient' | 'company' | 'street' | 'district' | 'postalCode' | 'city' | 'region' | 'country' | 'phone',
  string
>

/** Describes a customer as files hold it: with the default address, and the terms of those who pay by invoice. */
export interface CustomerRecord {
  id: string
  email: string
  name: string
  phone: string
  company: string | null
  address: StoredAddress | null
  /** The address for bills; null if it is the default one. */
  billing: StoredAddress | null
  terms: { netDays: number; creditLimitCents: number | null; poRequired: boolean } | null
  [column: string]: unknown
}

const addressWhere = (isIt: SQL) => sql`(
  SELECT json_build_object('recipient', recipient, 'company', company, 'street', street, 'district', district, 'postalCode', postal_code,
    'city', city, 'region', region, 'country', country, 'phone', phone) FROM addresses WHERE user_id = users.id AND ${isIt})`
const columns = sql`
  users.id, email, display_name AS name, phone, ${companyOf(sql`users.id`)} AS company,
  ${addressWhere(sql`is_default`)} AS address, ${addressWhere(sql`is_billing AND NOT is_default`)} AS billing,
  CASE WHEN is_active THEN json_build_object('netDays', net_days, 'creditLimitCents', credit_limit_cents, 'poRequired', po_required) END AS terms`
const from = sql`users LEFT JOIN customer_terms ON user_id = users.id`

/** Returns customers by their ids; `lock` holds them. */
export async function readCustomerRecords(
  tx: Database | Transaction,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Map<string, CustomerRecord>> {
  const { rows } = await tx.execute<CustomerRecord>(sql`
    SELECT ${columns} FROM ${from} WHERE users.id = ANY (${sql.param(ids)}::uuid[]) AND removed_at IS NULL
    ORDER BY users.id ${lock ? sql`FOR NO KEY UPDATE OF users` : sql``}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns customers by e-mail addresses in lower case, also by those of accounts merged into theirs, and whether they have proved that theirs is. */
export async function findCustomerIds(
  tx: Database | Transaction,
  emails: readonly string[],
): Promise<Map<string, { id: string; name: string; isProven: boolean; isMerged: boolean }>> {
  const { rows } = await tx.execute<{
    email: string
    id: string
    name: string
    isProven: boolean
    isMerged: boolean
  }>(sql`
    SELECT named.email, users.id, coalesce(nullif(users.display_name, ''), users.email) AS name,
      users.email_verified_at IS NOT NULL AS "isProven", named.merged_into IS NOT NULL AS "isMerged"
    FROM users named JOIN users ON users.id = coalesce(named.merged_into, named.id) AND users.removed_at IS NULL
    WHERE named.email = ANY (${sql.param(emails)}::text[]) AND (named.removed_at IS NULL OR named.merged_into IS NOT NULL)
    ORDER BY "isMerged" DESC`)
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
