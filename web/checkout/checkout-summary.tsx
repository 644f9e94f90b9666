import { type ReactNode, useId, useState } from 'react'
import type { PricedCartLine } from '#contract/carts.ts'
import type { OrderQuote } from '#contract/orders.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { AmountRows } from '#web/orders/amount-rows.tsx'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Sets the lines that are shown at first. */
const firstLines = 5

/**
 * Shows what is ordered and what it costs, row by row: beside the form, on small screens under it, with the total always at hand. While a new
 * quote is calculated, the one before stays.
 */
export function CheckoutSummary({
  title,
  lines,
  quote,
  isStale,
  children,
}: {
  title: string
  lines: readonly PricedCartLine[]
  quote: OrderQuote | undefined
  isStale: boolean
  /** The button that places the order, with what it says. */
  children: ReactNode
}) {
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, firstLines)
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const chosen = quote?.shippingMethods.find((method) => method.id === quote.shippingMethod)
  return (
    <section
      aria-labelledby={id}
      className="card-surface min-w-0 p-4 shadow-card sm:p-5 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="muted figures mt-1">{t('cart.totals', { lines: lines.length, units })}</p>
      <ul className="mt-3 grid gap-1.5 text-sm">
        {shown.map(({ productId, job, product, quantity, total }) => (
          <li key={`${productId} ${job}`} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              <span className="figures">{unitsText(quantity)}</span> × {product?.name}{' '}
              <span className="muted figures inline-block">{brandedNumber(product ?? {})}</span>
              <FitMark productId={productId} />
            </span>
            <span className="figures shrink-0">{total === undefined ? '–' : moneyText(total)}</span>
          </li>
        ))}
      </ul>
      {lines.length > firstLines && !all ? (
        <Button variant="quiet" size="sm" className="mt-1 -ml-3" onClick={() => setAll(true)}>
          {t('checkout.all-lines', { count: lines.length - firstLines })}
        </Button>
      ) : null}
      <div aria-live="polite" aria-busy={isStale || undefined} className="mt-4 min-h-24 border-t border-base-300 pt-4">
        {quote ? (
          <AmountRows
            amounts={quote}
            shipping={chosen && { name: chosen.name, isOnRequest: chosen.price === undefined }}
            totalLabel={t('word.total')}
          >
            {quote.needs.map((need) => (
              <div key={need} className="muted text-sm">
                <dt className="sr-only">{t('checkout.missing')}</dt>
                <dd>{t(need === 'place' ? 'checkout.needs-place' : 'checkout.needs-method')}</dd>
              </div>
            ))}
          </AmountRows>
        ) : isStale ? (
          <Skeleton className="h-16 w-full" />
        ) : null}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  )
}
