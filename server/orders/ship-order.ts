import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** Marks a paid order as shipped; throws `order-not-found` or `order-move-not-allowed`. */
export async function shipOrder(db: Database, id: string, actor: Actor): Promise<OrderRow> {
  const shipped = await db
    .update(orders)
    .set({ shippedAt: sql`now()`, shippedBy: actor.id })
    .where(
      and(
        eq(orders.id, parseId(id, 'order-not-found')),
        isNotNull(orders.paidAt),
        isNull(orders.shippedAt),
        isNull(orders.refundedAt),
      ),
    )
    .returning({ id: orders.id })
  const row = await getOrderFor(db, id, actor)
  if (shipped.length === 0) throw problem('order-move-not-allowed', { state: orderState(row.order), move: 'shipped' })
  return row
}
