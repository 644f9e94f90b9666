import { type SQL, sql } from 'drizzle-orm'
import type { Discount } from '#contract/apply-discount.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { categoriesBelow } from '#server/pricing/read-catalog.ts'

interface DiscountCall {
  /** Undefined for a visitor. */
  buyerId: string | undefined
  /** As it was typed: capitals and blanks around it do not matter. */
  code: string | undefined
}

interface DiscountRow extends Discount {
  active: boolean
  isEarly: boolean
  isOver: boolean
  isUsedUp: boolean
  isUsedByBuyer: boolean
}

/**
 * Returns the discounts that the buyer may use now: the automatic ones, and that of the code last. Throws `discount-code-unknown`, and for
 * a code that may not be used `discount-not-valid`, `discount-ended`, `discount-used-up` or `discount-used-before`.
 */
export async function findDiscounts(db: Database | Transaction, { buyerId, code }: DiscountCall): Promise<Discount[]> {
  const typed = code?.trim() || undefined
  const { rows } = await db.execute<DiscountRow & Record<string, unknown>>(sql`
    SELECT ${discountColumns}, active,
      coalesce(starts_at > now(), false) AS "isEarly", coalesce(ends_at <= now(), false) AS "isOver",
      coalesce(used_count >= usage_limit, false) AS "isUsedUp",
      once_per_buyer AND EXISTS (
        SELECT FROM discount_uses WHERE discount_id = discounts.id AND buyer_id = ${buyerId ?? null}::uuid) AS "isUsedByBuyer"
    FROM discounts WHERE (code IS NULL AND active) OR lower(code) = lower(${typed ?? null}::text)
    ORDER BY code IS NOT NULL, id`)
  const asked = rows.find((row) => row.code !== null)
  if (typed !== undefined) {
    if (!asked) throw problem('discount-code-unknown', { discount: typed })
    const refusal = refusalOf(asked)
    if (refusal) throw problem(refusal, { discount: asked.code ?? '' })
  }
  return rows.filter((row) => refusalOf(row) === undefined).map(toDiscount)
}

/** Returns the ids of categories and of all below them. */
export async function listCategoriesBelow(db: Database, ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(categoriesBelow(sql`SELECT unnest(${sql.param(ids)}::integer[])`))
  return rows.map(({ id }) => id)
}

/** Selects the fields of a discount that `bestDiscount` needs. */
const discountColumns: SQL = sql`
  discounts.id, name, code, kind, value, target, minimum_cents::float8 AS "minimumCents", updated_at::text AS version,
  ARRAY(SELECT product_id::text FROM discount_products WHERE discount_id = discounts.id) AS "productIds",
  ARRAY(${categoriesBelow(sql`SELECT category_id FROM discount_categories WHERE discount_id = discounts.id`)}) AS "categoryIds"`

function refusalOf({ active, isEarly, isOver, isUsedUp, isUsedByBuyer }: DiscountRow) {
  if (!active || isEarly) return 'discount-not-valid'
  if (isOver) return 'discount-ended'
  if (isUsedUp) return 'discount-used-up'
  return isUsedByBuyer ? 'discount-used-before' : undefined
}

const toDiscount = ({
  active: _,
  isEarly: __,
  isOver: ___,
  isUsedUp: ____,
  isUsedByBuyer: _____,
  ...discount
}: DiscountRow): Discount => discount
