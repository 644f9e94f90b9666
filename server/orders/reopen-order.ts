import { eq, sql } from 'drizzle-orm'
import { restoreCredit } from '#server/customers/reserve-credit.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Opens a sum of an order again, whose row the caller has locked, since money that was recorded for it is taken back: it is no longer paid. On account,
 * it counts against the credit of its buyer again; in advance, it waits as long as at first. Throws `credit-limit-in-the-way`.
 */
export async function reopenOrder(tx: Transaction, { order }: Pick<OrderRow, 'order'>, cents: number): Promise<void> {
  await tx
    .update(orders)
    .set({
      receivedCents: sql`${orders.receivedCents} - ${cents}::bigint`,
      paidAt: null,
      transactionId: null,
      ...(!order.confirmedAt && {
        expiresAt: sql`greatest(${orders.expiresAt}, now() + (${orders.expiresAt} - ${orders.placedAt}))`,
      }),
    })
    .where(eq(orders.id, order.id))
  if (order.confirmedAt) await restoreCredit(tx, { buyerId: order.buyerId, cents })
}
