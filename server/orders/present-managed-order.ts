import { toAmount } from '#contract/currency.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { costCents } from '#server/orders/order-rules.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import { isUndoable, undoableUntil } from '#server/orders/shipments/shipment-rules.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/** Presents orders of a list for staff, with the parcel of each that those who ship can still undo. */
export const presentManagedOrder =
  (reader: Actor, now: Date) =>
  (row: OrderRow): ManagedOrder => {
    const { order, lastShipment } = row
    const shown = { ...presentOrder(row), addressee: addresseeOf(order), sums: presentSums(order) }
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

/** Names whom the invoice of an order is addressed to, as the papers do. */
function addresseeOf({ billing, delivery, buyerName }: OrderRow['order']): string {
  const address = billing ?? delivery
  return address?.company || address?.recipient || buyerName
}

function presentSums(order: OrderRow['order']): ManagedOrder['sums'] {
  const { totalCents, taxCents, roundingCents, creditedCents, receivedCents, paidAt, currency } = order
  const amount = (cents: number) => toAmount(cents, currency)
  return {
    net: amount(totalCents - taxCents - roundingCents),
    tax: amount(taxCents),
    ...(roundingCents !== 0 && { rounding: amount(roundingCents) }),
    credited: amount(creditedCents),
    received: amount(paidAt ? costCents(order) : receivedCents),
  }
}
