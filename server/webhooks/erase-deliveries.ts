import { and, inArray, like, lt, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { webhookDeliveries } from '#server/webhooks/webhooks.tables.ts'

/** Clears what messages about the orders of a deleted account say; one that is sent again is made again. */
export async function eraseDeliveries(tx: Transaction, { id }: { id: string }): Promise<void> {
  const ofBuyer = sql`(
    SELECT id FROM orders WHERE buyer_id = ${id}
    UNION ALL SELECT shipments.id FROM shipments JOIN orders ON orders.id = order_id WHERE buyer_id = ${id})`
  await tx
    .update(webhookDeliveries)
    .set({ payload: null, answerBody: null })
    .where(and(like(webhookDeliveries.type, 'order.%'), inArray(webhookDeliveries.subjectId, ofBuyer)))
}

/** Deletes finished messages that are older than 30 days. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  const isOld = lt(webhookDeliveries.happenedAt, sql`now() - interval '30 days'`)
  await db.delete(webhookDeliveries).where(and(isOld, isNull(webhookDeliveries.dueAt)))
}
