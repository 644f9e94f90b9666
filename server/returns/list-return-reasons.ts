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
}

/** Returns products with the units that buyers asked to return and why, those with most units first. Throws `period-not-valid`. */
export async function listReturnReasons(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<ReturnedProduct[]> {
  if (from > to || addDays(from, maxSalesDays) <= to) throw problem('period-not-valid', { days: maxSalesDays })
  const { rows } = await db.execute<{ [Key in keyof Row]: Row[Key] }>(sql`
    WITH asked AS (
      SELECT product_id, reason, sum(return_lines.units)::integer AS units, max(order_lines.id) AS line_id
      FROM returns JOIN return_lines ON return_id = returns.id JOIN order_lines ON order_lines.id = order_line_id
      WHERE cancelled_at IS NULL AND ${inDayRange(sql`requested_at`, { from, to })} GROUP BY 1, 2)
    SELECT product_id AS "productId", (SELECT product_name FROM order_lines WHERE id = max(line_id)) AS name,
      (SELECT sku FROM order_lines WHERE id = max(line_id)) AS sku, sum(units)::integer AS units,
      json_agg(json_build_object('reason', reason, 'units', units) ORDER BY units DESC, reason) AS reasons
    FROM asked GROUP BY product_id ORDER BY sum(units) DESC, product_id LIMIT ${maxRows}`)
  return rows.map(({ sku, ...row }) => ({ ...row, ...(sku !== null && { sku }) }))
}
