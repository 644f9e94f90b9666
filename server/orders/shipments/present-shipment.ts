import { hasPermission, orderReaders } from '#contract/permissions.ts'
import type { Shipment } from '#contract/shipments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { presentTracking } from '#server/orders/present-order.ts'
import type { ShipmentRow } from '#server/orders/shipments/find-shipments.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import { hasComeBack, isUndoable, undoableUntil } from '#server/orders/shipments/shipment-rules.ts'
import { lineForBuyer } from '#server/orders/shown-name.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/** Presents a parcel; staff who ship see until when it can be undone. */
export function presentShipment(
  { order }: Pick<OrderRow, 'order'>,
  shipment: ShipmentRow,
  { reader, now }: { reader: Pick<Actor, 'permissions'> | undefined; now: Date },
): Shipment {
  const isStaff = reader === undefined || hasPermission(reader, orderReaders)
  return {
    _id: shipment.id,
    number: shipmentName(order.number, shipment.position),
    ...presentTracking(shipment),
    shippedAt: shipment.shippedAt.toISOString(),
    ...(reader &&
      hasPermission(reader, 'shipping') &&
      isUndoable(shipment, now) &&
      !hasComeBack(order, shipment) && { undoableUntil: undoableUntil(shipment).toISOString() }),
    lines: shipment.lines.map((line) => {
      const { productName, brand, sku } = isStaff ? line : lineForBuyer(line)
      return {
        line: line.position,
        units: line.units,
        name: productName,
        ...(brand !== null && { brand }),
        ...(sku !== null && { sku }),
      }
    }),
  }
}
