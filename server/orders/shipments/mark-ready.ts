import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { orderReadyMail } from '#server/orders/order-mails.ts'
import { isPickup, orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { checkShippable } from '#server/orders/shipments/create-shipment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface ReadyDeps {
  queueMail: QueueMail
  /** Where it is picked up: name and address of the shop in lines. */
  findSeller: () => Promise<string>
  now: Date
}

/**
 * Says that an order can be picked up, and mails its buyer once. Throws `order-not-found`, `order-not-for-pickup`,
 * `order-move-not-allowed`, `order-disputed` or `nothing-to-ship`.
 */
export async function markReady(
  db: Database,
  orderId: string,
  actor: Actor,
  { queueMail, findSeller, now }: ReadyDeps,
): Promise<OrderRow> {
  const seller = await findSeller()
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor)
    if (!isPickup(row.order)) throw problem('order-not-for-pickup')
    const isClosed = ['cancelled', 'refunded'].includes(orderState(row.order))
    if (row.order.readyAt && !isClosed) return row
    await checkShippable(tx, row)
    await tx.update(orders).set({ readyAt: now }).where(eq(orders.id, row.id))
    const ready = { ...row, order: { ...row.order, readyAt: now } }
    await recordOrderEvent(tx, row.id, { kind: 'ready_for_pickup', by: actor })
    await recordAuditEvent(tx, actor, { kind: 'order-ready', subject: { type: 'order', id: row.id } })
    await queueMail(tx, await orderReadyMail(tx, ready, seller))
    return ready
  })
}
