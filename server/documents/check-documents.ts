import { type SQL, sql } from 'drizzle-orm'
import { keptSince } from '#server/documents/delete-old-documents.ts'
import { isFreightOpen } from '#server/orders/find-orders.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Whether a paper of this time is still kept. */
const isKept = (moment: SQL) => sql`
  store_day(${moment}) >= (SELECT ${keptSince(sql`now()`)} FROM store)`

/** Maps each invariant to the orders that violate it. */
const invariants: Record<string, SQL> = {
  'An order that was paid or is on account has its invoice once its freight is in the total.': sql`
    SELECT o.id AS order_id FROM orders o WHERE invoiced_at(o) IS NOT NULL AND ${isKept(sql`invoiced_at(o)`)}
      AND NOT EXISTS (SELECT FROM issued_documents d WHERE d.order_id = o.id AND d.kind = 'invoice')`,
  'An order whose freight is not in the total has neither an invoice nor money.': sql`
    SELECT id AS order_id FROM orders WHERE ${isFreightOpen} AND (received_cents > 0 OR paid_at IS NOT NULL
      OR EXISTS (SELECT FROM issued_documents WHERE order_id = orders.id))`,
  'An invoice is of the amounts of its order.': sql`
    SELECT order_id FROM issued_documents d JOIN orders o ON o.id = order_id
    WHERE kind = 'invoice' AND (d.gross_cents, d.tax_cents, d.rounding_cents, d.currency) <> (o.total_cents, o.tax_cents, o.rounding_cents, o.currency)`,
  'A credit note has its paper, of the amount of its refund.': sql`
    SELECT n.order_id FROM credit_notes n JOIN orders o ON o.id = n.order_id AND invoiced_at(o) IS NOT NULL
      JOIN refunds r ON r.id = n.refund_id LEFT JOIN issued_documents d ON d.refund_id = n.refund_id
    WHERE ${isKept(sql`issued_at`)} AND d.gross_cents IS DISTINCT FROM r.amount_cents`,
  'The lines and amounts that a paper prints add up to its totals.': sql`
    SELECT order_id FROM issued_documents CROSS JOIN LATERAL jsonb_to_record(facts -> 'amounts')
      AS printed ("itemsCents" bigint, "taxCents" bigint, "roundingCents" bigint, "totalCents" bigint)
    WHERE ("taxCents", "roundingCents", "totalCents") <> (tax_cents, rounding_cents, gross_cents)
      OR "itemsCents" <> (SELECT coalesce(sum(coalesce((line -> 'totalCents')::bigint, (line -> 'netCents')::bigint)), 0)
        FROM jsonb_array_elements(facts -> 'lines') line) + coalesce((facts -> 'priceReductionCents')::bigint, 0)
        - coalesce((facts -> 'fee' -> 'netCents')::bigint, 0)`,
}

/** Returns the orders whose papers violate an invariant; empty if none do. */
export async function checkDocuments(db: Database): Promise<{ law: string; orderId: string }[]> {
  const broken = []
  for (const [law, breaches] of Object.entries(invariants)) {
    const { rows } = await db.execute<{ order_id: string }>(breaches)
    broken.push(...rows.map((row) => ({ law, orderId: row.order_id })))
  }
  return broken
}
