import { digitsOf } from '#contract/currency.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows a text with a button that copies it, or `text` in its place. */
function Copied({ term, text, children = text }: { term: string; text: string; children?: string }) {
  return (
    <span className="figures flex items-center gap-1 font-semibold">
      <span className="whitespace-pre-line select-all">{children}</span>
      <CopyButton
        text={text}
        label={t('transfer.copy', { what: term })}
        copied={t('transfer.copied', { what: term })}
      />
    </span>
  )
}

/** Returns an amount as forms of banks take it: without a currency and groups of digits. */
const plainNumber = (amount: number, currency: string): string =>
  amount.toLocaleString(currentLocale(), { useGrouping: false, minimumFractionDigits: digitsOf(currency) })

/** Returns the IBAN that stands in bank details; undefined for none. */
const findIban = (text: string): string | undefined =>
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/.exec(text)?.[0]

/** Shows how much to transfer where, until when and with which reference; each is copied with one click. */
export function TransferDetails({ details: { order, invoice } }: { details: OrderDetails }) {
  const amount = order.open ?? order.totalPrice
  const { bankDetails = '', seller } = invoice
  const iban = findIban(bankDetails)
  // A bank wants the name of the account, which many sellers do not enter again. The IBAN stands in a row of its own.
  const [name = ''] = seller.split('\n')
  const payTo = [
    ...(bankDetails !== '' && !bankDetails.includes(name) ? [name] : []),
    ...bankDetails.split('\n').filter((line) => iban === undefined || !line.includes(iban)),
  ]
    .filter(Boolean)
    .join('\n')
  return (
    <Facts
      facts={[
        {
          term: t('word.amount'),
          value: (
            <Copied term={t('word.amount')} text={plainNumber(amount, order.currency)}>
              {moneyText(amount, order.currency)}
            </Copied>
          ),
        },
        { term: t('word.reference'), value: <Copied term={t('word.reference')} text={order.number} /> },
        iban !== undefined && { term: 'IBAN', value: <Copied term="IBAN" text={iban} /> },
        payTo !== '' && { term: t('invoice.pay-to'), value: <Copied term={t('invoice.pay-to')} text={payTo} /> },
        order.expiresAt !== undefined && { term: t('order.pay-until'), value: <DayTime iso={order.expiresAt} /> },
        order.onAccount?.dueAt !== undefined && { term: t('orders.due'), value: <Day iso={order.onAccount.dueAt} /> },
      ]}
    />
  )
}
