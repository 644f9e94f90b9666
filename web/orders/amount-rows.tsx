import type { ReactNode } from 'react'
import type { OrderAmounts, TaxRow } from '#contract/orders.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { isMessageId, t } from '#web/i18n/messages.ts'
import { moneyText } from '#web/ui/money.tsx'

interface Row {
  key: string
  label: string
  value: string
  note?: string | undefined
}

/** Shows what a total is made of: products, discount, shipping and tax by rate, each zero tax with its reason, and the total. */
export function AmountRows({
  amounts,
  shipping,
  totalLabel,
  children,
}: {
  amounts: OrderAmounts
  /** The chosen method; without it there is no row of shipping. */
  shipping: { name: string; isOnRequest: boolean } | undefined
  totalLabel: string
  /** Stands between the rows and the total. */
  children?: ReactNode
}) {
  const rows = rowsOf(amounts, shipping)
  return (
    <dl className="grid gap-y-2">
      {rows.length < 2 ? null : rows.map((row) => <AmountRow key={row.key} row={row} />)}
      {children}
      <div className="flex flex-wrap justify-between gap-x-6 text-lg font-bold not-first:border-t not-first:border-base-300 not-first:pt-2">
        <dt>{totalLabel}</dt>
        <dd className="figures">
          <output>{moneyText(amounts.total)}</output>
        </dd>
      </div>
      {amounts.includesTax
        ? amounts.taxes
            .filter(({ amount }) => amount > 0)
            .map((tax) => (
              <AmountRow
                key={taxKey(tax)}
                row={{
                  key: taxKey(tax),
                  label: t('amounts.included', { name: taxName(tax), rate: rateText(tax.rate) }),
                  value: moneyText(tax.amount),
                }}
              />
            ))
        : null}
    </dl>
  )
}

function AmountRow({ row: { label, value, note } }: { row: Row }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5">
      <dt className="muted min-w-0 wrap-anywhere">
        {label}
        {note ? <span className="block text-sm">{note}</span> : null}
      </dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}

/** Returns the rows whose sum is the total. */
function rowsOf(
  { items, discount, shipping: shippingAmount, taxes, includesTax, total }: OrderAmounts,
  shipping: { name: string; isOnRequest: boolean } | undefined,
): Row[] {
  const saved = discount?.amount ?? 0
  // A buyer who owes none pays less than the prices, which include it.
  const notDue = includesTax ? Math.round((items - saved + (shippingAmount ?? 0) - total) * 100) / 100 : 0
  return [
    { key: 'items', label: t('amounts.items'), value: moneyText(items) },
    ...(discount
      ? [
          {
            key: 'discount',
            label: t('amounts.discount', { name: discount.name }),
            note: discount.shipping ? t('amounts.shipping-off', { amount: moneyText(discount.shipping) }) : undefined,
            value: saved > 0 ? `−${moneyText(saved)}` : '–',
          },
        ]
      : []),
    ...(shipping || shippingAmount !== undefined
      ? [
          {
            key: 'shipping',
            label: t('amounts.shipping'),
            note: shipping?.name,
            value: shipping?.isOnRequest ? t('amounts.on-request') : shippingText(shippingAmount),
          },
        ]
      : []),
    ...taxes
      .filter(({ amount }) => amount === 0 || !includesTax)
      .map((tax) => ({
        key: taxKey(tax),
        label: tax.amount === 0 ? taxName(tax) || t('amounts.tax') : `${taxName(tax)} ${rateText(tax.rate)}`,
        note: tax.amount === 0 ? reasonText(tax.reason) : undefined,
        value: moneyText(tax.amount),
      })),
    ...(notDue === 0 ? [] : [{ key: 'not-due', label: t('amounts.not-due'), value: `−${moneyText(notDue)}` }]),
  ]
}

/** Says what shipping costs; what costs nothing is free. */
export const shippingText = (dollars: number | undefined): string =>
  dollars === undefined ? '–' : dollars === 0 ? t('amounts.free') : moneyText(dollars)

/** Returns the name that the seller gave a rate; the usual name is in the language of the page. */
const taxName = ({ name }: TaxRow) => (name === 'VAT' ? t('amounts.vat') : name)

const taxKey = ({ country, region, name, rate, reason }: TaxRow) => [country, region, name, rate, reason].join(' ')

/** Writes a fraction as a percentage. */
export const rateText = (rate: string) =>
  Number(rate).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 4 })

/** Says why there is no tax; a reason that is new here stands as it is. */
export function reasonText(reason: string): string {
  const id = `amounts.reason.${reason.replaceAll('_', '-')}`
  return isMessageId(id) ? t(id) : reason
}
