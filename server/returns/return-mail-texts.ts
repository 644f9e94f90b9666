import type { Language } from '#contract/language.ts'
import type { ReturnReason } from '#contract/returns.ts'
import { feeTaken } from '#server/orders/order-mail-texts.ts'
import { numberText } from '#server/platform/numbers.ts'

/** Lists the kinds of mails about returns; all but `new-return` go to the buyer. */
export type ReturnMailKind =
  | 'new-return'
  | 'return-requested'
  | 'return-approved'
  | 'return-refused'
  | 'return-cancelled'
  | 'return-received'
  | 'withdrawal-confirmed'

/** Describes what texts about a return say. */
export interface ReturnFacts {
  /** Of the return and of its order. */
  number: string
  order: string
  /** The time at which it was asked for, with the zone of the store. */
  askedAt: string
  /** Who pays the way back; may be empty. */
  wayBack: string
  /** The seller's words; may be empty. */
  answer: string
  /** What was paid back; undefined if nothing was. */
  refunded: string | undefined
  /** The restocking fee that was taken off; undefined if none was. */
  fee: string | undefined
  /** Whether it was taken off an order that is not paid. */
  isCredit: boolean
  isWithdrawal: boolean
  /** Whether money goes back; what is not paid is taken off the order. */
  isPaid: boolean
  /** Of the restocking fee; 0 if none is taken off. */
  feePercent: number
}

type MailText = (facts: ReturnFacts) => [subject: string, ...paragraphs: string[]]

interface Texts {
  greeting: string
  slip: string
  view: string
  viewReturns: string
  replacement: (number: string) => string
  item: (item: string, reason: string) => string
  /** Of the mail to the seller: who asks, the buyer's own number of the order, and the note. */
  buyer: (lines: string) => string
  poNumber: (number: string) => string
  note: (note: string) => string
  reasons: Record<ReturnReason, string>
  mails: Record<ReturnMailKind, MailText>
}

const filled = (...paragraphs: string[]) => paragraphs.filter((paragraph) => paragraph !== '')

/** Holds the texts of the mails about returns. */
export const returnTexts: Record<Language, Texts> = {
  en: {
    greeting: 'Hello,',
    slip: 'Print the return slip',
    view: 'View your order',
    viewReturns: 'Open the return',
    replacement: (number) => `Replacement for return ${number}`,
    item: (item, reason) => `${item}: ${reason}`,
    buyer: (lines) => `Customer:\n${lines}`,
    poNumber: (number) => `Purchase order: ${number}`,
    note: (note) => `Note: ${note}`,
    reasons: {
      'not-needed': 'not needed',
      'does-not-fit': 'does not fit',
      defective: 'defective',
      damaged: 'damaged on the way',
      'wrong-part': 'wrong part sent',
      missing: 'missing',
      withdrawal: 'withdrawal from the contract',
    },
    mails: {
      'new-return': ({ number, order, isWithdrawal, isPaid }) => [
        isWithdrawal ? `Withdrawal ${number}` : `Return ${number} to answer`,
        isWithdrawal
          ? `A buyer has withdrawn from the contract about order ${order}. It is accepted: receive the goods and ${isPaid ? 'pay the money back within 14 days' : 'take them off the order, which is not paid'}.`
          : `A buyer asks to return parts of order ${order}. Approve or refuse it:`,
      ],
      'return-requested': ({ number, order }) => [
        `We received your return ${number}`,
        `You asked to return these parts of order ${order}. Please keep them until we have answered; we write to you.`,
      ],
      'return-approved': ({ number, order, wayBack, answer, feePercent }) => [
        `Your return ${number} is approved`,
        `You can send these parts of order ${order} back. Put the return slip into the parcel, or write ${number} on it.`,
        ...(feePercent > 0 ? [`We take off a restocking fee of ${numberText(feePercent, 'en')} %.`] : []),
        ...filled(wayBack, answer),
      ],
      'return-refused': ({ number, order, answer }) => [
        `Your return ${number}`,
        `We cannot take these parts of order ${order} back.`,
        ...filled(answer),
      ],
      'return-cancelled': ({ number, order }) => [
        `Your return ${number} is cancelled`,
        `We cancelled the return of these parts of order ${order}. Please do not send them; if they are on their way, write to us.`,
      ],
      'return-received': ({ number, order, refunded, fee, isCredit }) => [
        `Your return ${number} has arrived`,
        'We have received your parts.',
        ...(refunded === undefined
          ? []
          : [isCredit ? `We take ${refunded} off your order ${order}.` : `We pay ${refunded} back the way you paid.`]),
        ...(fee === undefined ? [] : [feeTaken.en(fee)]),
      ],
      'withdrawal-confirmed': ({ number, order, askedAt, wayBack, isPaid }) => [
        `Your withdrawal from order ${order}`,
        `We received your withdrawal from the contract about order ${order} on ${askedAt}.`,
        `Send the parts back within 14 days. Put the return slip into the parcel, or write ${number} on it. ${isPaid ? 'We pay your money back the way you paid.' : 'We take their price off your order.'}`,
        ...filled(wayBack),
      ],
    },
  },
  de: {
    greeting: 'Guten Tag,',
    slip: 'Rücksendeschein drucken',
    view: 'Bestellung ansehen',
    viewReturns: 'Rücksendung öffnen',
    replacement: (number) => `Ersatz für Rücksendung ${number}`,
    item: (item, reason) => `${item}: ${reason}`,
    buyer: (lines) => `Kunde:\n${lines}`,
    poNumber: (number) => `Kundenbestellnummer: ${number}`,
    note: (note) => `Bemerkung: ${note}`,
    reasons: {
      'not-needed': 'nicht benötigt',
      'does-not-fit': 'passt nicht',
      defective: 'defekt',
      damaged: 'beim Versand beschädigt',
      'wrong-part': 'falsches Teil geliefert',
      missing: 'fehlt',
      withdrawal: 'Widerruf',
    },
    mails: {
      'new-return': ({ number, order, isWithdrawal, isPaid }) => [
        isWithdrawal ? `Widerruf ${number}` : `Rücksendung ${number} wartet auf Antwort`,
        isWithdrawal
          ? `Ein Käufer hat den Vertrag über die Bestellung ${order} widerrufen. Der Widerruf ist angenommen: Nehmen Sie die Ware an und ${isPaid ? 'zahlen Sie das Geld innerhalb von 14 Tagen zurück' : 'ziehen Sie sie von der Bestellung ab; sie ist noch nicht bezahlt'}.`
          : `Ein Käufer möchte Teile der Bestellung ${order} zurücksenden. Genehmigen Sie es oder lehnen Sie es ab:`,
      ],
      'return-requested': ({ number, order }) => [
        `Ihre Anfrage zur Rücksendung ${number} ist eingegangen`,
        `Sie möchten diese Teile der Bestellung ${order} zurücksenden. Bitte behalten Sie sie noch: Wir prüfen die Rücksendung und schreiben Ihnen.`,
      ],
      'return-approved': ({ number, order, wayBack, answer, feePercent }) => [
        `Ihre Rücksendung ${number} ist genehmigt`,
        `Sie können diese Teile der Bestellung ${order} zurücksenden. Legen Sie den Rücksendeschein in das Paket, oder schreiben Sie ${number} darauf.`,
        ...(feePercent > 0 ? [`Wir ziehen eine Rücknahmegebühr von ${numberText(feePercent, 'de')} % ab.`] : []),
        ...filled(wayBack, answer),
      ],
      'return-refused': ({ number, order, answer }) => [
        `Ihre Rücksendung ${number}`,
        `Wir können diese Teile der Bestellung ${order} nicht zurücknehmen.`,
        ...filled(answer),
      ],
      'return-cancelled': ({ number, order }) => [
        `Ihre Rücksendung ${number} ist storniert`,
        `Wir haben die Rücksendung dieser Teile der Bestellung ${order} storniert. Bitte senden Sie sie nicht; sind sie schon unterwegs, schreiben Sie uns.`,
      ],
      'return-received': ({ number, order, refunded, fee, isCredit }) => [
        `Ihre Rücksendung ${number} ist angekommen`,
        'Ihre Teile sind bei uns eingetroffen.',
        ...(refunded === undefined
          ? []
          : [
              isCredit
                ? `Ihre Bestellung ${order} kostet ${refunded} weniger.`
                : `Wir erstatten Ihnen ${refunded} auf dem Weg, auf dem Sie gezahlt haben.`,
            ]),
        ...(fee === undefined ? [] : [feeTaken.de(fee)]),
      ],
      'withdrawal-confirmed': ({ number, order, askedAt, wayBack, isPaid }) => [
        `Ihr Widerruf der Bestellung ${order}`,
        `Ihr Widerruf des Vertrags über die Bestellung ${order} ist am ${askedAt} bei uns eingegangen.`,
        `Senden Sie die Teile innerhalb von 14 Tagen zurück. Legen Sie den Rücksendeschein in das Paket, oder schreiben Sie ${number} darauf. ${isPaid ? 'Wir erstatten Ihr Geld auf dem Weg, auf dem Sie gezahlt haben.' : 'Wir ziehen ihren Preis von Ihrer Bestellung ab.'}`,
        ...filled(wayBack),
      ],
    },
  },
}

/** Returns the note of an order that replaces the units of a return. */
export const replacementNote = (language: Language, number: string): string => returnTexts[language].replacement(number)
