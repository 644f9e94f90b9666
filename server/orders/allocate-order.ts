import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, type OrderLine, unitsShort } from '#server/orders/order-lines.ts'
import { reserveStock } from '#server/orders/reserve-stock.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { LineUnits } from '#server/stock/move-stock.ts'

/** Takes the units that a paid order is short of, of all lines; throws `order-move-not-allowed`, or `not-enough-stock`. */
export async function allocateOrder(db: Database, id: string, actor: Actor): Promise<OrderRow> {
  await db.transaction(async (tx) => {
    const { order } = await lockOrderFor(tx, id, actor)
    const state = orderState(order)
    if (state !== 'paid_short') throw problem('order-move-not-allowed', { state, move: 'allocated' })
    const lines = await listOrderLines(tx, order.id)
    const wanted = lines.map((line) => ({ lineId: line.id, units: unitsShort(line) }))
    const [missing] = await reserveStock(tx, { lines: wanted, by: actor })
    if (missing) throw shortageOf(lines, missing)
    const units = wanted.reduce((sum, line) => sum + line.units, 0)
    await tx.update(orders).set({ awaitingStockSince: null }).where(eq(orders.id, order.id))
    await recordOrderEvent(tx, order.id, { kind: 'allocated', by: actor, facts: { units } })
    await recordAuditEvent(tx, actor, {
      kind: 'order-allocated',
      subject: { type: 'order', id: order.id },
      before: { state },
      after: { state: 'paid', units },
    })
  })
  return getOrderFor(db, id, actor)
}

/** Refuses for the first line that lacks units. */
function shortageOf(lines: readonly OrderLine[], { lineId, units }: LineUnits) {
  const line = lines.find(({ id }) => id === lineId)
  const needed = line ? unitsShort(line) : units
  return problem('not-enough-stock', { name: line?.productName ?? '', available: needed - units, needed })
}
