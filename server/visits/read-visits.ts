import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import { maxVisitDays, maxVisitRows, type VisitReport } from '#contract/visits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inDayRange } from '#server/platform/database/day-range.ts'
import { problem } from '#server/platform/http/problem.ts'

const dayMs = 86_400_000

interface Day extends Record<string, unknown> {
  day: string
  views: number
  visits: number
  orders: number
}

/** Sums up the visits of a period of days of the store, both included; throws `period-not-valid`. */
export async function readVisits(db: Database, { from, to }: { from: string; to: string }): Promise<VisitReport> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1 || days > maxVisitDays) throw problem('period-not-valid', { days: maxVisitDays })
  const period = sql`day BETWEEN ${from}::date AND ${to}::date`
  const placed = sql`${inDayRange(sql`placed_at`, { from, to })} AND cancelled_at IS NULL`
  const listOf = async (kind: 'page' | 'referrer' | 'search') => {
    const { rows } = await db.execute<{ name: string; count: number }>(sql`
      SELECT name, sum(count)::float8 AS count FROM visit_counts WHERE ${period} AND kind = ${kind}
      GROUP BY name ORDER BY 2 DESC, name LIMIT ${maxVisitRows}`)
    return rows
  }
  const [byDay, pages, referrers, searches, products] = await Promise.all([
    db.execute<Day>(sql`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(views)::float8 AS views, sum(visits)::float8 AS visits,
        sum(orders)::float8 AS orders
      FROM (
        SELECT day, CASE WHEN kind = 'views' THEN count ELSE 0 END AS views, CASE WHEN kind = 'visits' THEN count ELSE 0 END AS visits,
          0 AS orders
        FROM visit_counts WHERE ${period} AND kind IN ('views', 'visits')
        UNION ALL
        SELECT (placed_at AT TIME ZONE ${currentStore().timeZone})::date, 0, 0, count(*) FROM orders WHERE ${placed} GROUP BY 1) counted
      GROUP BY day ORDER BY day`),
    listOf('page'),
    listOf('referrer'),
    listOf('search'),
    db.execute<{ productId: string; name: string; viewed: number; added: number; ordered: number }>(sql`
      SELECT top.name AS "productId", p.name, viewed::float8 AS viewed, added::float8 AS added,
        (SELECT count(DISTINCT o.id) FROM order_lines l JOIN orders o ON o.id = l.order_id
         WHERE l.product_id = p.id AND ${placed})::integer AS ordered
      FROM (
        SELECT name, sum(count) FILTER (WHERE kind = 'viewed') AS viewed, coalesce(sum(count) FILTER (WHERE kind = 'added'), 0) AS added
        FROM visit_counts WHERE ${period} AND kind IN ('viewed', 'added') AND name <> ''
        GROUP BY name ORDER BY 2 DESC NULLS LAST LIMIT ${maxVisitRows * 2}) top
      -- A made-up address is no product.
      JOIN products p ON p.id = top.name::uuid
      WHERE viewed IS NOT NULL ORDER BY viewed DESC, p.name LIMIT ${maxVisitRows}`),
  ])
  const total = { views: 0, visits: 0, orders: 0 }
  for (const { views, visits, orders } of byDay.rows) {
    total.views += views
    total.visits += visits
    total.orders += orders
  }
  return { total, days: byDay.rows, pages, referrers, searches, products: products.rows }
}
