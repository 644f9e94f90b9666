import { eq } from 'drizzle-orm'
import { undoMinutes } from '#contract/shipments.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { ShippedOrder } from '#server/orders/shipments/create-shipment.ts'
import { lockShipment, type ShipmentKeys } from '#server/orders/shipments/lock-shipment.ts'
import { hasComeBack, isUndoable } from '#server/orders/shipments/shipment-rules.ts'
import { shipments } from '#server/orders/shipments/shipments.tables.ts'
import { updateShippedTimes } from '#server/orders/shipments/update-shipped-times.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { moveStock } from '#server/stock/move-stock.ts'

export interface UndoDeps {
  /** Returns the units of each line of an order, by its position, that have shipped, have not come back and are in no open return. */
  findReturnable: (tx: Transaction, orderId: string) => Promise<ReadonlyMap<number, { units: number }>>
  now: Date
}

/**
 * Undoes a parcel that the buyer was not told of yet: its units are held by the order again. Throws `order-not-found`, `shipment-not-found`,
 * `shipment-undone`, `shipment-announced`, `shipment-refunded` or `shipment-in-return`.
 */
export async function undoShipment(
  db: Database,
  { findReturnable, now }: UndoDeps,
  keys: ShipmentKeys,
  actor: Actor,
): Promise<ShippedOrder> {
  return db.transaction(async (tx) => {
    const { row, shipment, name } = await lockShipment(tx, keys, actor)
    if (!isUndoable(shipment, now)) throw problem('shipment-announced', { shipment: name, minutes: undoMinutes })
    // What came back was shipped, and an order whose money went back holds nothing.
    if (hasComeBack(row.order, shipment)) throw problem('shipment-refunded', { shipment: name })
    const returnable = await findReturnable(tx, row.id)
    if (shipment.lines.some(({ position, units }) => units > (returnable.get(position)?.units ?? 0)))
      throw problem('shipment-in-return', { shipment: name })
    await moveStock(
      tx,
      shipment.lines.map(({ lineId, units }) => ({ kind: 'ship', lineId, units: -units })),
      actor,
    )
    await tx.update(shipments).set({ undoneAt: now, undoneBy: actor.id }).where(eq(shipments.id, shipment.id))
    const updated = await updateShippedTimes(tx, row.id)
    const units = shipment.lines.reduce((sum, line) => sum + line.units, 0)
    await recordOrderEvent(tx, row.id, {
      kind: 'shipment_undone',
      by: actor,
      facts: { shipment: shipment.position, units },
    })
    await recordAuditEvent(tx, actor, {
      kind: 'shipment-undone',
      subject: { type: 'order', id: row.id },
      before: { state: orderState(row.order), shipment: name, units },
      after: { state: orderState(updated.order) },
    })
    return { row: { ...row, ...updated }, shipment: { ...shipment, undoneAt: now } }
  })
}
