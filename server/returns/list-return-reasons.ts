import { sql } from 'drizzle-orm'
import { maxSalesDays } from '#contract/reports.ts'
import { maxRows } from '#contract/pagination.ts'
import type { ReturnedProduct, ReturnReason } from '#contract/returns.ts'
import { addDays } from '#contract/time-zone.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inDayRange } from '#server/platform/database/day-range.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Row {
  productId: string
  name: string
  sku: string | null
  units: number
  reasons: { reason: ReturnReason; units: number }[]
  notFitting: ReturnedProduct['notFitting'] | null
}

/** Returns products with the units that buyers returned or asked to return and why, without those that were refused, those with most units first. Throws `period-not-valid`. */
export async function listReturnReasons(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<ReturnedProduct[]> {
  if (from > to || addDays(from, maxSalesDays) <= to) throw problem('period-not-valid', { days: maxSalesDays })
  const { rows } = await db.execute<{ [Key in keyof Row]: Row[Key] }>(sql`
    WITH asked AS (
      SELECT product_id, reason, CASE WHEN reason = 'does-not-fit' THEN fit_verdict END AS verdict,
        CASE WHEN reason = 'does-not-fit' THEN vehicle ->> 'name' END AS vehicle, sum(return_lines.units)::integer AS units, max(order_lines.id) AS line_id
      FROM returns JOIN return_lines ON return_id = returns.id JOIN order_lines ON order_lines.id = order_line_id
      WHERE cancelled_at IS NULL AND refused_at IS NULL AND ${inDayRange(sql`requested_at`, { from, to })} GROUP BY 1, 2, 3, 4)
    SELECT product_id AS "productId", (SELECT product_name FROM order_lines WHERE id = max(line_id)) AS name,
      (SELECT sku FROM order_lines WHERE id = max(line_id)) AS sku, sum(units)::integer AS units,
      (SELECT json_agg(json_build_object('reason', reason, 'units', units) ORDER BY units DESC, reason)
        FROM (SELECT reason, sum(units)::integer AS units FROM asked same WHERE same.product_id = asked.product_id GROUP BY 1) by_reason) AS reasons,
      json_agg(json_build_object('vehicle', vehicle, 'verdict', verdict, 'units', units) ORDER BY units DESC, vehicle, verdict) FILTER (WHERE verdict IS NOT NULL) AS "notFitting"
    FROM asked GROUP BY product_id ORDER BY sum(units) DESC, product_id LIMIT ${maxRows}`)
  return rows.map(({ sku, notFitting, ...row }) => ({
    ...row,
    ...(sku !== null && { sku }),
    ...(notFitting && { notFitting }),
  }))
}
