import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { orderShippedMail } from '#server/orders/order-mails.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes who carries the goods, as far as the admin said so. */
export interface Shipment {
  carrier: string | null
  trackingNumber: string | null
}

/**
 * Marks an order that is paid or on account as shipped and notifies the buyer; throws `order-not-found`, `order-move-not-allowed` or `order-disputed`.
 */
export async function shipOrder(
  db: Database,
  id: string,
  actor: Actor,
  shipment: Shipment,
  queueMail: QueueMail,
): Promise<OrderRow> {
  return db.transaction(async (tx) => {
    const shipped = await tx
      .update(orders)
      .set({ shippedAt: sql`now()`, shippedBy: actor.id, ...shipment })
      .where(and(eq(orders.id, parseId(id, 'order-not-found')), isShippable))
      .returning({ id: orders.id })
    const row = await getOrderFor(tx, id, actor)
    if (shipped.length === 0) throw refusalOf(row)
    await recordOrderEvent(tx, row.order.id, { kind: 'shipped', by: actor })
    await recordAuditEvent(tx, actor, {
      kind: 'order-shipped',
      subject: { type: 'order', id: row.order.id },
      before: { state: row.order.paidAt ? 'paid' : 'confirmed' },
      after: {
        state: 'shipped',
        ...(shipment.carrier !== null && { carrier: shipment.carrier }),
        ...(shipment.trackingNumber !== null && { trackingNumber: shipment.trackingNumber }),
      },
    })
    await queueMail(tx, await orderShippedMail(tx, row))
    return row
  })
}

/** Returns if an order can be shipped; throws as `shipOrder` does. */
export async function checkShippable(db: Database, id: string, actor: Actor): Promise<void> {
  const row = await getOrderFor(db, id, actor)
  const [shippable] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, row.order.id), isShippable))
  if (!shippable) throw refusalOf(row)
}

const isShippable = and(
  or(isNotNull(orders.paidAt), isNotNull(orders.confirmedAt)),
  isNull(orders.cancelledAt),
  isNull(orders.shippedAt),
  isNull(orders.awaitingStockSince),
  isNull(orders.disputedAt),
  or(lt(orders.refundAskedCents, orders.totalCents), eq(orders.totalCents, 0)),
)

function refusalOf({ order }: OrderRow) {
  const state = orderState(order)
  if (state !== 'paid' && state !== 'confirmed') return problem('order-move-not-allowed', { state, move: 'shipped' })
  if (order.disputedAt) return problem('order-disputed')
  return problem('order-move-not-allowed', { state: 'being refunded', move: 'shipped' })
}
