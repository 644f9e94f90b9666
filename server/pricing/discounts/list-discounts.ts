import { type SQL, sql } from 'drizzle-orm'
import type { ManagedDiscount } from '#contract/discounts.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { parseId } from '#server/platform/ids.ts'
import { nameOfCategory, pricedProducts } from '#server/pricing/read-catalog.ts'

// A type, because rows of raw queries must have an index signature.
export type ManagedDiscountRow = {
  id: string
  name: string
  code: string | null
  kind: ManagedDiscount['kind']
  value: number
  target: ManagedDiscount['target']
  products: { _id: string; name: string; sku: string | null }[]
  categories: { _id: string; name: string }[]
  minimumCents: number
  startsAt: string | null
  endsAt: string | null
  active: boolean
  usageLimit: number | null
  usedCount: number
  oncePerBuyer: boolean
  state: ManagedDiscount['state']
  updatedAt: string
}

interface DiscountFilter {
  /** Search text: each word must occur in the name or in the code. */
  q?: string | undefined
  state?: ManagedDiscount['state'] | undefined
}

/** Returns discounts, the latest first, and one row beyond the page. */
export async function listDiscounts(
  db: Database,
  { q = '', state }: DiscountFilter,
  { limit, after }: Page,
): Promise<ManagedDiscountRow[]> {
  const found = containsWords(sql`concat_ws(' ', name, code)`, q)
  const conditions = [
    ...(after === undefined ? [] : [sql`id < ${after}::uuid`]),
    ...(state === undefined ? [] : [sql`${stateOf} = ${state}`]),
    ...(found ? [found] : []),
  ]
  const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
  return selectDiscounts(db, sql`${where} ORDER BY id DESC LIMIT ${limit + 1}`)
}

/** Returns a discount; throws `discount-not-found`. */
export async function getDiscount(db: Database | Transaction, id: string): Promise<ManagedDiscountRow> {
  const [row] = await selectDiscounts(db, sql`WHERE id = ${parseId(id, 'discount-not-found')}`)
  if (!row) throw problem('discount-not-found')
  return row
}

const stateOf = sql`CASE
  WHEN NOT active THEN 'off' WHEN ends_at <= now() THEN 'ended' WHEN used_count >= usage_limit THEN 'used-up'
  WHEN starts_at > now() THEN 'scheduled' ELSE 'running' END`

async function selectDiscounts(db: Database | Transaction, rest: SQL): Promise<ManagedDiscountRow[]> {
  const { rows } = await db.execute<ManagedDiscountRow>(sql`
    SELECT id, name, code, kind, value, target, minimum_cents::float8 AS "minimumCents", starts_at AS "startsAt", ends_at AS "endsAt",
      active, usage_limit AS "usageLimit", used_count AS "usedCount", once_per_buyer AS "oncePerBuyer", ${stateOf} AS state,
      updated_at AS "updatedAt",
      (SELECT coalesce(json_agg(json_build_object('_id', product.id, 'name', product.name, 'sku', sku) ORDER BY position), '[]')
        FROM discount_products JOIN ${pricedProducts} product ON product.id = product_id WHERE discount_id = discounts.id) AS products,
      (SELECT coalesce(json_agg(json_build_object('_id', category_id::text, 'name', ${nameOfCategory(sql`discount_categories.category_id`)}) ORDER BY category_id), '[]')
        FROM discount_categories WHERE discount_id = discounts.id) AS categories
    FROM discounts ${rest}`)
  return rows
}
