import { sql } from 'drizzle-orm'
import { undoMinutes } from '#contract/shipments.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder } from '#server/orders/find-orders.ts'
import { orderShippedMail } from '#server/orders/order-mails.ts'
import { isPickedUp } from '#server/orders/shipments/shipment-rules.ts'
import { findShipments } from '#server/orders/shipments/find-shipments.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import type { Database } from '#server/platform/database/database.ts'

const batchSize = 100

/**
 * Tells buyers and other systems of the parcels that cannot be undone any more, once each: a trigger writes the webhooks. It is a job; the
 * parcels are its queue, so that a restored backup tells what is left to tell.
 */
export async function announceShipments(
  db: Database,
  { queueMail, findSellerSettings }: { queueMail: QueueMail; findSellerSettings: FindSellerSettings },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - undoMinutes * 60_000).toISOString()
  for (let announced = batchSize; announced === batchSize;) {
    announced = await db.transaction(async (tx) => {
      // The order first, as everywhere: who undoes a parcel has it.
      const { rows: picked } = await tx.execute<{ id: string }>(sql`
        SELECT shipments.id FROM shipments JOIN orders ON orders.id = order_id
        WHERE announced_at IS NULL AND undone_at IS NULL AND shipments.shipped_at <= ${due}::timestamptz
        ORDER BY shipments.shipped_at LIMIT ${batchSize} FOR NO KEY UPDATE OF orders SKIP LOCKED`)
      if (picked.length === 0) return 0
      // Another process may have told them, or somebody undone them, since they were found.
      const { rows } = await tx.execute<{ id: string }>(sql`
        UPDATE shipments SET announced_at = ${now.toISOString()}::timestamptz
        WHERE id = ANY (${sql.param(picked.map(({ id }) => id))}::uuid[]) AND announced_at IS NULL AND undone_at IS NULL RETURNING id`)
      const { bankDetails } = await findSellerSettings(tx)
      const told = rows.map(({ id }) => id)
      for (const shipment of await findShipments(tx, told)) {
        const row = await findOrder(tx, shipment.orderId)
        // Who has picked it up need not be told.
        if (row && !isPickedUp(row.order, shipment))
          await queueMail(tx, await orderShippedMail(tx, row, { shipment, bankDetails }))
      }
      return picked.length
    })
  }
}
