import { storeDay } from '#contract/time-zone.ts'
import type { Document } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { DocumentPaper, type Paper } from '#web/documents/document-paper.tsx'
import { Block } from '#web/documents/paper-parts.tsx'
import { dayText } from '#web/documents/paper-text.ts'
import { isPayable } from '#web/orders/order-labels.ts'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'
import { InPaperLanguage, onPaper } from '#web/i18n/paper-language.tsx'

/** Prints an order: its invoice as it was issued, with what happened since, or the order itself as long as it has none. */
export function PrintedOrder({ details, invoice }: { details: OrderDetails; invoice: Document | undefined }) {
  const toPay = details.money.open ?? 0
  return invoice === undefined ? (
    <DocumentPaper paper={paperOf(details)} toPay={toPay} />
  ) : (
    <InPaperLanguage language={invoice.language}>
      <DocumentPaper paper={{ ...invoice, kind: 'invoice' }} toPay={toPay}>
        <Since details={details} invoice={invoice} />
      </DocumentPaper>
    </InPaperLanguage>
  )
}

/** Whether an order has an invoice: it was paid, or is to be paid afterwards and its total has the freight. */
export const isInvoiced = ({ order: { paid, onAccount, freightOnRequest } }: OrderDetails) =>
  paid || (onAccount !== undefined && !freightOnRequest)

/** Says what became of an invoice after it was issued. */
const Since = onPaper(function Since({
  details: { order, shipments, money, payments, refunds },
  invoice,
}: {
  details: OrderDetails
  invoice: Document
}) {
  const received = payments.reduce((sum, { amount, takenBackAt }) => sum + (takenBackAt === undefined ? amount : 0), 0)
  const sentences = [
    ...shipments.map(({ number, shippedAt, carrier, trackingNumber }) =>
      [
        `${t('invoice.delivery-date')}: ${dayText(storeDay(new Date(shippedAt)))}`,
        shipments.length > 1 && t('shipments.parcel', { number }),
        [carrier, trackingNumber].filter(Boolean).join(' '),
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    order.paidAt !== undefined &&
      invoice.paid === undefined &&
      t('invoice.paid', {
        amount: moneyText(money.captured, money.currency),
        day: dayText(storeDay(new Date(order.paidAt))),
      }),
    money.open !== undefined && received > 0 && t('invoice.received', { amount: moneyText(received, money.currency) }),
    // Credit notes say what went back or is not owed any more, with the tax.
    ...refunds.map(
      ({ state, amount, credit, creditNote }) =>
        state === 'succeeded' &&
        creditNote !== undefined &&
        t(credit ? 'invoice.credited' : 'invoice.refunded', {
          amount: moneyText(amount, money.currency),
          number: creditNote,
        }),
    ),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  return (
    <div className="mt-5 break-inside-avoid">
      <Block title={t('invoice.since')}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Block>
    </div>
  )
})

/** Returns an order without an invoice in the terms of one. */
function paperOf({ order, lines, amounts, shippingMethod, invoice }: OrderDetails): Paper {
  const { seller, taxNumber, buyerTaxNumber, bankDetails } = invoice
  return {
    kind: 'order',
    number: order.number,
    orderNumber: order.number,
    issuedOn: storeDay(new Date(order.placedAt)),
    seller,
    ...(taxNumber !== undefined && { taxNumber }),
    buyer: {
      name: order.buyerName,
      email: order.email,
      phone: order.phoneNumber,
      address: order.billing ?? order.address,
      ...(buyerTaxNumber !== undefined && { taxNumber: buyerTaxNumber }),
    },
    ...(order.billing !== undefined && { delivery: order.address }),
    ...(order.poNumber !== undefined && { poNumber: order.poNumber }),
    lines: lines.map(({ totalPrice, ...line }) => ({ ...line, amount: totalPrice })),
    amounts,
    ...(shippingMethod && {
      shippingMethod: { ...shippingMethod, name: shippingMethod.nameForBuyer ?? shippingMethod.name },
    }),
    ...(order.byTransfer && isPayable(order) && bankDetails !== undefined && { bankDetails }),
    ...(order.note !== undefined && { note: order.note }),
  }
}
