import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { MyPrice } from '#contract/my-prices.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'
import { priceFor, priceSteps, type PriceSteps, quantityRuleFor } from '#server/pricing/price-for.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'

/** Returns a buyer's prices and quantity rules of those products on sale where they differ from the public ones, with one statement. */
export async function findMyPrices(db: Database, buyerId: string, productIds: readonly string[]): Promise<MyPrice[]> {
  const buyer = sql`${buyerId}::uuid`
  const visitor = sql`NULL::uuid`
  const { rows } = await db.execute<Row>(sql`
    SELECT product.id, product.price_cents AS cents, steps, rule.minimum, rule.multiple, rule.maximum, coalesce(list.is_exclusive, false) AS "isExclusive"
    FROM ${pricedProducts} product
    CROSS JOIN LATERAL (
      SELECT ${priceSteps(sql`id`, sql`price_cents`, buyer)} AS steps,
        ${priceSteps(sql`id`, sql`price_cents`, visitor)} AS public_steps) priced
    CROSS JOIN LATERAL ${quantityRuleFor(sql`id`, sql`minimum_quantity, order_multiple, maximum_quantity`, buyer)} rule
    CROSS JOIN LATERAL ${priceFor(sql`id`, sql`product.price_cents`, buyer, sql`1`)} first
    LEFT JOIN price_lists list ON list.id = first.price_list_id
    WHERE product.id = ANY (${sql.param(productIds.filter(isId))}::uuid[]) AND archived_at IS NULL
      AND (steps IS DISTINCT FROM public_steps OR rule IS DISTINCT FROM ROW(minimum_quantity, order_multiple, maximum_quantity))`)
  return rows.map(({ id, cents, steps, minimum, multiple, maximum, isExclusive }) => ({
    productId: id,
    price: toAmount(steps?.[0]?.[1] ?? cents),
    ...(steps && steps.length > 1 && { breaks: steps.map(([from, price]) => ({ from, price: toAmount(price) })) }),
    minOrder: minimum,
    ...(multiple > 1 && { orderMultiple: multiple }),
    ...(maximum !== null && { maxOrder: maximum }),
    ...(isExclusive && { exclusive: true as const }),
  }))
}

type Row = {
  id: string
  cents: number
  steps: PriceSteps | null
  minimum: number
  multiple: number
  maximum: number | null
  isExclusive: boolean
}
