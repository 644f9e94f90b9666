import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { countReservedUnits, reserveStock } from '#server/orders/reserve-stock.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Takes the units that a paid order is short of; throws `order-move-not-allowed`, or `not-enough-stock`. */
export async function allocateOrder(db: Database, id: string, actor: Actor): Promise<OrderRow> {
  await db.transaction(async (tx) => {
    const { order, line } = await lockOrderFor(tx, id, actor)
    const state = orderState(order)
    if (state !== 'paid_short') throw problem('order-move-not-allowed', { state, move: 'allocated' })
    const quantity = line.quantity - order.restockedQuantity - (await countReservedUnits(tx, order.id))
    const { productId } = line
    if (quantity > 0 && !(await reserveStock(tx, { orderId: order.id, productId, quantity, by: actor }))) {
      const [product] = await tx.select().from(products).where(eq(products.id, productId))
      throw problem('not-enough-stock', { available: product?.availableQuantity ?? 0, needed: quantity })
    }
    await tx.update(orders).set({ awaitingStockSince: null }).where(eq(orders.id, order.id))
    await recordOrderEvent(tx, order.id, { kind: 'allocated', by: actor, facts: { units: quantity } })
    await recordAuditEvent(tx, actor, {
      kind: 'order-allocated',
      subject: { type: 'order', id: order.id },
      before: { state },
      after: { state: 'paid', units: quantity },
    })
  })
  return getOrderFor(db, id, actor)
}
