import { type ListPrice, percentBelow } from '#contract/list-prices.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { t } from '#web/i18n/messages.ts'
import { moneyText } from '#web/i18n/money-text.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Says beside a price that was changed which prices of lists stay. */
export const KeptListPricesNote = (props: Parameters<typeof KeptListPrices>[0]) => (
  <div role="note" className="rounded-field border border-warning bg-warning/15 px-4 py-3">
    {t('list-prices.kept-by-form')}
    <KeptListPrices {...props} />
  </div>
)

/** Says which prices of lists stay when the price of a product changes, and what discount they then mean. */
export function KeptListPrices({
  prices,
  before,
  after,
}: {
  prices: readonly ListPrice[]
  before: number
  after: number
}) {
  const distance = (price: number, own: number) => {
    const below = percentBelow(price, own)
    const percent = numberText(Math.abs(below) / 100, { style: 'percent', maximumFractionDigits: 1 })
    return t(below < 0 ? 'list-prices.above' : 'list-prices.below', { percent })
  }
  return prices.map(({ list, from, price }) => (
    <span key={`${list} ${from}`} className="block text-sm wrap-anywhere">
      {t('list-prices.kept', {
        list,
        from: unitsText(from),
        price: moneyText(price),
        before: distance(price, before),
        after: distance(price, after),
      })}
    </span>
  ))
}
