import { undoMinutes } from '#contract/shipments.ts'
import type { ShipmentRow } from '#server/orders/shipments/find-shipments.ts'

type Announced = Pick<ShipmentRow, 'shippedAt' | 'undoneAt' | 'announcedAt'>

/** Returns until when a parcel can be undone. */
export const undoableUntil = ({ shippedAt }: Pick<Announced, 'shippedAt'>): Date =>
  new Date(shippedAt.getTime() + undoMinutes * 60_000)

/** Whether a parcel can be undone as far as time goes: neither is it undone, nor the buyer told of it. */
export const isUndoable = (shipment: Announced, now: Date): boolean =>
  !shipment.undoneAt && !shipment.announcedAt && now < undoableUntil(shipment)
