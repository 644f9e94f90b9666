import { and, type SQL, sql } from 'drizzle-orm'
import { billingText } from '#server/orders/present-order.ts'
import { type OrderState, orderState } from '#server/orders/order-rules.ts'
import { orderName } from '#contract/order-name.ts'
import { shipments, type Tracking } from '#server/orders/shipments/shipments.tables.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { type DayRange, inDayRange } from '#server/platform/database/day-range.ts'

type OrderColumns = typeof orders.$inferSelect

/** An order with all its lines, for files. */
export interface ExportedOrder {
  number: string
  state: OrderState
  billing: string
  order: OrderColumns
  lines: (typeof orderLines.$inferSelect)[]
  /** Its parcels, first to last. */
  shipments: Tracking[]
}

/** Returns the condition for orders that were placed on days of the store; undefined for all. */
export const placedOn = (days: DayRange): SQL | undefined => inDayRange(orders.placedAt, days)

/** Returns the orders that a condition finds with all their lines, oldest first, behind the one with the id `after`. */
export async function listOrderExport(
  db: Database | Transaction,
  condition: SQL | undefined,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ExportedOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        condition,
        after === undefined ? undefined : sql`(placed_at, id) > (SELECT placed_at, id FROM orders WHERE id = ${after})`,
      ),
    )
    .orderBy(orders.placedAt, orders.id)
    .limit(limit)
  if (rows.length === 0) return []
  const lines = await db
    .select()
    .from(orderLines)
    .where(sql`order_id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])`)
    .orderBy(orderLines.orderId, orderLines.position)
  const parcels = await db
    .select()
    .from(shipments)
    .where(sql`order_id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[]) AND undone_at IS NULL`)
    .orderBy(shipments.orderId, shipments.position)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const parcelsByOrder = Map.groupBy(parcels, ({ orderId }) => orderId)
  return rows.map((order) => ({
    number: orderName(order.number),
    state: orderState(order),
    billing: billingText(order),
    order,
    lines: byOrder.get(order.id) ?? [],
    shipments: parcelsByOrder.get(order.id) ?? [],
  }))
}
