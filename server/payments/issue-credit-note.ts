import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Amount } from '#contract/refund-amount.ts'
import { lockOrder, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, type OrderLine } from '#server/orders/order-lines.ts'
import { type PlacedAmounts, readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { creditRefund } from '#server/payments/credit-refund.ts'
import { creditTaxes } from '#server/payments/credit-taxes.ts'
import { findCreditableOrder, lineAmount } from '#server/payments/find-credits.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import {
  creditNoteLines,
  type CreditNoteRow,
  creditNotes,
  type RefundRow,
  refunds,
} from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

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
  if (refund.intentId !== order.transactionId) return undefined
  const [known] = await tx.select().from(creditNotes).where(eq(creditNotes.refundId, refund.id))
  if (known?.taxes) return known
  const lines = await listOrderLines(tx, order.id)
  const amounts = await readOrderAmounts(tx, order)
  if (known) return splitTaxes(tx, order, lines, amounts, known)
  const creditable = await findCreditableOrder(tx, order, lines, amounts)
  const returned = await listRefundLines(tx, refund.id)
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  const credit = creditRefund(creditable, {
    amountCents: refund.amountCents,
    units: new Map(returned.map(({ lineId, returnedUnits }) => [positions.get(lineId) ?? 0, returnedUnits])),
    withShipping: refund.withShipping,
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
    return line ? [{ refundId: refund.id, orderLineId, ...line }] : []
  })
  if (credited.length > 0) await tx.insert(creditNoteLines).values(credited)
  return note
}

/** Splits the tax of a credit note of the version before. */
async function splitTaxes(
  tx: Transaction,
  order: OrderRow['order'],
  lines: readonly OrderLine[],
  amounts: Pick<PlacedAmounts, 'taxes'>,
  note: CreditNoteRow,
): Promise<CreditNoteRow | undefined> {
  const rows = await tx.select().from(creditNoteLines).where(eq(creditNoteLines.refundId, note.refundId))
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  const taxes = taxesOf(order, lines, amounts, {
    lines: new Map(rows.map((row) => [positions.get(row.orderLineId) ?? 0, row])),
    shipping: { netCents: note.shippingNetCents, taxCents: note.shippingTaxCents },
  })
  const [split] = await tx.update(creditNotes).set({ taxes }).where(eq(creditNotes.refundId, note.refundId)).returning()
  return split
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

const maxRunMs = 50_000

/** Issues the credit notes of refunds that have none or whose taxes are not split, oldest first: those of the version before. It reads all refunds, so it runs seldom. */
export async function issueMissingCreditNotes(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const until = Date.now() + maxRunMs
  const failed: string[] = []
  while (Date.now() < until) {
    const { rows } = await db.execute<{ id: string; order_id: string }>(sql`
      SELECT refunds.id, order_id FROM refunds JOIN orders ON orders.id = order_id AND transaction_id = intent_id
      WHERE state = 'succeeded' AND NOT EXISTS (SELECT FROM credit_notes WHERE refund_id = refunds.id AND taxes IS NOT NULL)
        AND refunds.id <> ALL (${sql.param(failed)}::uuid[])
      ORDER BY ended_at, refunds.id LIMIT 100`)
    if (rows.length === 0) return
    for (const { id, order_id: orderId } of rows) {
      try {
        await db.transaction(async (tx) => {
          const row = await lockOrder(tx, orderId)
          const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id))
          if (row && refund?.state === 'succeeded') await issueCreditNote(tx, row, refund)
        })
      } catch (error) {
        // It must not hold up the others; the next run comes back to it.
        failed.push(id)
        const reason = error instanceof Error ? error.message : String(error)
        log.warn({ refundId: id, reason }, 'a credit note could not be issued')
      }
    }
  }
}
