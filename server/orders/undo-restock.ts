import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsShort } from '#server/orders/order-lines.ts'
import { reserveStock } from '#server/orders/reserve-stock.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type LineUnits, moveStock, sumMoved } from '#server/stock/move-stock.ts'

/** Holds the units of a line that a refund restocked, those that it cancelled, and those that had shipped and came back with it. */
export type RefundedUnits = LineUnits & { cancelledUnits: number; backUnits: number }

/**
 * Takes back what a refund that has failed did to units; the caller has locked the order. Of those that had come back, the buyer has what
 * was not put into stock. An order that is not shipped owes those that were cancelled again: what was written off is still there, what was
 * restocked is reserved again, and if some of it is sold, the order waits for stock.
 */
export async function undoRestock(
  tx: Transaction,
  { order }: OrderRow,
  lines: readonly RefundedUnits[],
): Promise<void> {
  if (order.firstShippedAt) await undoReturns(tx, order.id, lines)
  if (order.shippedAt) return
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  await moveStock(
    tx,
    (await listOrderLines(tx, order.id)).map(({ id, cancelled }) => {
      const units = -Math.min(byLine.get(id)?.cancelledUnits ?? 0, cancelled)
      return { kind: 'cancel', lineId: id, units }
    }),
    undefined,
  )
  await refillOrder(tx, order.id, byLine)
}

/** Returns how many units of a line were restocked that had not shipped: those were the first. */
const restockedOfCancelled = (line: RefundedUnits | undefined): number =>
  line ? Math.min(line.units, line.cancelledUnits) : 0

/** Gives an order the units that it owes again, as far as they are there. */
async function refillOrder(tx: Transaction, orderId: string, refunded: ReadonlyMap<number, RefundedUnits>) {
  const lines = await listOrderLines(tx, orderId)
  const ids = lines.map(({ id }) => id)
  const writtenOff = await sumMoved(tx, ids, 'write-off')
  const wanted = lines.map((line) => {
    const restocked = Math.min(restockedOfCancelled(refunded.get(line.id)), unitsShort(line))
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
    lines.map((line) => {
      const { lineId, units, backUnits } = line
      const left = (returned.get(lineId) ?? 0) - (restocked.get(lineId) ?? 0)
      const keptBack = backUnits - (units - restockedOfCancelled(line))
      return { kind: 'return', lineId, units: -Math.max(0, Math.min(keptBack, left)) }
    }),
    undefined,
  )
}
