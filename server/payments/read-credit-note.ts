import { eq } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { CreditNote } from '#contract/payments.ts'
import { findOrder, isVisibleTo } from '#server/orders/find-orders.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { creditNoteName } from '#server/orders/order-rules.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { orderFor } from '#server/orders/shown-name.ts'
import { type FindSellerSettings, readInvoice } from '#server/orders/read-invoice.ts'
import { presentAmounts, readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { creditTaxes } from '#server/payments/credit-taxes.ts'
import { lineAmount } from '#server/payments/find-credits.ts'
import { creditNoteLines, creditNotes, refunds } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { parseId } from '#server/platform/ids.ts'

const nothing = { netCents: 0, taxCents: 0 }

/** Returns the credit note of a refund that this user may see; throws `credit-note-not-found`. */
export async function readCreditNote(
  db: Database,
  id: string,
  actor: Actor,
  findSellerSettings: FindSellerSettings,
): Promise<CreditNote> {
  const [found] = await db
    .select({ note: creditNotes, refund: refunds })
    .from(creditNotes)
    .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
    .where(eq(creditNotes.refundId, parseId(id, 'credit-note-not-found')))
  const ofOrder = found && (await findOrder(db, found.note.orderId))
  // One answer for both, so that it does not say which ids exist.
  if (!ofOrder || !isVisibleTo(actor, ofOrder)) throw problem('credit-note-not-found')
  const { note, refund } = found
  const { order } = ofOrder
  const [lines, credited, amounts] = await Promise.all([
    listOrderLines(db, order.id),
    db.select().from(creditNoteLines).where(eq(creditNoteLines.refundId, note.refundId)),
    readOrderAmounts(db, order),
  ])
  const byLine = new Map(credited.map((line) => [line.orderLineId, line]))
  const shipping = { netCents: note.shippingNetCents, taxCents: note.shippingTaxCents }
  const sumOf = (part: 'netCents' | 'taxCents') => credited.reduce((sum, line) => sum + line[part], 0)
  const taxCents = sumOf('taxCents') + shipping.taxCents
  // Without the delivery, its part of a sum is a reduction of the price.
  const itemsCents = sumOf('netCents') + (refund.withShipping ? 0 : shipping.netCents)
  const returned = lines.flatMap((line) => {
    const credit = byLine.get(line.id)
    return credit && credit.units > 0 ? [{ line, credit }] : []
  })
  const reductionCents = itemsCents - returned.reduce((sum, { credit }) => sum + credit.netCents, 0)
  const { bankDetails: _, ...invoice } = await readInvoice(db, ofOrder, amounts, findSellerSettings, note.issuedAt)
  const amountOf = (cents: number) => toAmount(cents, order.currency)
  return {
    _id: note.refundId,
    number: creditNoteName(order.number, note.position),
    issuedAt: note.issuedAt.toISOString(),
    ...(refund.state === 'failed' && { isVoid: true as const }),
    note: refund.note,
    order: presentOrder(orderFor(actor, ofOrder)),
    invoice,
    lines: returned.map(({ line, credit }) => ({
      line: line.position,
      name: line.shownName ?? line.productName,
      ...(line.sku === null ? {} : { sku: line.sku }),
      units: credit.units,
      amount: amountOf(credit.netCents),
    })),
    ...(reductionCents > 0 && { priceReduction: amountOf(reductionCents) }),
    amounts: presentAmounts({
      itemsCents,
      discount: null,
      shippingCents: refund.withShipping && shipping.netCents > 0 ? shipping.netCents : null,
      taxes: creditTaxes(
        amounts.taxes,
        lines.map((line) => ({
          taxClass: line.taxClass,
          whole: lineAmount(line),
          credited: byLine.get(line.id) ?? nothing,
        })),
        { whole: { netCents: order.shippingNetCents, taxCents: order.shippingTaxCents }, credited: shipping },
      ),
      taxCents,
      includesTax: false,
      roundingCents: note.roundingCents,
      totalCents: itemsCents + (refund.withShipping ? shipping.netCents : 0) + taxCents + note.roundingCents,
      currency: order.currency,
    }),
  }
}
