import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the orders whose returns break a law, each with its law; empty if none. */
export async function checkReturns(db: Database): Promise<{ orderId: string; law: string }[]> {
  const { rows } = await db.execute<{ orderId: string; law: string }>(sql`
    WITH parts AS (
      SELECT returns.order_id, returns.id, received_at IS NOT NULL AS is_received, received_units, restocked_units, order_line_id,
        line.order_id <> returns.order_id AS is_of_other
      FROM returns JOIN return_lines ON return_id = returns.id JOIN order_lines line ON line.id = order_line_id),
    lines AS (
      SELECT parts.order_id, order_line_id, sum(received_units) AS received, sum(restocked_units) AS restocked FROM parts GROUP BY 1, 2),
    paid AS (
      SELECT refunds.order_id, refunds.order_id <> returns.order_id AS is_of_other, received_at IS NULL AS is_early, returns.id,
        EXISTS (
          SELECT FROM refund_lines LEFT JOIN return_lines USING (order_line_id)
          WHERE refund_id = refunds.id AND return_lines.return_id IS NOT DISTINCT FROM returns.id
            AND refund_lines.returned_quantity > return_lines.received_units) AS is_too_much
      FROM refunds JOIN returns ON returns.id = return_id WHERE refunds.state <> 'failed')
    SELECT order_id AS "orderId", law FROM (
      SELECT order_id, 'a return has units of another order' AS law FROM parts WHERE is_of_other
      UNION ALL SELECT order_id, 'units of a return arrived that was not received' FROM parts WHERE NOT is_received AND received_units > 0
      UNION ALL SELECT order_id, 'a return was received without units' FROM parts GROUP BY order_id, id
        HAVING bool_and(is_received) AND sum(received_units) = 0
      UNION ALL SELECT order_id, 'a return has no lines' FROM returns WHERE NOT EXISTS (SELECT FROM return_lines WHERE return_id = returns.id)
      UNION ALL SELECT lines.order_id, 'more units of a line arrived with returns than came back' FROM lines
        JOIN order_lines ON order_lines.id = order_line_id WHERE received > returned_quantity
      UNION ALL SELECT lines.order_id, 'more units of a line were restocked with returns than went into stock' FROM lines
        WHERE restocked > (
          SELECT coalesce(sum(units), 0) FROM stock_movements WHERE stock_movements.order_line_id = lines.order_line_id AND kind = 'restock')
      UNION ALL SELECT order_id, 'the numbers of its returns have a gap' FROM returns GROUP BY order_id HAVING max(position) <> count(*)
      UNION ALL SELECT order_id, 'a refund is of a return of another order' FROM paid WHERE is_of_other
      UNION ALL SELECT order_id, 'a return was paid back before it was received' FROM paid WHERE is_early
      UNION ALL SELECT order_id, 'more units of a return were paid back than arrived' FROM paid WHERE is_too_much
      UNION ALL SELECT order_id, 'a return was paid back twice' FROM paid GROUP BY order_id, id HAVING count(*) > 1
      UNION ALL SELECT returns.order_id, 'a replacement of a return costs something' FROM returns
        JOIN orders ON orders.id = replacement_id WHERE total_cents > 0
      UNION ALL SELECT order_id, 'a return was both paid back and replaced' FROM returns
        WHERE EXISTS (SELECT FROM order_lines WHERE order_lines.order_id = replacement_id AND cancelled_quantity < quantity)
          AND EXISTS (SELECT FROM paid WHERE paid.id = returns.id)) broken`)
  return rows
}
