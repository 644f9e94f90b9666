import { Fragment } from 'react'
import type { Tool } from '#contract/catalog.ts'
import { type NextBreak, nextBreak } from '#contract/next-break.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import type { MyPrice } from '#contract/my-prices.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Returns the price of one unit, or of as many as the price is for, as a visitor pays it. */
const publicPrice = (product: Tool): number => unitPriceAt(product, 1)

/** Shows the public price beside the buyer's own one, or the regular price beside a lower public one. */
export function PriceNote({ product, mine }: { product: Tool; mine: MyPrice | undefined }) {
  const open = publicPrice(product)
  if (mine) {
    const own = unitPriceAt(mine, 1)
    return (
      <span className="block font-sans text-[0.8125rem] font-normal">
        <span className="font-semibold text-accent">{t(mine.exclusive ? 'price.agreed' : 'price.yours')}</span>{' '}
        {own === open ? null : own < open ? (
          <span className="muted">
            <span className="sr-only">{t('price.public')} </span>
            <s>{moneyText(open)}</s>
          </span>
        ) : (
          <span className="muted">{t('price.public-is', { price: moneyText(open) })}</span>
        )}
      </span>
    )
  }
  if (open === product.price) return null
  return (
    <span className="muted block font-sans text-[0.8125rem] font-normal">
      <span className="sr-only">{t('price.regular')} </span>
      <s>{moneyText(product.price)}</s>
    </span>
  )
}

/** Lists the next prices by quantity in one line: `10+ $9.00 · 50+ $8.00`. */
export function BreakLine({ product, className = '' }: { product: Tool; className?: string }) {
  const later = (product.breaks ?? []).filter(({ from }) => from > 1)
  if (later.length === 0) return null
  return (
    <span className={`figures block text-[0.8125rem] ${className}`}>
      {later.slice(0, 3).map(({ from, price }, index) => (
        <Fragment key={from}>
          {index > 0 ? ' · ' : ''}
          <span className="whitespace-nowrap">
            <span className="muted">{t('price.from', { from: unitsText(from) })}</span> {moneyText(price)}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

/** Shows the prices by quantity as a table, from the smallest quantity that can be ordered on. */
export function BreakTable({ product }: { product: Tool }) {
  const { minOrder, pricePer } = product
  const first = unitPriceAt(product, minOrder)
  const later = (product.breaks ?? []).filter(({ from }) => from > minOrder)
  if (later.length === 0 && first === publicPrice(product)) return null
  return (
    <table className="figures mt-4 w-full max-w-md text-[0.9375rem]">
      <caption className="sr-only">{t('price.table')}</caption>
      <thead>
        <tr className="muted border-b border-base-300 text-sm">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('word.starting-from')}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {pricePer === undefined ? t('price.unit') : t('product.per', { count: pricePer })}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {t('price.less')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[{ from: minOrder, price: first }, ...later].map(({ from, price }) => (
          <tr key={from} className="border-b border-base-300">
            <th scope="row" className="py-1.5 pl-1 text-left font-normal">
              {t('price.from', { from: unitsText(from) })}
            </th>
            <td className="py-1.5 text-right">{moneyText(price)}</td>
            <td className="py-1.5 pr-1 text-right">{price === first ? '–' : moneyText(first - price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Says how many more units make all of them cheaper: “Add 6 more, save $18.00”. */
export function BreakHint({ product, quantity }: { product: Parameters<typeof nextBreak>[0]; quantity: number }) {
  const next = Number.isInteger(quantity) && quantity > 0 ? nextBreak(product, quantity) : undefined
  return next ? <span className="figures text-sm font-medium text-accent">{hintText(next)}</span> : null
}

const hintText = ({ add, saved }: NextBreak): string =>
  t('price.hint', { add: unitsText(add), saved: moneyText(saved) })
