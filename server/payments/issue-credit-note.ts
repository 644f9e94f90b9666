import { eq, sql } from 'drizzle-orm'
import type { Amount } from '#contract/refund-amount.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, type OrderLine } from '#server/orders/order-lines.ts'
import { type PlacedAmounts, readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { creditRefund } from '#server/payments/credit-refund.ts'
import { creditTaxes } from '#server/payments/credit-taxes.ts'
import { findCreditableOrder, lineAmount } from '#server/payments/find-credits.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import { creditNoteLines, type CreditNoteRow, creditNotes, type RefundRow } from '#server/payments/payments.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Writes what a refund that has succeeded took back, unless it is there; the caller has locked the order, so that numbers have no gaps. A
 * trigger issues the paper.
 */
export async function issueCreditNote(
  tx: Transaction,
  { order }: Pick<OrderRow, 'order'>,
  refund: RefundRow,
): Promise<CreditNoteRow | undefined> {
  // Money that paid nothing was no sale.
  if (refund.isSurplus || (refund.intentId !== null && refund.intentId !== order.transactionId)) return undefined
  const [known] = await tx.select().from(creditNotes).where(eq(creditNotes.refundId, refund.id))
  if (known) return known
  const lines = await listOrderLines(tx, order.id)
  const amounts = await readOrderAmounts(tx, order)
  const creditable = await findCreditableOrder(tx, order, lines, amounts)
  const returned = await listRefundLines(tx, refund.id)
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  const credit = creditRefund(creditable, {
    amountCents: refund.amountCents,
    units: new Map(returned.map(({ lineId, returnedUnits }) => [positions.get(lineId) ?? 0, returnedUnits])),
    withShipping: refund.withShipping,
    fee: {
      cents: refund.feeCents,
      lines: new Set(returned.flatMap(({ lineId, hasFee }) => (hasFee ? [positions.get(lineId) ?? 0] : []))),
    },
  })
  const [note] = await tx
    .insert(creditNotes)
    .values({
      refundId: refund.id,
      orderId: order.id,
      position: sql`(SELECT coalesce(max(position), 0) + 1 FROM credit_notes WHERE order_id = ${order.id})`,
      issuedAt: refund.endedAt ?? sql`now()`,
      shippingNetCents: credit.shipping.netCents,
      shippingTaxCents: credit.shipping.taxCents,
      roundingCents: credit.roundingCents,
      taxes: taxesOf(order, lines, amounts, { lines: credit.lines, shipping: credit.shipping }),
    })
    .returning()
  const credited = lines.flatMap(({ id: orderLineId, position }) => {
    const line = credit.lines.get(position)
    if (!line) return []
    const { fee, ...amounts } = line
    const fees = { feeNetCents: fee.netCents, feeTaxCents: fee.taxCents }
    return [{ refundId: refund.id, orderLineId, ...amounts, ...fees }]
  })
  if (credited.length > 0) await tx.insert(creditNoteLines).values(credited)
  return note
}

/** Returns how the tax of what is credited is split; lines by their positions. */
const taxesOf = (
  order: OrderRow['order'],
  lines: readonly OrderLine[],
  { taxes }: Pick<PlacedAmounts, 'taxes'>,
  credited: { lines: ReadonlyMap<number, Amount>; shipping: Amount },
) =>
  creditTaxes(
    taxes,
    lines.map((line) => ({
      taxClass: line.taxClass,
      whole: lineAmount(line),
      credited: credited.lines.get(line.position) ?? { netCents: 0, taxCents: 0 },
    })),
    {
      whole: { netCents: order.shippingNetCents, taxCents: order.shippingTaxCents },
      credited: credited.shipping,
    },
  )
