import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type LineUnits, moveStock } from '#server/stock/move-stock.ts'

interface Reservation {
  lines: readonly LineUnits[]
  /** Undefined for changes by the shop itself. */
  by: { id: string } | undefined
}

/**
 * Takes what is in stock for the lines of an order that is taken up again, whose row the caller has locked; earlier lines take first.
 * Returns the units that are missing.
 */
export const reserveStock = (tx: Transaction, { lines, by }: Reservation): Promise<LineUnits[]> =>
  moveStock(
    tx,
    lines.map((line) => ({ kind: 'reserve', reason: 'order-taken-up', ...line })),
    by,
  )

/** Takes what is in stock for all lines of an expired order, whose row the caller has locked; returns the units that are missing. */
export async function reserveAllLines(tx: Transaction, orderId: string): Promise<LineUnits[]> {
  const lines = (await listOrderLines(tx, orderId)).map((line) => ({ lineId: line.id, units: unitsOwed(line) }))
  return reserveStock(tx, { lines, by: undefined })
}

/** Gives back what an order holds that is closed, or writes it off; the caller has locked it. */
export async function releaseStock(
  tx: Transaction,
  {
    orderId,
    reason,
    by,
    writesOff,
  }: { orderId: string; reason: 'order-cancelled' | 'order-expired'; writesOff: boolean } & Pick<Reservation, 'by'>,
): Promise<void> {
  const lines = await listOrderLines(tx, orderId)
  await moveStock(
    tx,
    lines.map(({ id: lineId, held: units }) =>
      writesOff ? { kind: 'write-off', lineId, units } : { kind: 'release', lineId, units, reason },
    ),
    by,
  )
}
