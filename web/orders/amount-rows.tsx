import type { ReactNode } from 'react'
import { type AmountRow, type ChosenShipping, listAmountRows, listIncludedTaxes } from '#contract/list-amount-rows.ts'
import type { OrderAmounts, TaxRow } from '#contract/orders.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { isMessageId, t } from '#web/i18n/messages.ts'
import { taxName } from '#web/orders/tax-name.ts'
import { moneyText } from '#web/ui/money.tsx'
import { onPaper } from '#web/i18n/paper-language.tsx'

interface Row {
  key: string
  label: string
  value: string
  note?: string | undefined
}

/** Shows what a total is made of: products, discount, shipping and tax by rate, each zero tax with its reason, and the total. */
export const AmountRows = onPaper(function AmountRows({
  amounts,
  shipping,
  totalLabel,
  showTaxable = false,
  children,
}: {
  amounts: OrderAmounts
  /** The chosen method; without it there is no row of shipping. */
  shipping: ChosenShipping | undefined
  totalLabel: string
  /** Whether each tax says what it is of, as on an invoice. */
  showTaxable?: boolean
  /** Stands between the rows and the total. */
  children?: ReactNode
}) {
  const text = (amount: number) => moneyText(amount, amounts.currency)
  const rows = listAmountRows(amounts, shipping).map((row) => rowOf(row, showTaxable, text))
  return (
    <dl className="grid gap-y-2">
      {rows.length < 2 ? null : rows.map((row) => <Amount key={row.key} row={row} />)}
      {children}
      <div className="flex flex-wrap justify-between gap-x-6 text-lg font-bold not-first:border-t not-first:border-base-300 not-first:pt-2">
        <dt>{shipping?.isOnRequest ? t('amounts.without-freight') : totalLabel}</dt>
        <dd className="figures">
          <output>{text(amounts.total)}</output>
        </dd>
      </div>
      {listIncludedTaxes(amounts).map((tax) => (
        <Amount
          key={taxKey(tax)}
          row={{
            key: taxKey(tax),
            label: t('amounts.included', { name: taxName(tax.name), rate: rateText(tax.rate) }),
            note: showTaxable ? taxableText(tax, text) : undefined,
            value: text(tax.amount),
          }}
        />
      ))}
    </dl>
  )
})

function Amount({ row: { label, value, note } }: { row: Row }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6">
      <dt className="muted min-w-0 wrap-anywhere">
        {label}
        {note ? <span className="block text-sm">{note}</span> : null}
      </dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}

type MoneyText = (amount: number) => string

/** Puts a row into words. */
function rowOf(row: AmountRow, showTaxable: boolean, text: MoneyText): Row {
  const { kind } = row
  switch (kind) {
    case 'items':
      return { key: kind, label: t('word.products'), value: text(row.amount) }
    case 'discount':
      return {
        key: kind,
        label: t('amounts.discount', { name: row.name }),
        note: row.shipping > 0 ? t('amounts.shipping-off', { amount: text(row.shipping) }) : undefined,
        value: row.amount > 0 ? `−${text(row.amount)}` : '–',
      }
    case 'shipping': {
      const value = row.isOnRequest ? t('amounts.on-request') : shippingText(row.amount, text)
      return { key: kind, label: t('word.shipping'), note: row.method, value }
    }
    case 'tax':
      return taxRow(row.tax, showTaxable, text)
    case 'tax-not-due':
      return { key: kind, label: t('amounts.not-due'), value: `−${text(row.amount)}` }
    case 'rounding':
      return { key: kind, label: t('amounts.rounding'), value: text(row.amount).replace('-', '−') }
  }
}

function taxRow(tax: TaxRow, showTaxable: boolean, text: MoneyText): Row {
  const isZero = tax.amount === 0
  return {
    key: taxKey(tax),
    label: isZero ? taxName(tax.name) || t('word.tax') : `${taxName(tax.name)} ${rateText(tax.rate)}`,
    note: [isZero ? reasonText(tax.reason) : '', showTaxable ? taxableText(tax, text) : ''].filter(Boolean).join(' · '),
    value: text(tax.amount),
  }
}

const taxableText = ({ taxable }: TaxRow, text: MoneyText) => t('amounts.taxable', { amount: text(taxable) })

/** Says what shipping costs; what costs nothing is free. */
export const shippingText = (amount: number | undefined, text: MoneyText = moneyText): string =>
  amount === undefined ? '–' : amount === 0 ? t('amounts.free') : text(amount)

const taxKey = ({ country, region, name, rate, reason }: TaxRow) => [country, region, name, rate, reason].join(' ')

/** Writes a fraction as a percentage. */
export const rateText = (rate: string) =>
  Number(rate).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 4 })

/** Says why there is no tax; a reason that is new here stands as it is. */
export function reasonText(reason: string): string {
  const id = `amounts.reason.${reason.replaceAll('_', '-')}`
  return isMessageId(id) ? t(id) : reason
}
