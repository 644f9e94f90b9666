import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { getOrderFor, hasAccount } from '#server/orders/find-orders.ts'
import { shipmentCorrectedMail } from '#server/orders/order-mails.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { ShippedOrder } from '#server/orders/shipments/create-shipment.ts'
import { lockShipment, type ShipmentKeys } from '#server/orders/shipments/lock-shipment.ts'
import { shipments, type Tracking } from '#server/orders/shipments/shipments.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Adds or corrects carrier and tracking number of a parcel, and mails a buyer who was told others. Throws `order-not-found`,
 * `shipment-not-found` or `shipment-undone`.
 */
export async function updateShipment(
  db: Database,
  keys: ShipmentKeys,
  changes: Partial<Tracking>,
  actor: Actor,
  queueMail: QueueMail,
): Promise<ShippedOrder> {
  return db.transaction(async (tx) => {
    const { row, shipment: before, name } = await lockShipment(tx, keys, actor)
    const after = { ...before, ...changes }
    if (after.carrier !== before.carrier || after.trackingNumber !== before.trackingNumber) {
      const { carrier, trackingNumber } = after
      await tx.update(shipments).set({ carrier, trackingNumber }).where(eq(shipments.id, before.id))
      await recordOrderEvent(tx, row.id, {
        kind: 'shipment_corrected',
        by: actor,
        facts: { shipment: before.position },
      })
      await recordAuditEvent(tx, actor, {
        kind: 'shipment-corrected',
        subject: { type: 'order', id: row.id },
        before: { carrier: before.carrier, trackingNumber: before.trackingNumber },
        after: { carrier, trackingNumber, shipment: name },
      })
      // A deleted account has no address any more.
      if (before.announcedAt && (await hasAccount(tx, row.order.buyerId)))
        await queueMail(tx, await shipmentCorrectedMail(tx, row, after))
    }
    return { row: await getOrderFor(tx, row.id, actor), shipment: after }
  })
}
