import type { Language } from '#contract/language.ts'
import type { Mail } from '#server/notifications/queue-mail.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { describeOrder } from '#server/orders/describe-order.ts'
import { orderName } from '#server/orders/order-rules.ts'
import { formatMoney } from '#server/platform/money.ts'

/** Describes a refund as its mail needs it. */
export interface RefundFacts {
  amountCents: number
  currency: string
  /** A message to the buyer; may be empty. */
  note: string
  intentId: string
}

/** Builds the mail about an order that was placed and waits for its payment. */
export const orderPlacedMail = (row: OrderRow): Mail => orderMail(row, 'order-placed')

/** Builds the mail about a cancelled order. */
export const orderCancelledMail = (row: OrderRow): Mail => orderMail(row, 'order-cancelled')

/** Builds the mail about an expired order. */
export const orderExpiredMail = (row: OrderRow): Mail => orderMail(row, 'order-expired')

/** Builds the receipt. */
export const orderPaidMail = (row: OrderRow): Mail => orderMail(row, 'order-paid')

/** Builds the mail about a payment that arrived after the stock was sold. */
export const orderPaidShortMail = (row: OrderRow): Mail => orderMail(row, 'order-paid-short')

/** Builds the mail about a shipped order. */
export const orderShippedMail = (row: OrderRow): Mail => orderMail(row, 'order-shipped')

/** Builds the mail about a refund, or about a payment that the order did not call for. */
export const refundMail = (row: OrderRow, refund: RefundFacts): Mail =>
  orderMail(row, refund.intentId === row.order.transactionId ? 'order-refunded' : 'payment-returned', refund)

/**
 * Builds a mail about an order in the language of its buyer, with a link to the order. It contains nothing that the buyer typed,
 * so that an unverified address cannot be used to send spam.
 */
function orderMail(row: OrderRow, kind: MailKind, refund?: RefundFacts): Mail {
  const { order, firstLine: line } = row
  const { language } = order
  const { greeting, button, reference, mails } = texts[language]
  const { amountCents, currency } = refund ?? { amountCents: order.totalCents, currency: order.currency }
  const number = orderName(order.number)
  const transaction = refund?.intentId ?? order.transactionId
  const [subject, ...paragraphs] = mails[kind]({
    number,
    items: describeOrder(
      row,
      language,
      `${line.quantity.toLocaleString(language)} × ${line.productName}${line.sku === null ? '' : ` (${line.sku})`}`,
    ),
    amount: formatMoney(amountCents, currency, language),
    payUntil: order.expiresAt.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
  })
  return {
    to: order.buyerEmail,
    kind,
    language,
    subject,
    paragraphs: [greeting, ...paragraphs, ...(refund?.note ? [refund.note] : []), reference(number, transaction)],
    action: { label: button, url: `/dashboard/order/${order.id}` },
  }
}

type MailKind =
  | 'order-placed'
  | 'order-cancelled'
  | 'order-expired'
  | 'order-paid'
  | 'order-paid-short'
  | 'order-shipped'
  | 'order-refunded'
  | 'payment-returned'

interface MailFacts {
  number: string
  /** Quantity, product and part number of the first line, and the number of the others. */
  items: string
  amount: string
  /** The time in UTC until which an unpaid order reserves its stock. */
  payUntil: string
  carrier: string | null
  trackingNumber: string | null
}

interface Texts {
  greeting: string
  button: string
  reference: (number: string, transaction: string | null) => string
  mails: Record<MailKind, (facts: MailFacts) => [subject: string, ...paragraphs: string[]]>
}

const texts: Record<Language, Texts> = {
  en: {
    greeting: 'Hello,',
    button: 'View your order',
    reference: (number, transaction) => `Order ${number}.${transaction === null ? '' : ` Transaction ${transaction}.`}`,
    mails: {
      'order-placed': ({ number, items, amount, payUntil }) => [
        `We received your order ${number}`,
        `Thank you for your order of ${items} for ${amount}. We hold its stock until ${payUntil} UTC.`,
        'Please pay by then on the page of the order; it expires otherwise.',
      ],
      'order-cancelled': ({ number, items, amount }) => [
        `Your order ${number} is cancelled`,
        `Your order of ${items} for ${amount} was cancelled before it was paid. Nothing was charged.`,
        'You can order again at any time.',
      ],
      'order-expired': ({ number, items, amount }) => [
        `Your order ${number} has expired`,
        `Your order of ${items} for ${amount} was not paid in time, so we released its stock. Nothing was charged.`,
        'You can order again at any time.',
      ],
      'order-paid': ({ number, items, amount }) => [
        `Receipt for your order ${number}`,
        `Thank you. We received ${amount} for your order of ${items}.`,
        'We’ll email you when it ships.',
      ],
      'order-paid-short': ({ number, items, amount }) => [
        `Your order ${number} is paid and backordered`,
        `Your payment of ${amount} for ${items} arrived after the order expired, and the stock was sold in the meantime.`,
        'We’ll ship your order as soon as we restock, or refund you. You don’t need to do anything.',
      ],
      'order-shipped': ({ number, items, amount, carrier, trackingNumber }) => [
        `Your order ${number} has shipped`,
        `Your order of ${items} for ${amount} has shipped${carrier === null ? '' : ` with ${carrier}`}.`,
        ...(trackingNumber === null ? [] : [`Tracking number: ${trackingNumber}`]),
        'It goes to the delivery address of the order.',
      ],
      'order-refunded': ({ number, items, amount }) => [
        `Refund of ${amount} for your order ${number}`,
        `We refunded ${amount} of your order of ${items} to your card.`,
        'Your bank usually shows it within 5 to 10 days.',
      ],
      'payment-returned': ({ number, items, amount }) => [
        `Refund of ${amount} for your order ${number}`,
        `We received a payment of ${amount} that your order of ${items} did not call for, so we refunded it to your card.`,
        'Your bank usually shows it within 5 to 10 days.',
      ],
    },
  },
  de: {
    greeting: 'Guten Tag,',
    button: 'Bestellung ansehen',
    reference: (number, transaction) =>
      `Bestellung ${number}.${transaction === null ? '' : ` Transaktion ${transaction}.`}`,
    mails: {
      'order-placed': ({ number, items, amount, payUntil }) => [
        `Ihre Bestellung ${number} ist eingegangen`,
        `Vielen Dank für Ihre Bestellung über ${items} für ${amount}. Die Ware ist bis ${payUntil} UTC für Sie reserviert.`,
        'Bitte bezahlen Sie bis dahin auf der Seite der Bestellung; sonst verfällt sie.',
      ],
      'order-cancelled': ({ number, items, amount }) => [
        `Ihre Bestellung ${number} ist storniert`,
        `Ihre Bestellung über ${items} für ${amount} wurde vor der Bezahlung storniert. Abgebucht wurde nichts.`,
        'Sie können jederzeit neu bestellen.',
      ],
      'order-expired': ({ number, items, amount }) => [
        `Ihre Bestellung ${number} ist verfallen`,
        `Ihre Bestellung über ${items} für ${amount} wurde nicht rechtzeitig bezahlt; die Ware ist wieder frei. Abgebucht wurde nichts.`,
        'Sie können jederzeit neu bestellen.',
      ],
      'order-paid': ({ number, items, amount }) => [
        `Quittung für Ihre Bestellung ${number}`,
        `Vielen Dank. Wir haben ${amount} für Ihre Bestellung über ${items} erhalten.`,
        'Wir schreiben Ihnen, sobald sie versandt ist.',
      ],
      'order-paid-short': ({ number, items, amount }) => [
        `Ihre Bestellung ${number} ist bezahlt und im Rückstand`,
        `Ihre Zahlung von ${amount} für ${items} kam an, als die Bestellung schon verfallen war; die Ware wurde inzwischen verkauft.`,
        'Wir versenden Ihre Bestellung, sobald wieder Ware da ist, oder erstatten den Betrag. Sie müssen nichts tun.',
      ],
      'order-shipped': ({ number, items, amount, carrier, trackingNumber }) => [
        `Ihre Bestellung ${number} ist unterwegs`,
        `Ihre Bestellung über ${items} für ${amount} wurde${carrier === null ? '' : ` mit ${carrier}`} versandt.`,
        ...(trackingNumber === null ? [] : [`Sendungsnummer: ${trackingNumber}`]),
        'Sie geht an die Lieferadresse der Bestellung.',
      ],
      'order-refunded': ({ number, items, amount }) => [
        `Erstattung von ${amount} für Ihre Bestellung ${number}`,
        `Wir haben ${amount} Ihrer Bestellung über ${items} auf Ihre Karte erstattet.`,
        'Ihre Bank zeigt den Betrag meist nach 5 bis 10 Tagen an.',
      ],
      'payment-returned': ({ number, items, amount }) => [
        `Erstattung von ${amount} für Ihre Bestellung ${number}`,
        `Wir haben eine Zahlung von ${amount} erhalten, die zu Ihrer Bestellung über ${items} nicht nötig war, und sie auf Ihre Karte erstattet.`,
        'Ihre Bank zeigt den Betrag meist nach 5 bis 10 Tagen an.',
      ],
    },
  },
}
