import { mainLanguage } from '#contract/main-language.ts'
import type { Language } from '#contract/language.ts'
import { orderName, returnName } from '#contract/order-name.ts'
import type { Mail } from '#server/notifications/queue-mail.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { itemText, listPoNumber, mailLanguage, timeText, zoneName } from '#server/orders/order-mails.ts'
import { lineForBuyer } from '#server/orders/shown-name.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { formatMoney } from '#server/platform/money.ts'
import type { ReturnRow } from '#server/returns/find-returns.ts'
import { hasFee } from '#server/returns/return-rules.ts'
import { type ReturnFacts, type ReturnMailKind, returnTexts } from '#server/returns/return-mail-texts.ts'
import { readReturnSettings, wayBackIn } from '#server/returns/return-settings.ts'

/**
 * Builds the mail that tells the seller of a return, in the main language of the store. The answer goes to the buyer, with whose account it is
 * erased.
 */
export function newReturnMail({ order }: OrderRow, found: ReturnRow, to: string): Mail {
  const language = mainLanguage()
  const texts = returnTexts[language]
  const company = order.delivery?.company ?? order.billing?.company ?? ''
  const buyer = [company, order.buyerName, order.buyerEmail, order.phoneNumber]
  const [subject, ...paragraphs] = texts.mails['new-return'](factsOf(order, found, language, ''))
  return {
    to,
    replyTo: order.buyerEmail,
    orderId: order.id,
    kind: 'new-return',
    language,
    subject,
    paragraphs: [
      ...paragraphs,
      listLines(found, found.lines, language),
      texts.buyer(buyer.filter((line) => line !== '').join('\n')),
      ...(order.poNumber === null ? [] : [texts.poNumber(order.poNumber)]),
      ...(found.note === null ? [] : [texts.note(found.note)]),
    ],
    action: { label: texts.viewReturns, url: `/dashboard/returns/${found.id}` },
  }
}

/** Builds the mail that confirms to the buyer that a return was asked for. */
export const returnRequestedMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'return-requested')

/** Builds the mail about a return that its buyer may send, with a link to its slip. */
export const returnApprovedMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'return-approved')

/** Builds the mail that confirms a withdrawal with date and time. */
export const withdrawalMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'withdrawal-confirmed')

/** Builds the mail about a return that the seller refuses. */
export const returnRefusedMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'return-refused')

/** Builds the mail about a return that staff cancel. */
export const returnCancelledMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'return-cancelled')

/** Builds the mail about a return that has arrived, and what is paid back for it. */
export const returnReceivedMail = (tx: Transaction, row: OrderRow, found: ReturnRow): Promise<Mail> =>
  buyerMail(tx, row, found, 'return-received')

async function buyerMail(
  tx: Transaction,
  { order }: OrderRow,
  found: ReturnRow,
  kind: Exclude<ReturnMailKind, 'new-return'>,
): Promise<Mail> {
  const language = mailLanguage(order)
  const texts = returnTexts[language]
  const wayBack = wayBackIn(await readReturnSettings(tx), language)
  const [subject, ...paragraphs] = texts.mails[kind](factsOf(order, found, language, wayBack))
  const hasSlip = kind === 'return-approved' || kind === 'withdrawal-confirmed'
  const toOrder = { label: texts.view, url: `/dashboard/order/${order.id}` }
  const slip = { label: texts.slip, url: `/dashboard/return-slip/${found.id}` }
  return {
    to: order.buyerEmail,
    orderId: order.id,
    kind,
    language,
    subject,
    paragraphs: [
      texts.greeting,
      ...paragraphs,
      listLines(found, found.lines.map(lineForBuyer), language),
      ...(await listPoNumber(tx, { order })),
    ],
    action: hasSlip ? slip : toOrder,
    links: hasSlip ? [toOrder] : [],
  }
}

/** Writes lines of a return, named for the reader, with their reasons; once they have arrived, the units that did. */
function listLines({ receivedAt }: ReturnRow, lines: ReturnRow['lines'], language: Language): string {
  const { item, reasons } = returnTexts[language]
  return lines
    .map((line) => ({ ...line, quantity: receivedAt ? line.receivedUnits : line.units }))
    .filter(({ quantity }) => quantity > 0)
    .map((line) => item(itemText(line, language), reasons[line.reason]))
    .join('\n')
}

const factsOf = (
  { paidAt }: OrderRow['order'],
  found: ReturnRow,
  language: Language,
  wayBack: string,
): ReturnFacts => ({
  number: returnName(found.orderNumber, found.position),
  order: orderName(found.orderNumber),
  askedAt: `${timeText(found.requestedAt, language)} ${zoneName(found.requestedAt, language)}`,
  wayBack,
  answer: found.answer ?? '',
  refunded: found.refundedCents ? formatMoney(found.refundedCents, found.currency, language) : undefined,
  fee: found.feeCents > 0 ? formatMoney(found.feeCents, found.currency, language) : undefined,
  isCredit: found.refundWay === 'credit',
  isWithdrawal: found.isWithdrawal,
  isPaid: paidAt !== null,
  feePercent: hasFee(found) ? found.feePercent : 0,
})
