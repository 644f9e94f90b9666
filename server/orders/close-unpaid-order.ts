import { sql } from 'drizzle-orm'
import { releaseStock } from '#server/orders/reserve-stock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

interface Closing {
  as: 'cancelled' | 'expired'
  by: { id: string } | undefined
  /** Whether it is an order on account; one of which a part has shipped is not closed. */
  onAccount?: boolean
  /** Whether it is an order that was free, and so counts as paid. */
  isFree?: boolean
  /** Whether it stays if it does not expire yet. */
  onlyDue?: boolean
  /** Whether what it holds is not there, and leaves the stock. */
  writesOff?: boolean
}

/**
 * Ends an order without money, unpaid, on account or free, of which nothing has shipped, and gives its units back, once; returns whether it was still so. Products
 * are locked in the order of their ids, after the order.
 */
export function closeUnpaidOrder(
  db: Database | Transaction,
  orderId: string,
  { as, by, onAccount = false, isFree = false, onlyDue = false, writesOff = false }: Closing,
): Promise<boolean> {
  const fact =
    as === 'cancelled' ? sql`cancelled_at = now(), cancelled_by = ${by?.id ?? null}` : sql`expired_at = now()`
  // It may have been extended since it was found, see `confirmOrders`.
  const isDue = onlyDue ? sql`expires_at <= now()` : sql`true`
  return db.transaction(async (tx) => {
    const { rows: closed } = await tx.execute(sql`
      WITH closed AS (
        UPDATE orders SET ${fact}, open_slot = NULL, paid_at = NULL
        WHERE id = ${orderId} AND ${isFree ? sql`transaction_id IS NULL AND total_cents = 0` : sql`paid_at IS NULL`} AND cancelled_at IS NULL AND expired_at IS NULL AND first_shipped_at IS NULL AND received_cents = 0
          AND (confirmed_at IS NOT NULL) = ${onAccount} AND ${isDue}
        RETURNING id)
      INSERT INTO order_events (order_id, kind, happened_by) SELECT id, ${as}, ${by?.id ?? null} FROM closed RETURNING id`)
    if (closed.length === 0) return false
    await releaseStock(tx, { orderId, reason: `order-${as}`, by, writesOff })
    // Its discount can be used again.
    await tx.execute(sql`
      WITH freed AS (DELETE FROM discount_uses WHERE order_id = ${orderId} RETURNING discount_id)
      UPDATE discounts SET used_count = used_count - 1 FROM freed WHERE discounts.id = discount_id`)
    return true
  })
}
