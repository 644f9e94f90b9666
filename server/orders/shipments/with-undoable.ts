import type { ManagedOrder } from '#contract/orders.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import { isUndoable, undoableUntil } from '#server/orders/shipments/shipment-rules.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/** Presents orders of a list with the parcel of each that staff who ship can still undo. */
export const withUndoable =
  (reader: Actor, now: Date) =>
  (row: OrderRow): ManagedOrder => {
    const { order, lastShipment } = row
    const shown = presentOrder(row)
    if (!lastShipment || !hasPermission(reader, 'shipping')) return shown
    const { id, position, announcedAt } = lastShipment
    const shipment = {
      shippedAt: new Date(lastShipment.shippedAt),
      undoneAt: null,
      announcedAt: announcedAt === null ? null : new Date(announcedAt),
    }
    if (!isUndoable(shipment, now)) return shown
    const until = undoableUntil(shipment).toISOString()
    return { ...shown, undoable: { _id: id, number: shipmentName(order.number, position), until } }
  }
