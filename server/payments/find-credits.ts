import { sql } from 'drizzle-orm'
import type { RefundableOrder } from '#contract/refund-amount.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { OrderLine } from '#server/orders/order-lines.ts'
import { type Amount, type CreditableOrder, grossOf } from '#server/payments/credit-refund.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns what the buyer paid for a line: after discounts, without tax, and its tax. */
export const lineAmount = ({ netCents, taxCents, totalCents, discountCents }: OrderLine): Amount => ({
  netCents: netCents ?? totalCents - discountCents,
  taxCents,
})

/** Returns an order with what its credit notes left of it: for the next one, and for the next refund, which leaves out the units of pending ones. */
export async function findCreditableOrder(
  db: Database | Transaction,
  order: OrderRow['order'],
  lines: readonly OrderLine[],
): Promise<{ creditable: CreditableOrder; refundable: RefundableOrder }> {
  const { rows } = await db.execute<Credited & Record<string, unknown>>(sql`
    WITH live AS (
      SELECT id FROM refunds WHERE order_id = ${order.id} AND intent_id = ${order.transactionId} AND state <> 'failed')
    SELECT order_line_id::double precision AS "lineId", sum(asked)::double precision AS asked, sum(units)::double precision AS units,
      sum(net)::double precision AS "netCents", sum(tax)::double precision AS "taxCents", sum(rounding)::double precision AS "roundingCents"
    FROM (
      SELECT order_line_id, coalesce(returned_quantity, restocked_quantity) AS asked, 0 AS units, 0 AS net, 0 AS tax, 0 AS rounding
      FROM refund_lines JOIN live ON id = refund_id
      UNION ALL SELECT order_line_id, 0, units, net_cents, tax_cents, 0 FROM credit_note_lines JOIN live ON id = refund_id
      UNION ALL SELECT NULL, 0, 0, shipping_net_cents, shipping_tax_cents, rounding_cents FROM credit_notes JOIN live ON id = refund_id
    ) credited GROUP BY order_line_id`)
  const byLine = new Map(rows.map((row) => [row.lineId, row]))
  const ofShipping = byLine.get(null)
  const creditedCents = rows.reduce((sum, row) => sum + grossOf(row) + row.roundingCents, 0)
  const shippingLeft = minus({ netCents: order.shippingNetCents, taxCents: order.shippingTaxCents }, ofShipping)
  const creditable = {
    lines: lines.map((line) => ({
      lineId: line.id,
      quantity: line.quantity,
      returnedUnits: byLine.get(line.id)?.units ?? 0,
      grossCents: grossOf(lineAmount(line)),
      left: minus(lineAmount(line), byLine.get(line.id)),
    })),
    shippingLeft,
    leftCents: order.totalCents - creditedCents,
  }
  const refundable = {
    lines: new Map(
      creditable.lines.map((line, index) => [
        lines[index]?.position ?? 0,
        {
          ...line,
          returnedUnits: Math.min(line.quantity, byLine.get(line.lineId)?.asked ?? 0),
          leftCents: grossOf(line.left),
        },
      ]),
    ),
    shippingLeftCents: grossOf(shippingLeft),
    roundingCents: order.roundingCents,
    leftCents: order.totalCents - order.refundAskedCents,
    currency: order.currency,
  }
  return { creditable, refundable }
}

interface Credited extends Amount {
  /** Null for the shipping. */
  lineId: number | null
  /** The units of all refunds that have not failed; `units` are those of credit notes. */
  asked: number
  units: number
  roundingCents: number
}

const minus = (amount: Amount, taken: Amount | undefined): Amount => ({
  netCents: amount.netCents - (taken?.netCents ?? 0),
  taxCents: amount.taxCents - (taken?.taxCents ?? 0),
})
