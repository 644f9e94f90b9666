import { eq } from 'drizzle-orm'
import { recordChange } from '#server/audit-log/record-change.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { countHeldUnits, takeUnits } from '#server/orders/move-units.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Takes the units that a paid order is short of; throws `order-move-not-allowed`, or `not-enough-stock`. */
export async function allocateOrder(db: Database, id: string, actor: Actor): Promise<OrderRow> {
  await transaction(db, async (tx) => {
    const { order, line } = await lockOrderFor(tx, id, actor)
    const state = orderState(order)
    if (state !== 'paid_short') throw problem('order-move-not-allowed', { state, move: 'allocated' })
    const quantity = line.quantity - order.restockedQuantity - (await countHeldUnits(tx, order.id))
    const { productId } = line
    if (quantity > 0 && !(await takeUnits(tx, { orderId: order.id, productId, quantity, by: actor }))) {
      const [product] = await tx.select().from(products).where(eq(products.id, productId))
      throw problem('not-enough-stock', { available: product?.availableQuantity ?? 0, needed: quantity })
    }
    await tx.update(orders).set({ awaitingStockSince: null }).where(eq(orders.id, order.id))
    await recordOrderEvent(tx, order.id, { kind: 'allocated', by: actor, facts: { units: quantity } })
    await recordChange(tx, actor, {
      kind: 'order-allocated',
      subject: { type: 'order', id: order.id },
      before: { state },
      after: { state: 'paid', units: quantity },
    })
  })
  return getOrderFor(db, id, actor)
}
