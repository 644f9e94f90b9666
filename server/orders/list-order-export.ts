import { sql } from 'drizzle-orm'
import { billingText } from '#server/orders/present-order.ts'
import { type OrderState, orderName, orderState } from '#server/orders/order-rules.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

type OrderColumns = typeof orders.$inferSelect

/** An order with all its lines, for files. */
export interface ExportedOrder {
  number: string
  state: OrderState
  billing: string
  order: OrderColumns
  lines: (typeof orderLines.$inferSelect)[]
}

/** Limits an export to orders that were placed in the time; without `until`, it has no end. */
export interface PlacedBetween {
  since: Date | undefined
  until: Date | undefined
}

/** Returns orders with all their lines, oldest first, behind the one with the id `after`. */
export async function listOrderExport(
  db: Database | Transaction,
  { since, until }: PlacedBetween,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ExportedOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(
      sql`${since ? sql`placed_at >= ${since.toISOString()}` : sql`true`} AND ${until ? sql`placed_at < ${until.toISOString()}` : sql`true`}
        AND ${after === undefined ? sql`true` : sql`(placed_at, id) > (SELECT placed_at, id FROM orders WHERE id = ${after})`}`,
    )
    .orderBy(orders.placedAt, orders.id)
    .limit(limit)
  if (rows.length === 0) return []
  const lines = await db
    .select()
    .from(orderLines)
    .where(sql`order_id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])`)
    .orderBy(orderLines.orderId, orderLines.position)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return rows.map((order) => ({
    number: orderName(order.number),
    state: orderState(order),
    billing: billingText(order),
    order,
    lines: byOrder.get(order.id) ?? [],
  }))
}
