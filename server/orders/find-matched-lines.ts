import { sql } from 'drizzle-orm'
import type { ManagedOrder } from '#contract/orders.ts'
import { readNumbers } from '#server/orders/find-orders.ts'
import { linesInWords } from '#server/orders/order-rules.ts'
import type { Database } from '#server/platform/database/database.ts'
import { allOf } from '#server/platform/database/search.ts'

interface MatchedLine extends Record<string, unknown> {
  orderId: string
  name: string
  brand: string | null
  sku: string | null
  quantity: number
}

/** Adds to orders of several lines the product for whose number or words they were found, with its units of all lines. */
export async function withMatchedLines(
  db: Database,
  words: string | undefined,
  orders: readonly ManagedOrder[],
): Promise<readonly ManagedOrder[]> {
  const ids = orders.flatMap(({ _id, lineCount }) => (lineCount > 1 ? [_id] : []))
  if (words === undefined || ids.length === 0) return orders
  const [parts, productIds] = await readNumbers(db, words)
  // The words of later lines are not searched, either.
  const { rows } = await db.execute<MatchedLine>(sql`
    SELECT DISTINCT ON (order_id) order_id AS "orderId", product_name AS name, brand, sku,
      (sum(quantity) OVER (PARTITION BY order_id, product_id))::integer AS quantity
    FROM order_lines CROSS JOIN LATERAL (SELECT product_id = ANY (${sql.param(productIds)}::uuid[]) AS by_number) found
    WHERE order_id = ANY (${sql.param(ids)}::uuid[]) AND (by_number
      OR position <= ${linesInWords} AND words_of(concat_ws(' ', product_name, shown_name, sku)) @@ ${allOf(parts)}::tsquery)
    ORDER BY order_id, by_number DESC, position`)
  const byOrder = new Map(rows.map(({ orderId, ...line }) => [orderId, line]))
  return orders.map((order) => {
    const line = byOrder.get(order._id)
    if (!line) return order
    const { name, brand, sku, quantity } = line
    return { ...order, matched: { name, ...(brand !== null && { brand }), ...(sku !== null && { sku }), quantity } }
  })
}
