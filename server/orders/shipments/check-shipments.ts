import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the orders whose parcels break a law, each with its law; empty if none. */
export async function checkShipments(db: Database): Promise<{ orderId: string; law: string }[]> {
  const { rows } = await db.execute<{ orderId: string; law: string }>(sql`
    WITH live AS (
      SELECT order_line_id AS id, sum(units) AS units FROM shipment_lines JOIN shipments ON shipments.id = shipment_id
      WHERE undone_at IS NULL GROUP BY 1),
    lines AS (
      SELECT order_id, bool_or(shipped_quantity <> coalesce(live.units, 0)) AS differs,
        bool_or(shipped_quantity + cancelled_quantity < quantity) AS owes
      FROM order_lines LEFT JOIN live USING (id) GROUP BY order_id),
    parcels AS (
      SELECT order_id, min(shipped_at) FILTER (WHERE undone_at IS NULL) AS first, max(shipped_at) FILTER (WHERE undone_at IS NULL) AS last,
        count(*) AS count, max(position) AS positions,
        count(announced_at) AS announced,
        (SELECT count(*) FROM outbox WHERE outbox.order_id = shipments.order_id AND kind = 'order-shipped') AS mails,
        bool_or(NOT EXISTS (SELECT FROM shipment_lines WHERE shipment_id = shipments.id)) AS has_empty,
        bool_or(EXISTS (
          SELECT FROM shipment_lines JOIN order_lines ON order_lines.id = order_line_id
          WHERE shipment_id = shipments.id AND order_lines.order_id <> shipments.order_id)) AS has_others
      FROM shipments GROUP BY order_id)
    SELECT orders.id AS "orderId", law FROM orders JOIN lines ON lines.order_id = orders.id LEFT JOIN parcels ON parcels.order_id = orders.id,
      LATERAL (VALUES
        ('the shipped units of its lines are not the sums of its parcels', differs),
        ('it has shipped, but is neither paid nor on account',
          first_shipped_at IS NOT NULL AND (num_nonnulls(paid_at, confirmed_at) = 0 OR num_nonnulls(cancelled_at, expired_at) > 0)),
        ('the time of its first parcel is not that of the order', first_shipped_at IS DISTINCT FROM first),
        ('it is shipped, or not, other than its parcels and lines say', shipped_at IS DISTINCT FROM CASE WHEN NOT owes THEN last END),
        ('a parcel of it has no units', has_empty),
        ('a parcel of it has units of another order', has_others),
        ('the numbers of its parcels have a gap', positions <> count),
        ('its buyer has more mails of parcels than parcels were announced', mails > announced)) laws (law, is_broken)
    WHERE is_broken`)
  return rows
}
