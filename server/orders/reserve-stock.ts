import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

interface Units {
  orderId: string
  productId: string
  quantity: number
  /** Undefined for changes by the shop itself. */
  by: { id: string } | undefined
}

/** Takes units out of stock for an order that is taken up again, whose row the caller has locked; answers whether there were enough. */
export async function reserveStock(tx: Transaction, { orderId, productId, quantity, by }: Units): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH taken AS (
      UPDATE products SET available_quantity = available_quantity - ${quantity}
      WHERE id = ${productId} AND available_quantity >= ${quantity}
      RETURNING id)
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_by, round)
    SELECT id, -${quantity}::integer, 'order-taken-up', ${orderId}, ${by?.id ?? null}, ${nextRound(orderId, 'order-taken-up')}
    FROM taken RETURNING id`)
  return rows.length > 0
}

/** Releases reserved units of an order whose row the caller has locked. */
export async function releaseStock(tx: Transaction, { orderId, productId, quantity, by }: Units): Promise<void> {
  await tx.execute(sql`
    WITH returned AS (
      UPDATE products SET available_quantity = available_quantity + ${quantity} WHERE id = ${productId} RETURNING id)
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_by, round)
    SELECT id, ${quantity}::integer, 'order-restocked', ${orderId}, ${by?.id ?? null}, ${nextRound(orderId, 'order-restocked')}
    FROM returned`)
}

const nextRound = (orderId: string, reason: string) => sql`(
  SELECT coalesce(max(round), 0) + 1 FROM stock_movements WHERE order_id = ${orderId} AND reason = ${reason})`

/** Returns the number of units reserved for the order. */
export async function countReservedUnits(db: Database | Transaction, orderId: string): Promise<number> {
  const { rows } = await db.execute<{ held: number }>(
    sql`SELECT coalesce(-sum(quantity), 0)::integer AS held FROM stock_movements WHERE order_id = ${orderId}`,
  )
  return rows[0]?.held ?? 0
}
