import { undoMinutes } from '#contract/shipments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { isPickup } from '#server/orders/order-rules.ts'
import type { ShipmentRow } from '#server/orders/shipments/find-shipments.ts'
import type { Tracking } from '#server/orders/shipments/shipments.tables.ts'

type Announced = Pick<ShipmentRow, 'shippedAt' | 'undoneAt' | 'announcedAt'>

/** Returns until when a parcel can be undone. */
export const undoableUntil = ({ shippedAt }: Pick<Announced, 'shippedAt'>): Date =>
  new Date(shippedAt.getTime() + undoMinutes * 60_000)

/** Whether a parcel can be undone as far as time goes: neither is it undone, nor the buyer told of it. */
export const isUndoable = (shipment: Announced, now: Date): boolean =>
  !shipment.undoneAt && !shipment.announcedAt && now < undoableUntil(shipment)

/** Whether units of a parcel have come back, or all money of its order: it was shipped for good. */
export const hasComeBack = (
  { refundedAt }: Pick<OrderRow['order'], 'refundedAt'>,
  { lines }: Pick<ShipmentRow, 'lines'>,
): boolean => refundedAt !== null || lines.some(({ shipped, returned, units }) => shipped - units < returned)

/** Whether a buyer has picked a parcel up: one of an order for pickup that no carrier has. */
export const isPickedUp = (order: OrderRow['order'], { carrier, trackingNumber }: Tracking): boolean =>
  isPickup(order) && carrier === null && trackingNumber === null
