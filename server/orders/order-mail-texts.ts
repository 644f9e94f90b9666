import type { Language } from '#contract/language.ts'
import type { offlineMethods } from '#contract/payments.ts'
import type { TaxReason } from '#contract/tax.ts'
import { nextCell } from '#server/notifications/mail-body.ts'

/** Lists the kinds of mails about an order; all but `new-order` and `order-message` go to the buyer. */
export type OrderMailKind =
  | 'new-order'
  | 'order-placed'
  | 'transfer-awaited'
  | 'transfer-reminder'
  | 'order-confirmed'
  | 'payment-received'
  | 'payment-taken-back'
  | 'payment-reminder'
  | 'order-refunded-by-hand'
  | 'order-cancelled'
  | 'order-expired'
  | 'order-paid'
  | 'order-paid-short'
  | 'order-ready'
  | 'order-shipped'
  | 'shipment-corrected'
  | 'order-refunded'
  | 'payment-returned'
  | 'order-credited'
  | 'units-cancelled'
  | 'order-answer'
  | 'order-changed'
  | 'freight-set'
  | 'order-message'

/** Lists those that go to the buyer about one order. */
export type MailKind = Exclude<OrderMailKind, 'new-order' | 'payment-reminder' | 'order-message'>

/** Describes a parcel as mails need it. */
export interface ParcelFacts {
  /** Its number, as `BY-1001-2`. */
  parcel: string
  carrier: string | null
  trackingNumber: string | null
  /** Whether it has all that was ordered. */
  isWhole: boolean
  /** Whether nothing of the order follows. */
  isLast: boolean
  /** Whether other parcels were sent after it, of which a mail of their own tells. */
  hasLater: boolean
}

/** Describes what texts about an order say; those of a parcel are empty in mails about none. */
export interface MailFacts extends ParcelFacts {
  number: string
  /** Quantity, product and part number of the first line, and the number of the others. */
  items: string
  amount: string
  /** Whether the freight is not in the total, so that nothing is to be paid yet. */
  awaitsFreight: boolean
  /** What is still open after a payment or a credit; empty if nothing is. */
  open: string
  /** The time of the store, with its zone, until which an unpaid order reserves its stock. */
  payUntil: string
  /** The day of the store on which an order on account is due, and the days from the order until then. */
  dueOn: string
  netDays: number
  byTransfer: boolean
  isFree: boolean
  /** What the buyer is mailed next; null if parts have shipped already. */
  next: 'shipped' | 'ready' | null
  /** What had come before the payment that paid the rest; empty if that paid all. */
  earlier: string
  /** What the order came to before its freight was corrected; empty if it was not. */
  correctedFrom: string
  /** Name and address of the shop in lines, in the mail that says where to pick up; else empty. */
  seller: string
  /** Whether its buyer cancelled units. */
  isByBuyer: boolean
  /** Whether the money that was sent back is more than the order costs. */
  isSurplus: boolean
  /** How the money of units that were cancelled goes back; null where they cost nothing. */
  goesBack: 'card' | 'by-hand' | 'credit' | null
  /** What was to go back by hand and does not; empty if nothing was. */
  withdrawn: string
}

/** Names what a mail to the seller is about: something that waits for an answer, or that the buyer has done. */
export type SellerMessage = 'question' | 'cancellation' | 'change' | 'cancelled' | 'changed'

interface Texts {
  greeting: string
  button: string
  /** Of an order that staff placed, which its buyer pays by card. */
  pay: string
  /** Says who of the staff placed the order; an empty name is not known. */
  placedFor: (name: string) => string
  track: string
  acceptedTerms: string
  creditNote: (number: string) => string
  reference: (number: string, transaction: string | null) => string
  /** Says how money came that did not come by card. */
  paidOffline: Record<(typeof offlineMethods)[number], (day: string, reference: string) => string>
  list: Record<
    | 'more'
    | 'cancelled'
    | 'items'
    | 'shippingOff'
    | 'notDue'
    | 'rounding'
    | 'total'
    | 'totalWithoutFreight'
    | 'poNumber'
    | 'note',
    (what: string) => string
  > &
    Record<
      'addresses' | 'deliveryAddress' | 'billingAddress' | 'payTo' | 'inParcel' | 'toCome',
      (lines: string) => string
    > &
    Record<'tax' | 'includedTax', (name: string, rate: string, amount: string) => string> & {
      discount: (name: string, amount: string) => string
      credited: (amount: string, left: string) => string
      shipping: (method: string | undefined, amount: string) => string
      noTax: (name: string, amount: string, reason: string) => string
      days: (from: string, to: string) => string
      onRequest: string
      freight: string
      /** What is still to be paid of an order on account that has shipped. */
      due: (amount: string, day: string, number: string) => string
    }
  /** Of the mail that reminds of what is open of one or several orders. */
  reminder: {
    subject: (numbers: string) => string
    text: (sum: string) => string
    open: (number: string, amount: string, day: string) => string
    close: string
  }
  vat: string
  reasons: Record<TaxReason, string>
  /** Mails to the seller about what a buyer wrote, changed or cancelled. */
  message: {
    subjects: Record<SellerMessage, (number: string) => string>
    line: (item: string) => string
    /** Units that a buyer asks to cancel, and that are cancelled. */
    toCancel: (lines: string) => string
    cancelled: (lines: string) => string
    details: Record<'address' | 'phoneNumber' | 'poNumber' | 'note', (value: string) => string>
    /** Of the mail about an address that the buyer asked for. */
    priceKept: string
    newTotal: (total: string, open: string) => string
  }
  newOrder: {
    subject: (number: string, amount: string, buyer: string) => string
    text: (items: string, amount: string) => string
    paid: string
    freight: string
    due: (day: string) => string
    transfer: (until: string) => string
    short: string
    /** What the seller has to know to get it ready; lines are joined. */
    buyer: (lines: string) => string
    shipping: (method: string) => string
    payment: Record<'card' | 'transfer' | 'check' | 'account' | 'free', string>
    button: string
  }
  mails: Record<MailKind, (facts: MailFacts) => [subject: string, ...paragraphs: string[]]>
}

/** Says which restocking fee was taken off what goes back. */
export const feeTaken: Record<Language, (amount: string) => string> = {
  en: (amount) => `A restocking fee of ${amount} was taken off.`,
  de: (amount) => `Eine Rücknahmegebühr von ${amount} ist abgezogen.`,
}

/** Says that more has come than the order costs, and that staff send it back. */
export const surplusGoesBack: Record<Language, (amount: string) => string> = {
  en: (amount) => `You have paid ${amount} more than the order costs, which goes back the way your payment came.`,
  de: (amount) =>
    `Sie haben ${amount} mehr gezahlt, als die Bestellung kostet. Das Geld geht auf dem Weg zurück, auf dem es kam.`,
}

/** Says what the buyer is mailed next about an order. */
const nextMail: Record<Language, Record<'shipped' | 'ready', string>> = {
  en: { shipped: 'We’ll email you when it ships.', ready: 'We’ll email you when it is ready for pickup.' },
  de: {
    shipped: 'Wir schreiben Ihnen, sobald sie versandt ist.',
    ready: 'Wir schreiben Ihnen, sobald sie zur Abholung bereitliegt.',
  },
}

/** Says that the total of an order is not final. */
const freightOpen: Record<Language, string> = {
  en: 'Freight is not in the total yet: we email you what it costs. There is nothing to pay until then.',
  de: 'Die Fracht ist noch nicht in der Summe: Wir schreiben Ihnen, was sie kostet. Bis dahin ist nichts zu zahlen.',
}

/** Says what is to be paid of an order that costs less now. */
const leftToPay: Record<Language, (facts: Pick<MailFacts, 'open' | 'awaitsFreight'>) => string> = {
  en: ({ open, awaitsFreight }) =>
    awaitsFreight ? freightOpen.en : open === '' ? 'Nothing of it is open any more.' : `Please pay ${open} instead.`,
  de: ({ open, awaitsFreight }) =>
    awaitsFreight
      ? freightOpen.de
      : open === ''
        ? 'Es ist nichts mehr offen.'
        : `Bitte zahlen Sie stattdessen ${open}.`,
}

/** Holds the texts of the mails about orders. */
export const texts: Record<Language, Texts> = {
  en: {
    greeting: 'Hello,',
    button: 'View your order',
    pay: 'Pay now',
    placedFor: (name) => (name === '' ? 'We placed this order for you.' : `${name} placed this order for you.`),
    track: 'Track the parcel',
    acceptedTerms: 'The terms that you accepted',
    creditNote: (number) => `Credit note ${number}`,
    reference: (number, transaction) => `Order ${number}.${transaction === null ? '' : ` Transaction ${transaction}.`}`,
    paidOffline: {
      bank_transfer: (day, reference) => `Paid by bank transfer on ${day}, reference ${reference}.`,
      check: (day, reference) => `Paid by check on ${day}, number ${reference}.`,
    },
    list: {
      cancelled: (units) => `${units} cancelled`,
      more: (count) => `and ${count} more, on the page of the order`,
      discount: (name, amount) => `Discount ${name}${nextCell}${amount}`,
      credited: (amount, left) => `Credited${nextCell}−${amount}\nTotal now${nextCell}${left}`,
      items: (amount) => `Products${nextCell}${amount}`,
      shipping: (method, amount) => `Shipping${method === undefined ? '' : `, ${method}`}${nextCell}${amount}`,
      shippingOff: (amount) => `${amount} off the shipping`,
      days: (from, to) =>
        `Delivery time: ${from === to ? '' : `${from} to `}${to} working ${to === '1' ? 'day' : 'days'}`,
      onRequest: 'on request',
      freight: freightOpen.en,
      due: (amount, day, number) => `Please pay ${amount} by ${day}, and name ${number} with your payment.`,
      tax: (name, rate, amount) => `${name} ${rate}${nextCell}${amount}`,
      noTax: (name, amount, reason) => `${name || 'Tax'}${nextCell}${amount} (${reason})`,
      notDue: (amount) => `Tax not due${nextCell}${amount}`,
      rounding: (amount) => `Rounding${nextCell}${amount}`,
      includedTax: (name, rate, amount) => `Included ${name} ${rate}${nextCell}${amount}`,
      total: (amount) => `Total${nextCell}${amount}`,
      totalWithoutFreight: (amount) => `Subtotal without freight${nextCell}${amount}`,
      poNumber: (number) => `Purchase order: ${number}`,
      note: (note) => `Note: ${note}`,
      addresses: (lines) => `Delivery and billing address:\n${lines}`,
      deliveryAddress: (lines) => `Delivery address:\n${lines}`,
      billingAddress: (lines) => `Billing address:\n${lines}`,
      payTo: (lines) => `Pay to:\n${lines}`,
      inParcel: (lines) => `In this parcel:\n${lines}`,
      toCome: (lines) => `To come:\n${lines}`,
    },
    message: {
      subjects: {
        question: (number) => `A question about order ${number}`,
        cancellation: (number) => `Request to cancel units of order ${number}`,
        change: (number) => `Request to change order ${number}`,
        cancelled: (number) => `The buyer cancelled units of order ${number}`,
        changed: (number) => `The buyer changed order ${number}`,
      },
      line: (item) => `It is about ${item}.`,
      toCancel: (lines) => `Units to cancel:\n${lines}`,
      cancelled: (lines) => `Cancelled units:\n${lines}`,
      details: {
        address: (value) => `Delivery address:\n${value}`,
        phoneNumber: (value) => `Phone: ${value}`,
        poNumber: (value) => `Purchase order: ${value}`,
        note: (value) => `Note: ${value}`,
      },
      priceKept: 'The price stays as you ordered.',
      newTotal: (total, open) => `Delivery there makes it ${total} in all. Please pay ${open}.`,
    },
    newOrder: {
      subject: (number, amount, buyer) => `New order ${number}: ${amount}, ${buyer}`,
      text: (items, amount) => `An order of ${items} for ${amount} has come in.`,
      paid: 'It is paid and can be shipped.',
      freight:
        'Its freight is not in the total yet. Please set it on the page of the order: the buyer is mailed the total then.',
      due: (day) => `It is on account, due on ${day}, and can be shipped.`,
      transfer: (until) =>
        `It is to be paid by bank transfer and waits for the money; its stock is reserved until ${until}. Please do not ship it yet.`,
      buyer: (lines) => `Customer:\n${lines}`,
      shipping: (method) => `Shipping: ${method}`,
      payment: {
        card: 'Payment: card',
        transfer: 'Payment: bank transfer',
        check: 'Payment: check',
        account: 'Payment: on account',
        free: 'Payment: nothing to pay',
      },
      short: 'It was paid after it had expired, and its stock is sold: restock it, or refund the payment.',
      button: 'View the order',
    },
    vat: 'VAT',
    reasons: {
      standard: 'standard rate',
      reduced: 'reduced rate',
      zero_rated: 'zero rate',
      reverse_charge: 'reverse charge: the buyer owes the tax',
      intra_community: 'supply to a business in the EU, free of tax',
      export: 'export, free of tax',
      customer_exempt: 'the buyer is exempt',
      product_exempt: 'these products are exempt',
      not_collecting: 'the shop does not collect tax there',
      out_of_scope: 'not subject to tax',
    },
    reminder: {
      subject: (numbers) => `Payment reminder: ${numbers}`,
      text: (sum) => `We have not received ${sum} yet. Please pay by transfer and name the number of the order.`,
      open: (number, amount, day) => `${number}: ${amount}, due on ${day}`,
      close: 'If your payment is on its way, there is nothing to do.',
    },
    mails: {
      'order-placed': ({ number, items, amount, payUntil, awaitsFreight }) => [
        `We received your order ${number}`,
        `Thank you for your order of ${items} for ${amount}${awaitsFreight ? ' without freight.' : `. We hold its stock until ${payUntil}.`}`,
        ...(awaitsFreight
          ? [`${freightOpen.en} We hold its stock for you.`]
          : ['Please pay by then on the page of the order; it expires otherwise.']),
      ],
      'transfer-awaited': ({ number, items, amount, payUntil, awaitsFreight }) => [
        `We received your order ${number}`,
        `Thank you for your order of ${items} for ${amount}${awaitsFreight ? ' without freight.' : `. We hold its stock until ${payUntil}.`}`,
        ...(awaitsFreight
          ? [`${freightOpen.en} We hold its stock for you.`]
          : [
              `Please transfer ${amount} by then, and name ${number} as the reference. We ship the order as soon as the money has arrived; it expires otherwise.`,
            ]),
      ],
      'transfer-reminder': ({ number, items, amount, payUntil }) => [
        `Your bank transfer for order ${number} has not arrived yet`,
        `We have not received ${amount} for your order of ${items} yet. We hold its stock until ${payUntil}; then the order expires.`,
        `Please transfer ${amount}, and name ${number} as the reference. If your transfer is on its way, there is nothing to do.`,
      ],
      'order-confirmed': ({ number, items, amount, open, dueOn, netDays, next, awaitsFreight }) => [
        awaitsFreight ? `We received your order ${number}` : `We confirm your order ${number}`,
        `Thank you for your order of ${items} for ${amount}${awaitsFreight ? ' without freight' : ''}.${next === null || awaitsFreight ? '' : ` ${nextMail.en[next]}`}`,
        ...(awaitsFreight
          ? [freightOpen.en]
          : [
              open === ''
                ? 'Nothing of it is open any more.'
                : `Please pay ${open} by ${dueOn} (net ${netDays} days), and name ${number} with your payment.`,
            ]),
      ],
      'payment-received': ({ number, items, amount, open }) => [
        `We received your payment for order ${number}`,
        `Thank you. We received ${amount} for your order of ${items}. ${open === '' ? 'Nothing is open for it any more.' : `Still open: ${open}.`}`,
      ],
      'payment-taken-back': ({ number, amount, open, withdrawn }) => [
        `Correction: a payment for your order ${number}`,
        `We had recorded a payment of ${amount} for your order ${number} by mistake, and took it back.`,
        ...(withdrawn ? [`So the ${withdrawn} that were to go back to you do not go back.`] : []),
        open ? `Still open: ${open}.` : 'Nothing is open.',
      ],
      'order-refunded-by-hand': ({ number, items, amount, isSurplus }) =>
        isSurplus
          ? [
              `${amount} paid too much for your order ${number} sent back`,
              `You paid ${amount} more than your order ${number} costs, so we sent that back the way your payment came.`,
              'Your order stays as it is.',
            ]
          : [
              `Refund of ${amount} for your order ${number}`,
              `We refunded ${amount} of your order of ${items}, the way your payment came.`,
            ],
      'order-cancelled': ({ number, items, amount }) => [
        `Your order ${number} is cancelled`,
        `Your order of ${items} for ${amount} was cancelled before it was paid. Nothing was charged.`,
        'You can order again at any time.',
      ],
      'order-expired': ({ number, items, amount, byTransfer }) => [
        `Your order ${number} has expired`,
        `Your order of ${items} for ${amount} was not paid in time, so we released its stock. Nothing was charged.`,
        byTransfer
          ? 'If your transfer is on its way, please tell us. You can order again at any time.'
          : 'You can order again at any time.',
      ],
      'order-paid': ({ number, items, amount, isFree, next, earlier }) => [
        isFree ? `We confirm your order ${number}` : `Receipt for your order ${number}`,
        isFree
          ? `Thank you for your order of ${items}. There is nothing to pay.`
          : `Thank you. We received ${amount} for your order of ${items}.${earlier === '' ? '' : ` With the ${earlier} that came before, it is paid in full.`}`,
        ...(next === null ? [] : [nextMail.en[next]]),
      ],
      'order-paid-short': ({ number, items, amount }) => [
        `Your order ${number} is paid and backordered`,
        `Your payment of ${amount} for ${items} arrived after the order expired, and the stock was sold in the meantime.`,
        'We’ll ship your order as soon as we restock, or refund you. You don’t need to do anything.',
      ],
      'order-ready': ({ number, items, seller }) => [
        `Your order ${number} is ready for pickup`,
        `Your order of ${items} is ready: you can pick it up now. Please bring the number ${number}.`,
        ...(seller === '' ? [] : [`Where:\n${seller}`]),
      ],
      'order-shipped': ({ number, parcel, items, amount, carrier, trackingNumber, isWhole, isLast, hasLater }) => [
        isWhole ? `Your order ${number} has shipped` : `Parcel ${parcel} of your order has shipped`,
        isWhole
          ? `Your order of ${items} for ${amount} has shipped${carrier === null ? '' : ` with ${carrier}`}.`
          : `The parcel ${parcel} of your order has shipped${carrier === null ? '' : ` with ${carrier}`}.${isLast ? ' With it, your order is complete.' : ''}${hasLater ? ' More of it is in other parcels, which we email you about as well.' : ''}`,
        ...(trackingNumber === null ? [] : [`Tracking number: ${trackingNumber}`]),
        'It goes to the delivery address of the order.',
      ],
      'shipment-corrected': ({ parcel, carrier, trackingNumber }) => [
        `Correction: how your parcel ${parcel} is sent`,
        `Please use these details of your parcel ${parcel} from now on.`,
        ...(carrier === null ? [] : [`Carrier: ${carrier}`]),
        trackingNumber === null ? 'There is no tracking number.' : `Tracking number: ${trackingNumber}`,
      ],
      'order-refunded': ({ number, items, amount }) => [
        `Refund of ${amount} for your order ${number}`,
        `We refunded ${amount} of your order of ${items} to your card.`,
        'Your bank usually shows it within 5 to 10 days.',
      ],
      'order-credited': ({ number, amount, ...facts }) => [
        `Credit of ${amount} for your order ${number}`,
        `We took ${amount} off your order ${number}.`,
        leftToPay.en(facts),
      ],
      'units-cancelled': ({ number, amount, isByBuyer, goesBack, ...facts }) => [
        `Units of your order ${number} were cancelled`,
        isByBuyer
          ? 'As you asked, these units are cancelled. They will not be sent.'
          : 'We have cancelled these units. They will not be sent.',
        ...(goesBack === 'card' ? [`${amount} goes back to your card.`] : []),
        ...(goesBack === 'by-hand' ? [`${amount} goes back the way your payment came.`] : []),
        ...(goesBack === 'credit' ? [`We took ${amount} off your order.`, leftToPay.en(facts)] : []),
      ],
      'order-changed': ({ number }) => [
        `We changed your order ${number}`,
        'This is what the order says now. Invoices that were issued stay as they are.',
      ],
      'freight-set': ({ number, items, amount, correctedFrom, open, dueOn, netDays, payUntil, byTransfer }) => [
        `The freight of your order ${number}${correctedFrom === '' ? '' : ': correction'}`,
        correctedFrom === ''
          ? `We have added the freight to your order of ${items}.`
          : `We have corrected the freight of your order of ${items}: with it, the order comes to ${amount}, not ${correctedFrom}. This replaces our earlier mail about the freight.`,
        ...(open === ''
          ? ['There is nothing to pay.']
          : netDays > 0
            ? [`Please pay ${open} by ${dueOn} (net ${netDays} days), and name ${number} with your payment.`]
            : byTransfer
              ? [`Please transfer ${open} by ${payUntil}, and name ${number} as the reference.`]
              : [`Please pay ${open} by ${payUntil}; the order expires otherwise.`]),
      ],
      'order-answer': ({ number }) => [`Our answer about your order ${number}`],
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
    pay: 'Jetzt bezahlen',
    placedFor: (name) =>
      name === ''
        ? 'Wir haben diese Bestellung für Sie aufgenommen.'
        : `${name} hat diese Bestellung für Sie aufgenommen.`,
    track: 'Paket verfolgen',
    acceptedTerms: 'Die Verkaufsbedingungen, die Sie akzeptiert haben',
    creditNote: (number) => `Rechnungskorrektur ${number}`,
    reference: (number, transaction) =>
      `Bestellung ${number}.${transaction === null ? '' : ` Transaktion ${transaction}.`}`,
    paidOffline: {
      bank_transfer: (day, reference) => `Bezahlt per Überweisung am ${day}, Verwendungszweck: ${reference}.`,
      check: (day, reference) => `Bezahlt per Scheck am ${day}, Nummer: ${reference}.`,
    },
    list: {
      cancelled: (units) => `${units} storniert`,
      more: (count) =>
        `und ${count} weitere ${count === '1' ? 'Position' : 'Positionen'}, auf der Seite der Bestellung`,
      discount: (name, amount) => `Rabatt ${name}${nextCell}${amount}`,
      credited: (amount, left) => `Gutgeschrieben${nextCell}−${amount}\nSumme jetzt${nextCell}${left}`,
      items: (amount) => `Produkte${nextCell}${amount}`,
      shipping: (method, amount) => `Versand${method === undefined ? '' : `, ${method}`}${nextCell}${amount}`,
      shippingOff: (amount) => `${amount} Nachlass auf den Versand`,
      days: (from, to) =>
        `Lieferzeit: ${from === to ? '' : `${from} bis `}${to} ${to === '1' ? 'Werktag' : 'Werktage'}`,
      onRequest: 'auf Anfrage',
      freight: freightOpen.de,
      due: (amount, day, number) =>
        `Bitte zahlen Sie ${amount} bis zum ${day} und nennen Sie bei der Zahlung ${number}.`,
      tax: (name, rate, amount) => `${name} ${rate}${nextCell}${amount}`,
      noTax: (name, amount, reason) => `${name || 'Steuer'}${nextCell}${amount} (${reason})`,
      notDue: (amount) => `Nicht geschuldete Steuer${nextCell}${amount}`,
      rounding: (amount) => `Rundung${nextCell}${amount}`,
      includedTax: (name, rate, amount) => `Enthaltene ${name} ${rate}${nextCell}${amount}`,
      total: (amount) => `Summe${nextCell}${amount}`,
      totalWithoutFreight: (amount) => `Zwischensumme ohne Fracht${nextCell}${amount}`,
      poNumber: (number) => `Ihre Bestellnummer: ${number}`,
      note: (note) => `Bemerkung: ${note}`,
      addresses: (lines) => `Liefer- und Rechnungsadresse:\n${lines}`,
      deliveryAddress: (lines) => `Lieferadresse:\n${lines}`,
      billingAddress: (lines) => `Rechnungsadresse:\n${lines}`,
      payTo: (lines) => `Zu zahlen an:\n${lines}`,
      inParcel: (lines) => `In diesem Paket:\n${lines}`,
      toCome: (lines) => `Es folgen noch:\n${lines}`,
    },
    message: {
      subjects: {
        question: (number) => `Eine Frage zur Bestellung ${number}`,
        cancellation: (number) => `Stornowunsch zur Bestellung ${number}`,
        change: (number) => `Änderungswunsch zur Bestellung ${number}`,
        cancelled: (number) => `Der Käufer hat Teile der Bestellung ${number} storniert`,
        changed: (number) => `Der Käufer hat die Bestellung ${number} geändert`,
      },
      line: (item) => `Es geht um ${item}.`,
      toCancel: (lines) => `Zu stornieren:\n${lines}`,
      cancelled: (lines) => `Storniert:\n${lines}`,
      details: {
        address: (value) => `Lieferadresse:\n${value}`,
        phoneNumber: (value) => `Telefon: ${value}`,
        poNumber: (value) => `Kundenbestellnummer: ${value}`,
        note: (value) => `Bemerkung: ${value}`,
      },
      priceKept: 'Der Preis bleibt wie bestellt.',
      newTotal: (total, open) => `Mit der Lieferung dorthin kostet sie insgesamt ${total}. Bitte zahlen Sie ${open}.`,
    },
    newOrder: {
      subject: (number, amount, buyer) => `Neue Bestellung ${number}: ${amount}, ${buyer}`,
      text: (items, amount) => `Eine Bestellung über ${items} für ${amount} ist eingegangen.`,
      paid: 'Sie ist bezahlt und kann versandt werden.',
      freight:
        'Die Fracht ist noch nicht in der Summe. Bitte tragen Sie sie auf der Seite der Bestellung ein; der Käufer bekommt dann die Summe per E-Mail.',
      due: (day) => `Kauf auf Rechnung, fällig am ${day}. Sie kann versandt werden.`,
      transfer: (until) =>
        `Zahlung per Überweisung, das Geld steht noch aus; die Ware ist bis zum ${until} reserviert. Bitte noch nicht versenden.`,
      buyer: (lines) => `Kunde:\n${lines}`,
      shipping: (method) => `Versand: ${method}`,
      payment: {
        card: 'Zahlung: Karte',
        transfer: 'Zahlung: Überweisung',
        check: 'Zahlung: Scheck',
        account: 'Zahlung: auf Rechnung',
        free: 'Zahlung: nichts zu zahlen',
      },
      short:
        'Sie wurde bezahlt, als sie schon verfallen war; die Ware ist verkauft. Füllen Sie den Bestand auf, oder erstatten Sie die Zahlung.',
      button: 'Bestellung ansehen',
    },
    vat: 'USt.',
    reasons: {
      standard: 'Regelsatz',
      reduced: 'ermäßigter Satz',
      zero_rated: 'Nullsatz',
      reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)',
      intra_community: 'steuerfreie innergemeinschaftliche Lieferung',
      export: 'steuerfreie Ausfuhr',
      customer_exempt: 'der Käufer ist befreit',
      product_exempt: 'diese Produkte sind befreit',
      not_collecting: 'der Shop erhebt dort keine Steuer',
      out_of_scope: 'nicht steuerbar',
    },
    reminder: {
      subject: (numbers) => `Zahlungserinnerung: ${numbers}`,
      text: (sum) =>
        `${sum} sind bei uns noch nicht eingegangen. Bitte überweisen Sie den Betrag und nennen Sie die Nummer der Bestellung.`,
      open: (number, amount, day) => `${number}: ${amount}, fällig am ${day}`,
      close: 'Ist Ihre Zahlung unterwegs, müssen Sie nichts tun.',
    },
    mails: {
      'order-placed': ({ number, items, amount, payUntil, awaitsFreight }) => [
        `Ihre Bestellung ${number} ist eingegangen`,
        `Vielen Dank für Ihre Bestellung über ${items} für ${amount}${awaitsFreight ? ' ohne Fracht.' : `. Die Ware ist bis zum ${payUntil} für Sie reserviert.`}`,
        ...(awaitsFreight
          ? [`${freightOpen.de} Die Ware ist für Sie reserviert.`]
          : ['Bitte bezahlen Sie bis dahin auf der Seite der Bestellung; sonst verfällt sie.']),
      ],
      'transfer-awaited': ({ number, items, amount, payUntil, awaitsFreight }) => [
        `Ihre Bestellung ${number} ist eingegangen`,
        `Vielen Dank für Ihre Bestellung über ${items} für ${amount}${awaitsFreight ? ' ohne Fracht.' : `. Die Ware ist bis zum ${payUntil} für Sie reserviert.`}`,
        ...(awaitsFreight
          ? [`${freightOpen.de} Die Ware ist für Sie reserviert.`]
          : [
              `Bitte überweisen Sie ${amount} bis dahin, und geben Sie ${number} als Verwendungszweck an. Wir versenden die Bestellung, sobald das Geld eingegangen ist; sonst verfällt sie.`,
            ]),
      ],
      'transfer-reminder': ({ number, items, amount, payUntil }) => [
        `Ihre Überweisung für Bestellung ${number} ist noch nicht eingegangen`,
        `Für Ihre Bestellung über ${items} haben wir ${amount} noch nicht erhalten. Die Ware ist bis zum ${payUntil} für Sie reserviert; dann verfällt die Bestellung.`,
        `Bitte überweisen Sie ${amount}, und geben Sie ${number} als Verwendungszweck an. Ist Ihre Überweisung unterwegs, müssen Sie nichts tun.`,
      ],
      'order-confirmed': ({ number, items, amount, open, dueOn, netDays, next, awaitsFreight }) => [
        awaitsFreight ? `Ihre Bestellung ${number} ist eingegangen` : `Wir bestätigen Ihre Bestellung ${number}`,
        `Vielen Dank für Ihre Bestellung über ${items} für ${amount}${awaitsFreight ? ' ohne Fracht' : ''}.${next === null || awaitsFreight ? '' : ` ${nextMail.de[next]}`}`,
        ...(awaitsFreight
          ? [freightOpen.de]
          : [
              open === ''
                ? 'Es ist nichts mehr offen.'
                : `Bitte zahlen Sie ${open} bis zum ${dueOn} (${netDays} Tage netto) und nennen Sie bei der Zahlung ${number}.`,
            ]),
      ],
      'payment-received': ({ number, items, amount, open }) => [
        `Ihre Zahlung für Bestellung ${number} ist eingegangen`,
        `Vielen Dank. Wir haben ${amount} für Ihre Bestellung über ${items} erhalten. ${open === '' ? 'Für sie ist nichts mehr offen.' : `Noch offen: ${open}.`}`,
      ],
      'payment-taken-back': ({ number, amount, open, withdrawn }) => [
        `Berichtigung: Zahlung für Ihre Bestellung ${number}`,
        `Wir hatten irrtümlich eine Zahlung von ${amount} für Ihre Bestellung ${number} eingetragen und haben sie zurückgenommen.`,
        ...(withdrawn ? [`Deshalb zahlen wir die angekündigten ${withdrawn} nicht zurück.`] : []),
        open ? `Noch offen: ${open}.` : 'Es ist nichts offen.',
      ],
      'order-refunded-by-hand': ({ number, items, amount, isSurplus }) =>
        isSurplus
          ? [
              `Zu viel gezahlte ${amount} für Ihre Bestellung ${number} zurückgesandt`,
              `Sie haben ${amount} mehr gezahlt, als Ihre Bestellung ${number} kostet. Wir haben das Geld auf dem Weg zurückgesandt, auf dem es kam.`,
              'Ihre Bestellung bleibt, wie sie ist.',
            ]
          : [
              `Erstattung von ${amount} für Ihre Bestellung ${number}`,
              `Wir haben ${amount} Ihrer Bestellung über ${items} auf dem Weg erstattet, auf dem Ihre Zahlung kam.`,
            ],
      'order-cancelled': ({ number, items, amount }) => [
        `Ihre Bestellung ${number} ist storniert`,
        `Ihre Bestellung über ${items} für ${amount} wurde vor der Bezahlung storniert. Abgebucht wurde nichts.`,
        'Sie können jederzeit neu bestellen.',
      ],
      'order-expired': ({ number, items, amount, byTransfer }) => [
        `Ihre Bestellung ${number} ist verfallen`,
        `Ihre Bestellung über ${items} für ${amount} wurde nicht rechtzeitig bezahlt; die Ware ist wieder frei. Abgebucht wurde nichts.`,
        byTransfer
          ? 'Ist Ihre Überweisung unterwegs, sagen Sie uns bitte Bescheid. Sie können jederzeit neu bestellen.'
          : 'Sie können jederzeit neu bestellen.',
      ],
      'order-paid': ({ number, items, amount, isFree, next, earlier }) => [
        isFree ? `Wir bestätigen Ihre Bestellung ${number}` : `Zahlungsbestätigung für Ihre Bestellung ${number}`,
        isFree
          ? `Vielen Dank für Ihre Bestellung über ${items}. Zu bezahlen ist nichts.`
          : `Vielen Dank. Wir haben ${amount} für Ihre Bestellung über ${items} erhalten.${earlier === '' ? '' : ` Mit den ${earlier}, die schon eingegangen sind, ist sie vollständig bezahlt.`}`,
        ...(next === null ? [] : [nextMail.de[next]]),
      ],
      'order-paid-short': ({ number, items, amount }) => [
        `Ihre Bestellung ${number} ist bezahlt und im Rückstand`,
        `Ihre Zahlung von ${amount} für ${items} kam an, als die Bestellung schon verfallen war; die Ware wurde inzwischen verkauft.`,
        'Wir versenden Ihre Bestellung, sobald wieder Ware da ist, oder erstatten den Betrag. Sie müssen nichts tun.',
      ],
      'order-ready': ({ number, items, seller }) => [
        `Ihre Bestellung ${number} liegt zur Abholung bereit`,
        `Ihre Bestellung über ${items} liegt bereit: Sie können sie jetzt abholen. Bitte bringen Sie die Nummer ${number} mit.`,
        ...(seller === '' ? [] : [`Wo:\n${seller}`]),
      ],
      'order-shipped': ({ number, parcel, items, amount, carrier, trackingNumber, isWhole, isLast, hasLater }) => [
        isWhole ? `Ihre Bestellung ${number} ist unterwegs` : `Paket ${parcel} Ihrer Bestellung ist unterwegs`,
        isWhole
          ? `Ihre Bestellung über ${items} für ${amount} wurde${carrier === null ? '' : ` mit ${carrier}`} versandt.`
          : `Das Paket ${parcel} Ihrer Bestellung wurde${carrier === null ? '' : ` mit ${carrier}`} versandt.${isLast ? ' Damit ist Ihre Bestellung vollständig.' : ''}${hasLater ? ' Weitere Teile sind in anderen Paketen, zu denen Sie je eine E-Mail bekommen.' : ''}`,
        ...(trackingNumber === null ? [] : [`Sendungsnummer: ${trackingNumber}`]),
        isWhole ? 'Sie geht an die Lieferadresse der Bestellung.' : 'Es geht an die Lieferadresse der Bestellung.',
      ],
      'shipment-corrected': ({ parcel, carrier, trackingNumber }) => [
        `Berichtigung: Versand Ihres Pakets ${parcel}`,
        `Für Ihr Paket ${parcel} gelten ab jetzt diese Angaben.`,
        ...(carrier === null ? [] : [`Versanddienst: ${carrier}`]),
        trackingNumber === null ? 'Eine Sendungsnummer gibt es nicht.' : `Sendungsnummer: ${trackingNumber}`,
      ],
      'order-refunded': ({ number, items, amount }) => [
        `Erstattung von ${amount} für Ihre Bestellung ${number}`,
        `Wir haben ${amount} Ihrer Bestellung über ${items} auf Ihre Karte erstattet.`,
        'Ihre Bank zeigt den Betrag meist nach 5 bis 10 Tagen an.',
      ],
      'order-credited': ({ number, amount, ...facts }) => [
        `Rechnungskorrektur über ${amount} zu Ihrer Bestellung ${number}`,
        `Ihre Bestellung ${number} kostet ${amount} weniger.`,
        leftToPay.de(facts),
      ],
      'units-cancelled': ({ number, amount, isByBuyer, goesBack, ...facts }) => [
        `Storno zu Ihrer Bestellung ${number}`,
        isByBuyer
          ? 'Wie von Ihnen gewünscht, sind diese Stücke storniert. Sie werden nicht geliefert.'
          : 'Wir haben diese Stücke storniert. Sie werden nicht geliefert.',
        ...(goesBack === 'card' ? [`${amount} gehen auf Ihre Karte zurück.`] : []),
        ...(goesBack === 'by-hand' ? [`${amount} gehen auf dem Weg zurück, auf dem Ihre Zahlung kam.`] : []),
        ...(goesBack === 'credit' ? [`Ihre Bestellung kostet ${amount} weniger.`, leftToPay.de(facts)] : []),
      ],
      'order-changed': ({ number }) => [
        `Wir haben Ihre Bestellung ${number} geändert`,
        'So steht es jetzt in der Bestellung. Ausgestellte Rechnungen bleiben, wie sie sind.',
      ],
      'freight-set': ({ number, items, amount, correctedFrom, open, dueOn, netDays, payUntil, byTransfer }) => [
        `Die Fracht für Ihre Bestellung ${number}${correctedFrom === '' ? '' : ': Korrektur'}`,
        correctedFrom === ''
          ? `Zu Ihrer Bestellung über ${items} haben wir die Fracht hinzugefügt.`
          : `Wir haben die Fracht für Ihre Bestellung über ${items} korrigiert: Damit kostet die Bestellung ${amount} statt ${correctedFrom}. Das ersetzt unsere frühere E-Mail über die Fracht.`,
        ...(open === ''
          ? ['Es ist nichts zu zahlen.']
          : netDays > 0
            ? [
                `Bitte zahlen Sie ${open} bis zum ${dueOn} (${netDays} Tage netto) und nennen Sie bei der Zahlung ${number}.`,
              ]
            : byTransfer
              ? [`Bitte überweisen Sie ${open} bis zum ${payUntil}, und geben Sie ${number} als Verwendungszweck an.`]
              : [`Bitte zahlen Sie ${open} bis zum ${payUntil}; sonst verfällt die Bestellung.`]),
      ],
      'order-answer': ({ number }) => [`Unsere Antwort zu Ihrer Bestellung ${number}`],
      'payment-returned': ({ number, items, amount }) => [
        `Erstattung von ${amount} für Ihre Bestellung ${number}`,
        `Wir haben eine Zahlung von ${amount} erhalten, die zu Ihrer Bestellung über ${items} nicht nötig war, und sie auf Ihre Karte erstattet.`,
        'Ihre Bank zeigt den Betrag meist nach 5 bis 10 Tagen an.',
      ],
    },
  },
}
