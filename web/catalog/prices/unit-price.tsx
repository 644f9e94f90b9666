import type { Tool } from '#contract/catalog.ts'
import { nextBreak } from '#contract/next-break.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import type { MyPrice } from '#contract/my-prices.ts'
import { useIsPriceKnown } from '#web/catalog/prices/my-prices.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Returns the price of the smallest order, for one unit or as many as the price is for, as a visitor pays it. */
const publicPrice = (product: Tool): number => unitPriceAt(product, product.minOrder)

/** Shows the public price beside the buyer's own one, or the regular price beside a lower public one. */
export function PriceNote({ product, mine }: { product: Tool; mine: MyPrice | undefined }) {
  const open = publicPrice(product)
  if (mine) {
    const own = unitPriceAt(mine, product.minOrder)
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
  if (unitPriceAt(product, 1) === product.price) return null
  return (
    <span className="muted block font-sans text-[0.8125rem] font-normal">
      <span className="sr-only">{t('price.regular')} </span>
      <s>{moneyText(product.price)}</s>
    </span>
  )
}

/**
 * Returns the class of a price. The page is the same for everyone; where the buyer may have own prices, CSS keeps the room of the public one
 * until it is known whether it holds: what is read out on the phone is the right price.
 */
export const usePriceClass = (productId: string): string => (useIsPriceKnown(productId) ? '' : 'own-prices:invisible')

/** Lists the next prices by quantity: `10+ $9.00  50+ $8.00`. */
export function BreakLine({ product, className = '' }: { product: Tool; className?: string }) {
  const later = (product.breaks ?? []).filter(({ from }) => from > product.minOrder)
  if (later.length === 0) return null
  return (
    <span className={`figures flex flex-wrap gap-x-3 text-[0.8125rem] ${className}`}>
      {later.slice(0, 3).map(({ from, price }) => (
        <span key={from} className="whitespace-nowrap">
          <span className="muted">{t('price.from', { from: unitsText(from) })}</span> {moneyText(price)}
        </span>
      ))}
    </span>
  )
}

/** Lists the prices of more units, “40+ at $21.99”; a click on one takes as many. */
export function BreakChoice({
  product,
  onUnits,
  className,
}: {
  product: Tool
  onUnits: (units: number) => void
  className: string
}) {
  const { minOrder, orderMultiple = 1 } = product
  const later = (product.breaks ?? []).filter(({ from }) => from > 1)
  if (later.length === 0) return null
  return (
    <ul aria-label={t('price.table')} className={`figures mt-2 flex flex-wrap gap-2 ${className}`}>
      {later.map(({ from, price }) => (
        <li key={from}>
          <button
            type="button"
            onClick={() => onUnits(Math.ceil(Math.max(from, minOrder) / orderMultiple) * orderMultiple)}
            className={buttonClasses({ variant: 'outline', size: 'sm' })}
          >
            {breakText(from, price)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Says from how many units on all of them are cheaper: “40+ at $21.99”. */
export function BreakHint({ product, quantity }: { product: Parameters<typeof nextBreak>[0]; quantity: number }) {
  const next = Number.isInteger(quantity) && quantity > 0 ? nextBreak(product, quantity) : undefined
  return next ? (
    <span className="figures text-sm font-medium whitespace-nowrap text-accent">
      {breakText(next.quantity, next.price)}
    </span>
  ) : null
}

const breakText = (from: number, price: number): string =>
  t('price.break', { from: unitsText(from), price: moneyText(price) })
