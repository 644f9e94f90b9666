import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { inState } from '#server/orders/find-orders.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/**
 * Cancels the unpaid orders of a deleted account and anonymizes finished ones. Returns the cancelled ones, whose payments are
 * cancelled after the transaction; late money is refunded.
 */
export async function anonymizeBuyer(tx: Transaction, buyer: { id: string }): Promise<string[]> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.buyerId, buyer.id), inState('unpaid')))
    .orderBy(asc(orders.id))
    .for('update')
  // Several orders end in one transaction: their products are locked together, in the order of their ids, as everywhere.
  const ids = unpaid.map(({ id }) => id)
  const ordered = tx.select({ id: orderLines.productId }).from(orderLines).where(inArray(orderLines.orderId, ids))
  if (ids.length > 0) {
    await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, ordered))
      .orderBy(asc(products.id))
      .for('no key update')
  }
  const cancelled: string[] = []
  for (const { id } of unpaid) {
    if (await closeUnpaidOrder(tx, id, { as: 'cancelled', by: buyer })) cancelled.push(id)
  }
  await anonymizePastBuyers(tx, 0)
  return cancelled
}

/**
 * Anonymizes deleted buyers in orders that ended that many hours ago; goods and amounts stay for bookkeeping. A paid order keeps
 * its address until it is shipped and its parcels cannot be undone any more, one on account also until it is paid. Returns the removed e-mail addresses.
 */
export async function anonymizePastBuyers(db: Database | Transaction, hoursAgo: number): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    WITH finished AS (
      SELECT orders.id, buyer_email, users.email AS anonymous_email FROM orders JOIN users ON users.id = buyer_id
      WHERE users.forgotten_at IS NOT NULL AND buyer_email <> users.email
        -- An amount that is still owed keeps its debtor, and one that goes back its owner.
        AND (cancelled_at IS NULL OR (
          SELECT count(*) FILTER (WHERE kind = 'refund_requested') <= count(*) FILTER (WHERE kind = 'refunded')
          FROM order_events WHERE order_id = orders.id))
        AND (confirmed_at IS NULL OR paid_at IS NOT NULL OR cancelled_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM shipments WHERE order_id = orders.id AND announced_at IS NULL AND undone_at IS NULL)
        AND greatest(shipped_at, refunded_at, cancelled_at, expired_at) <= now() - make_interval(hours => ${hoursAgo})
      ORDER BY orders.id FOR UPDATE OF orders),
    -- A buyer's note to a line or an order can name people.
    jobs AS (
      UPDATE order_lines SET job = NULL FROM finished WHERE order_id = finished.id AND job IS NOT NULL),
    tracked AS (
      UPDATE shipments SET tracking_number = NULL FROM finished WHERE order_id = finished.id AND tracking_number IS NOT NULL),
    -- So can what staff wrote down.
    notes AS (
      DELETE FROM order_notes USING finished WHERE order_id = finished.id),
    messages AS (
      DELETE FROM order_messages USING finished WHERE order_id = finished.id)
    UPDATE orders SET buyer_name = 'Deleted account', buyer_email = anonymous_email, address = '', phone_number = '',
      po_number = NULL, note = NULL, delivery = NULL, billing = NULL, buyer_tax_number = NULL
    FROM finished WHERE orders.id = finished.id
    RETURNING finished.buyer_email AS email`)
  return [...new Set(rows.map(({ email }) => email))]
}
