import { eq, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import { orderShippedMail } from '#server/orders/order-mails.ts'
import { isShippable, orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { moveStock } from '#server/stock/move-stock.ts'

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
    const row = await lockOrderFor(tx, id, actor)
    assertShippable(row)
    const [order = row.order] = await tx
      .update(orders)
      .set({ shippedAt: sql`now()`, shippedBy: actor.id, ...shipment })
      .where(eq(orders.id, row.id))
      .returning()
    const lines = await listOrderLines(tx, row.id)
    await moveStock(
      tx,
      lines.map((line) => ({ kind: 'ship', lineId: line.id, units: unitsOwed(line) })),
      actor,
    )
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
    const shipped = { ...row, order }
    await queueMail(tx, await orderShippedMail(tx, shipped))
    return shipped
  })
}

/** Returns if an order can be shipped; throws as `shipOrder` does. */
export async function checkShippable(db: Database, id: string, actor: Actor): Promise<void> {
  assertShippable(await getOrderFor(db, id, actor))
}

function assertShippable({ order }: OrderRow): void {
  if (isShippable(order)) return
  const state = orderState(order)
  if (state !== 'paid' && state !== 'confirmed') throw problem('order-move-not-allowed', { state, move: 'shipped' })
  if (order.disputedAt) throw problem('order-disputed')
  throw problem('order-move-not-allowed', { state: 'being refunded', move: 'shipped' })
}
