import { lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { getShipment, type ShipmentRow } from '#server/orders/shipments/find-shipments.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export interface ShipmentKeys {
  orderId: string
  shipmentId: string
}

/** Locks the order of a parcel that is to be changed. Throws `order-not-found`, `shipment-not-found` or `shipment-undone`. */
export async function lockShipment(
  tx: Transaction,
  { orderId, shipmentId }: ShipmentKeys,
  actor: Actor,
): Promise<{ row: OrderRow; shipment: ShipmentRow; name: string }> {
  const row = await lockOrderFor(tx, orderId, actor)
  const shipment = await getShipment(tx, row.id, shipmentId)
  const name = shipmentName(row.order.number, shipment.position)
  if (shipment.undoneAt) throw problem('shipment-undone', { shipment: name })
  return { row, shipment, name }
}
