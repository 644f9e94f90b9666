import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Writes what lists read of the values of products, in the transaction that has changed the values and holds the products. */
export async function writeFacets(tx: Transaction, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  const ids = sql`${sql.param(productIds)}::uuid[]`
  await tx.execute(sql`
    UPDATE products SET attributes = projected.attributes
    FROM products product LEFT JOIN projected_attributes projected ON projected.product_id = product.id
    WHERE product.id = ANY (${ids}) AND products.id = product.id AND products.attributes IS DISTINCT FROM projected.attributes`)
  await tx.execute(sql`SELECT write_facets(${ids})`)
}

/** Lets the work write several products without the trigger that writes the facets of each, and then writes those of all. */
export async function writeFacetsOnce(
  tx: Transaction,
  productIds: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  if (productIds.length === 1) return work()
  const tellTrigger = (value: 'on' | 'off') => sql`SELECT set_config('shop.writes_facets', ${value}, true)`
  await tx.execute(tellTrigger('on'))
  await work()
  await tx.execute(tellTrigger('off'))
  await tx.execute(sql`SELECT write_facets(${sql.param(productIds)}::uuid[])`)
}

/** Locks products in one order, so that merges and orders of several products do not wait for each other in a circle. */
export async function lockProducts(tx: Transaction, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE ${condition} ORDER BY id FOR NO KEY UPDATE`,
  )
  return rows.map(({ id }) => id)
}
