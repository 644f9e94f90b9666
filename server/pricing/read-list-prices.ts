import { type SQL, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { ListPrice as PresentedPrice } from '#contract/list-prices.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Describes a price that a list has for a product from a quantity on. */
export interface ListPrice {
  productId: string
  listId: number
  list: string
  from: number
  cents: number
  /** Set for the sale price that a file has given it. */
  isSale: boolean
}

/** Returns the prices of products in all lists, whether in force or not, that of the public price breaks first. */
export async function readListPrices(
  db: Database | Transaction,
  productIds: readonly string[],
): Promise<Map<string, ListPrice[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await db.execute<ListPrice & { [column: string]: unknown }>(sql`
    SELECT product_id AS "productId", list.id::float8 AS "listId", list.name AS list, from_quantity AS "from", cents, is_sale AS "isSale"
    FROM prices JOIN price_lists list ON list.id = price_list_id
    WHERE product_id = ANY (${sql.param(productIds)}::uuid[]) ORDER BY is_base DESC, list.id, from_quantity`)
  return Map.groupBy(rows, ({ productId }) => productId)
}

export const presentListPrice = ({ list, from, cents }: ListPrice): PresentedPrice => ({
  list,
  from,
  price: toAmount(cents),
})

/** Counts the prices that lists have for products, and those products; `productIds` is a query of ids. */
export async function countListPrices(db: Database, productIds: SQL): Promise<{ prices: number; products: number }> {
  const { rows } = await db.execute<{ prices: number; products: number }>(sql`
    SELECT count(*)::integer AS prices, count(DISTINCT product_id)::integer AS products
    FROM prices WHERE product_id IN (${productIds})`)
  return rows[0] ?? { prices: 0, products: 0 }
}
