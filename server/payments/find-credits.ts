import { sql } from 'drizzle-orm'
import { type Amount, grossOf, minus, type RefundableOrder } from '#contract/refund-amount.ts'
import { allocate } from '#contract/allocate.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { costCents } from '#server/orders/order-rules.ts'
import type { OrderLine } from '#server/orders/order-lines.ts'
import type { PlacedAmounts } from '#server/orders/read-order-amounts.ts'
import { creditRefund } from '#server/payments/credit-refund.ts'
import { groupByTax } from '#server/payments/credit-taxes.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns what the buyer paid for a line: after discounts, without tax, and its tax. */
export const lineAmount = ({ netCents, taxCents, totalCents, discountCents }: OrderLine): Amount => ({
  netCents: netCents ?? totalCents - discountCents,
  taxCents,
})

/** Selects refunds of the money that paid an order, and credits: others are of money that paid nothing. */
const isOfSale = ({ transactionId }: OrderRow['order']) =>
  sql`(intent_id IS NULL OR intent_id = ${transactionId}::text) AND NOT is_surplus`

/** Returns an order with what its credit notes left of it. */
export async function findCreditableOrder(
  db: Database | Transaction,
  order: OrderRow['order'],
  lines: readonly OrderLine[],
  { taxes }: Pick<PlacedAmounts, 'taxes'>,
): Promise<RefundableOrder> {
  const { rows } = await db.execute<Credited & Record<string, unknown>>(sql`
    WITH live AS (
      SELECT id FROM refunds WHERE order_id = ${order.id} AND ${isOfSale(order)} AND state <> 'failed')
    SELECT order_line_id::double precision AS "lineId", sum(units)::double precision AS units,
      sum(net)::double precision AS "netCents", sum(tax)::double precision AS "taxCents", sum(rounding)::double precision AS "roundingCents"
    FROM (
      SELECT order_line_id, units, net_cents AS net, tax_cents AS tax, 0 AS rounding FROM credit_note_lines JOIN live ON id = refund_id
      UNION ALL SELECT NULL, 0, shipping_net_cents, shipping_tax_cents, rounding_cents FROM credit_notes JOIN live ON id = refund_id
    ) credited GROUP BY order_line_id`)
  const byLine = new Map(rows.map((row) => [row.lineId, row]))
  const creditedCents = rows.reduce((sum, row) => sum + grossOf(row) + row.roundingCents, 0)
  const shipping = { netCents: order.shippingNetCents, taxCents: order.shippingTaxCents }
  const { ofLines, groups } = groupByTax(
    taxes,
    lines.map((line) => ({ taxClass: line.taxClass, whole: lineAmount(line) })),
    shipping,
  )
  const shippingLeft = minus(shipping, byLine.get(null))
  const shares = groups.map((group) => group.shippingLeft)
  const nets = allocateLeft(
    shippingLeft.netCents,
    shares.map(({ netCents }) => netCents),
  )
  const shippingTaxes = allocateLeft(
    shippingLeft.taxCents,
    shares.map(({ taxCents }) => taxCents),
  )
  return {
    lines: new Map(
      lines.map((line, index) => [
        line.position,
        {
          quantity: line.quantity,
          returnedUnits: byLine.get(line.id)?.units ?? 0,
          whole: lineAmount(line),
          left: minus(lineAmount(line), byLine.get(line.id)),
          tax: ofLines[index] ?? 0,
        },
      ]),
    ),
    taxes: groups.map((group, index) => ({
      ...group,
      shippingLeft: { netCents: nets[index] ?? 0, taxCents: shippingTaxes[index] ?? 0 },
    })),
    includesTax: order.pricesIncludeTax,
    leftCents: order.totalCents - creditedCents,
    currency: order.currency,
  }
}

/** Returns an order with what its credit notes and the refunds that are on their way leave of it. */
export async function findRefundableOrder(
  db: Database | Transaction,
  order: OrderRow['order'],
  lines: readonly OrderLine[],
  amounts: Pick<PlacedAmounts, 'taxes'>,
): Promise<RefundableOrder> {
  const creditable = await findCreditableOrder(db, order, lines, amounts)
  if (costCents(order) - order.refundAskedCents === creditable.leftCents) return creditable
  const { rows } = await db.execute<PendingRefund & Record<string, unknown>>(sql`
    SELECT amount_cents::double precision AS "amountCents", with_shipping AS "withShipping", fee_cents::double precision AS "feeCents",
      coalesce((SELECT json_agg(order_line_id) FROM refund_lines WHERE refund_id = id AND has_fee), '[]') AS "feeLines",
      (SELECT coalesce(json_object_agg(order_line_id, returned_quantity), '{}')
        FROM refund_lines WHERE refund_id = id) AS units
    FROM refunds WHERE order_id = ${order.id} AND ${isOfSale(order)} AND state <> 'failed'
      AND NOT EXISTS (SELECT FROM credit_notes WHERE refund_id = id)
    ORDER BY requested_at, id`)
  return rows.reduce(
    (left, { units, feeCents, feeLines, ...refund }) =>
      creditRefund(left, {
        ...refund,
        units: new Map(lines.map(({ id, position }) => [position, units[id] ?? 0])),
        fee: {
          cents: feeCents,
          lines: new Set(lines.flatMap(({ id, position }) => (feeLines.includes(id) ? [position] : []))),
        },
      }).rest,
    creditable,
  )
}

interface PendingRefund {
  amountCents: number
  withShipping: boolean
  /** By the ids of lines. */
  units: Partial<Record<string, number>>
  feeCents: number
  /** The ids of lines. */
  feeLines: readonly number[]
}

interface Credited extends Amount {
  /** Null for the shipping. */
  lineId: number | null
  units: number
  roundingCents: number
}

const allocateLeft = (cents: number, wholes: readonly number[]) => (wholes.length > 0 ? allocate(cents, wholes) : [])
