import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsShort } from '#server/orders/order-lines.ts'
import { reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type LineUnits, moveStock, sumMoved } from '#server/stock/move-stock.ts'

/** Holds the units of a line that a refund took back, of which `units` were restocked. */
export type RefundedUnits = LineUnits & { returnedUnits: number }

/**
 * Takes back what a refund that has failed did to units; the caller has locked the order. One that has not shipped owes them again: what
 * was written off is still there, what was restocked is reserved again, and if some of it is sold, the order waits for stock. Of one
 * that has shipped, the buyer has what was not put into stock.
 */
export async function undoRestock(
  tx: Transaction,
  { order }: OrderRow,
  { requestedAt, lines }: { requestedAt: Date; lines: readonly RefundedUnits[] },
): Promise<void> {
  if (order.shippedAt) {
    if (requestedAt >= order.shippedAt) await undoReturns(tx, order.id, lines)
    return
  }
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  await moveStock(
    tx,
    (await listOrderLines(tx, order.id)).map(({ id, cancelled }) => {
      const units = -Math.min(byLine.get(id)?.returnedUnits ?? 0, cancelled)
      return { kind: 'cancel', lineId: id, units }
    }),
    undefined,
  )
  await refillOrder(tx, order.id, byLine)
}

/** Gives an order the units that it owes again, as far as they are there. */
async function refillOrder(tx: Transaction, orderId: string, refunded: ReadonlyMap<number, RefundedUnits>) {
  const lines = await listOrderLines(tx, orderId)
  const ids = lines.map(({ id }) => id)
  const writtenOff = await sumMoved(tx, ids, 'write-off')
  const wanted = lines.map((line) => {
    const restocked = Math.min(refunded.get(line.id)?.units ?? 0, unitsShort(line))
    return { lineId: line.id, restocked, found: Math.min(writtenOff.get(line.id) ?? 0, unitsShort(line) - restocked) }
  })
  await moveStock(
    tx,
    wanted.map(({ lineId, found }) => ({ kind: 'write-off', lineId, units: -found })),
    undefined,
  )
  await reserveStock(tx, {
    lines: wanted.map(({ lineId, restocked }) => ({ lineId, units: restocked })),
    by: undefined,
  })
  const isShort = (await listOrderLines(tx, orderId)).some((line) => unitsShort(line) > 0)
  if (!isShort) return
  await tx
    .update(orders)
    .set({ awaitingStockSince: sql`coalesce(awaiting_stock_since, now())` })
    .where(eq(orders.id, orderId))
}

async function undoReturns(tx: Transaction, orderId: string, lines: readonly RefundedUnits[]): Promise<void> {
  const ids = lines.map(({ lineId }) => lineId)
  const restocked = await sumMoved(tx, ids, 'restock')
  const returned = new Map((await listOrderLines(tx, orderId)).map((line) => [line.id, line.returned]))
  await moveStock(
    tx,
    lines.map(({ lineId, units, returnedUnits }) => {
      const left = (returned.get(lineId) ?? 0) - (restocked.get(lineId) ?? 0)
      return { kind: 'return', lineId, units: -Math.max(0, Math.min(returnedUnits - units, left)) }
    }),
    undefined,
  )
}
