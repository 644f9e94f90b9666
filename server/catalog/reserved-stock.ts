import { sql } from 'drizzle-orm'
import type { ToolStock } from '#contract/catalog.ts'
import { orderName } from '#contract/order-name.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'
import { heldUnits } from '#server/stock/held-units.ts'

/** Returns the units that orders hold of products, by the ids of the products; those of which none are held are left out. */
export async function readReserved(
  db: Database | Transaction,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; units: number }>(sql`
    SELECT product_id AS id, sum(units)::integer AS units FROM (${heldUnits(productIds)}) held GROUP BY product_id`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}

/** Adds the units that orders hold to the rows of a list. */
export async function withReserved<Row extends { id: string }>(db: Database | Transaction, rows: readonly Row[]) {
  const reserved = await readReserved(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, reserved: reserved.get(row.id) ?? 0 }))
}

/** Describes the units of a product at one moment. */
export interface ProductUnits {
  id: string
  sku: string | null
  brand: string | null
  available: number
  reserved: number
}

/** Locks products against orders that take units of them, in the order of all locks on products. */
export async function lockProducts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    SELECT FROM products WHERE id = ANY (${sql.param(ids)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`)
}

/** Returns the units of products, both numbers of the same moment: an order that is placed between them would be counted twice. */
export async function readUnits(db: Database | Transaction, ids: readonly string[]): Promise<ProductUnits[]> {
  const { rows } = await db.execute<ProductUnits & Record<string, unknown>>(sql`
    SELECT products.id, sku, (SELECT name FROM brands WHERE brands.id = brand_id) AS brand, available_quantity AS available, coalesce(sum(units), 0)::integer AS reserved
    FROM products LEFT JOIN (${heldUnits(ids)}) held ON product_id = products.id
    WHERE products.id = ANY (${sql.param(ids)}::uuid[]) GROUP BY products.id`)
  return rows
}

/** Returns the units of a product and the oldest orders that hold some of them; throws `product-not-found`. */
export async function readProductStock(db: Database, id: string): Promise<ToolStock> {
  const productId = parseId(id, 'product-not-found')
  const { rows } = await db.execute<{
    available: number
    reserved: number
    count: number
    id: string | null
    number: string
    units: number
  }>(sql`
    SELECT available_quantity AS available, coalesce(sum(units) OVER (), 0)::integer AS reserved,
      count(held.id) OVER ()::integer AS count, held.id, number, units
    FROM products LEFT JOIN (${heldUnits([productId])}) held ON true
    WHERE products.id = ${productId} ORDER BY number LIMIT 20`)
  const [first] = rows
  if (!first) throw problem('product-not-found')
  const { available, reserved, count } = first
  return {
    available,
    reserved,
    onShelf: available + reserved,
    orders: rows.flatMap(({ id: orderId, number, units }) =>
      orderId === null ? [] : [{ _id: orderId, number: orderName(Number(number)), units }],
    ),
    orderCount: count,
  }
}

const namedOrders = 5

/** Returns the oldest orders that hold units of products, by the ids of the products: `BY-1001: 4, BY-1002: 2, …`. */
export async function nameHoldingOrders(tx: Transaction, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ product: string; numbers: string[]; units: number[]; count: number }>(sql`
    SELECT product_id AS product, (array_agg(number::text ORDER BY number))[:${namedOrders}] AS numbers,
      (array_agg(units ORDER BY number))[:${namedOrders}] AS units, count(*)::integer AS count
    FROM (${heldUnits(productIds)}) held GROUP BY product_id`)
  return new Map(
    rows.map(({ product, numbers, units, count }) => [
      product,
      [
        ...numbers.map((number, index) => `${orderName(Number(number))}: ${units[index]}`),
        ...(count > namedOrders ? ['…'] : []),
      ].join(', '),
    ]),
  )
}
