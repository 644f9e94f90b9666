import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Maps each invariant to the orders that violate it. */
const invariants: Record<string, SQL> = {
  'A paid order has one card payment or others with exactly its total, less credits; one that costs nothing has none.': sql`
    SELECT o.id AS order_id FROM orders o WHERE paid_at IS NOT NULL AND total_cents > 0 AND (
      SELECT count(*) FROM payments WHERE intent_id = o.transaction_id AND order_id = o.id AND succeeded_at IS NOT NULL
        AND held_at IS NULL AND received_currency = o.currency
        AND o.total_cents - o.credited_cents = CASE method WHEN 'card' THEN received_cents ELSE o.received_cents END) <> 1`,
  'An order says how much of its money has come by transfer or check, without what it did not cost any more.': sql`
    SELECT o.id AS order_id FROM orders o WHERE received_cents <> (
      SELECT coalesce(sum(p.received_cents), 0) FROM payments p
      WHERE p.order_id = o.id AND method <> 'card' AND canceled_at IS NULL AND received_currency = o.currency)
      - (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE order_id = o.id AND is_surplus AND state <> 'failed')`,
  'Money that has come for an order is not lost as the order ends.': sql`
    SELECT id AS order_id FROM orders WHERE received_cents > 0 AND num_nonnulls(cancelled_at, expired_at) > 0`,
  'Money that arrived has paid its order, is held, or goes back; also when the order was cancelled.': sql`
    SELECT order_id FROM payments p JOIN orders o ON o.id = order_id
    WHERE method = 'card' AND succeeded_at IS NOT NULL AND held_at IS NULL AND o.transaction_id IS DISTINCT FROM intent_id
      AND p.received_cents > (SELECT coalesce(sum(amount_cents), 0) FROM refunds r WHERE r.intent_id = p.intent_id)`,
  'An order says how much of its money goes back and has gone back.': sql`
    SELECT o.id AS order_id FROM orders o CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_cents) FILTER (WHERE state <> 'failed'), 0) AS asked,
        coalesce(sum(amount_cents) FILTER (WHERE state = 'succeeded'), 0) AS done,
        coalesce(sum(restocked_quantity) FILTER (WHERE state <> 'failed'), 0) AS restocked
      FROM refunds WHERE order_id = o.id AND intent_id = o.transaction_id AND NOT is_surplus) sums
    WHERE refund_asked_cents <> asked OR refunded_cents <> done OR restocked_quantity <> restocked`,
  'An order says how much of it was credited.': sql`
    SELECT o.id AS order_id FROM orders o
    WHERE credited_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE order_id = o.id AND intent_id IS NULL)`,
  'A credit and a refund that staff send by hand have their credit note at once.': sql`
    SELECT r.order_id FROM refunds r LEFT JOIN payments p ON p.intent_id = r.intent_id
    WHERE r.amount_cents > 0 AND r.state <> 'failed' AND NOT is_surplus AND (r.intent_id IS NULL OR method <> 'card') AND NOT EXISTS (SELECT FROM credit_notes WHERE refund_id = r.id)`,
  'No more goes back than has arrived.': sql`
    SELECT p.order_id FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE coalesce(CASE p.method WHEN 'card' THEN p.received_cents ELSE o.received_cents END, 0) < (
      SELECT coalesce(sum(amount_cents), 0) FROM refunds r WHERE r.intent_id = p.intent_id AND state <> 'failed' AND NOT is_surplus)`,
  'A credit note is of the amount of its refund.': sql`
    SELECT n.order_id FROM credit_notes n JOIN refunds r ON r.id = n.refund_id
    WHERE r.amount_cents <> shipping_net_cents + shipping_tax_cents + rounding_cents
      + (SELECT coalesce(sum(net_cents + tax_cents), 0) FROM credit_note_lines l WHERE l.refund_id = n.refund_id)`,
  'No more is credited of a line or of the delivery than was paid for it.': sql`
    SELECT order_id FROM order_lines l JOIN (
      SELECT order_line_id, sum(units) AS units, sum(c.net_cents) AS net, sum(c.tax_cents) AS tax
      FROM credit_note_lines c JOIN refunds r ON r.id = c.refund_id AND r.state <> 'failed' GROUP BY 1) c ON order_line_id = l.id
    WHERE units > quantity OR net > coalesce(net_cents, total_cents - discount_cents) OR tax > tax_cents
    UNION ALL
    SELECT o.id FROM orders o JOIN (
      SELECT n.order_id, sum(n.shipping_net_cents) AS net, sum(n.shipping_tax_cents) AS tax
      FROM credit_notes n JOIN refunds r ON r.id = n.refund_id AND r.state <> 'failed' GROUP BY 1) n ON n.order_id = o.id
    WHERE net > shipping_net_cents OR tax > shipping_tax_cents`,
  'The numbers of the credit notes of an order have no gaps.': sql`
    SELECT order_id FROM credit_notes GROUP BY order_id HAVING max(position) <> count(*)`,
  'An order is settled once, and again after a payment was taken back; one that was free can be cancelled since.': sql`
    SELECT o.id AS order_id FROM orders o LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind <> 'payment_taken_back') AS settled, count(*) FILTER (WHERE kind = 'payment_taken_back') AS reopened
      FROM order_events WHERE order_id = o.id AND kind IN ('paid', 'paid_late', 'paid_short', 'payment_taken_back')) events ON true
    WHERE settled > reopened + 1 OR (paid_at IS NOT NULL AND settled = 0) OR (paid_at IS NULL AND settled > reopened AND NOT (total_cents = 0 AND cancelled_at IS NOT NULL))`,
  'An order on account has terms, holds no place for unpaid orders and does not expire.': sql`
    SELECT id AS order_id FROM orders
    WHERE confirmed_at IS NOT NULL AND (open_slot IS NOT NULL OR expired_at IS NOT NULL OR (terms ->> 'netDays') IS NULL)`,
  'A payment that did not come by card has its reference, and beside one by card only goes back.': sql`
    SELECT p.order_id FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE method <> 'card' AND (reference IS NULL OR succeeded_at IS NULL OR canceled_at IS NULL AND o.paid_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM payments own WHERE own.intent_id = o.transaction_id AND own.method <> 'card') AND NOT EXISTS (
      SELECT FROM refunds back WHERE back.intent_id = p.intent_id AND is_surplus AND back.amount_cents = p.received_cents))`,
  'An order knows whether its payment is disputed.': sql`
    SELECT o.id AS order_id FROM orders o
    WHERE (disputed_at IS NOT NULL) <> EXISTS (SELECT 1 FROM disputes WHERE order_id = o.id AND state <> 'won')`,
}

/** Returns the orders that violate an invariant of payments; empty if none does. */
export async function checkPayments(db: Database): Promise<{ law: string; orderId: string }[]> {
  const broken = []
  for (const [law, breaches] of Object.entries(invariants)) {
    const { rows } = await db.execute<{ order_id: string }>(breaches)
    broken.push(...rows.map((row) => ({ law, orderId: row.order_id })))
  }
  return broken
}
