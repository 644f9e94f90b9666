import { type SQL, sql } from 'drizzle-orm'
import { listOrderLines } from '#server/orders/order-lines.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names units of a line of an order. */
export interface LineUnits {
  lineId: number
  units: number
}

interface StockChange {
  orderId: string
  lines: readonly LineUnits[]
  /** Undefined for changes by the shop itself. */
  by: { id: string } | undefined
}

/**
 * Takes what is in stock for the lines of an order that is taken up again, whose row the caller has locked; earlier lines take first.
 * Stock that is left is calculated from the locked rows, as in `insert-order.ts`. Returns
 * the units that are missing.
 */
export async function reserveStock(tx: Transaction, { orderId, lines, by }: StockChange): Promise<LineUnits[]> {
  const wanted = lines.filter(({ units }) => units > 0)
  if (wanted.length === 0) return []
  const { rows } = await tx.execute<{ line_id: string; missing: number }>(sql`
    WITH ${unitsByLine(wanted)},
    taken AS (
      SELECT line_id, product_id, least(units, greatest(available_quantity - before, 0)) AS units
      FROM (
        SELECT *, sum(units) OVER (PARTITION BY product_id ORDER BY line_id) - units AS before FROM wanted) queued
      JOIN stock USING (product_id)),
    sold AS (
      UPDATE products SET available_quantity = gone.left_over
      FROM (
        SELECT product_id, stock.available_quantity - sum(units) AS left_over FROM taken JOIN stock USING (product_id)
        GROUP BY product_id, stock.available_quantity) gone
      WHERE id = gone.product_id),
    moved AS (
      INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by, round)
      SELECT product_id, -units, 'order-taken-up', ${orderId}, line_id, ${by?.id ?? null}, ${nextRound(orderId, 'order-taken-up')}
      FROM taken WHERE units > 0)
    SELECT line_id, wanted.units - taken.units AS missing FROM wanted JOIN taken USING (line_id)
    WHERE taken.units < wanted.units ORDER BY line_id`)
  return rows.map(({ line_id: id, missing }) => ({ lineId: Number(id), units: missing }))
}

/** Takes what is in stock for all lines of an expired order, whose row the caller has locked; returns the units that are missing. */
export async function reserveAllLines(tx: Transaction, orderId: string): Promise<LineUnits[]> {
  const lines = (await listOrderLines(tx, orderId)).map(({ id, quantity }) => ({ lineId: id, units: quantity }))
  return reserveStock(tx, { orderId, lines, by: undefined })
}

/** Restocks reserved units of an order with a refund; the caller has locked the order. */
export async function restock(tx: Transaction, { orderId, lines, by }: StockChange): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(sql`
    WITH ${unitsByLine(lines)},
    counted AS (
      UPDATE order_lines SET restocked_quantity = restocked_quantity + units FROM wanted WHERE id = line_id),
    returned AS (
      UPDATE products SET available_quantity = available_quantity + back.units
      FROM (SELECT product_id, sum(units) AS units FROM wanted JOIN stock USING (product_id) GROUP BY product_id) back
      WHERE id = back.product_id)
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by, round)
    SELECT product_id, units, 'order-restocked', ${orderId}, line_id, ${by?.id ?? null}, ${nextRound(orderId, 'order-restocked')}
    FROM wanted`)
}

/** Makes the tables `wanted` and `stock` of a statement; the products are locked in the order of their ids. */
const unitsByLine = (lines: readonly LineUnits[]): SQL => sql`
  wanted AS (
    SELECT "lineId" AS line_id, units, product_id
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS given ("lineId" bigint, units integer)
    JOIN order_lines ON order_lines.id = "lineId"),
  stock AS (
    SELECT id AS product_id, available_quantity FROM products
    WHERE id IN (SELECT product_id FROM wanted) ORDER BY id FOR NO KEY UPDATE)`

const nextRound = (orderId: string, reason: string) => sql`(
  SELECT coalesce(max(round), 0) + 1 FROM stock_movements WHERE order_id = ${orderId} AND reason = ${reason})`
