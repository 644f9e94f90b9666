import { type ReactNode, useEffect, useId, useState } from 'react'
import type { PricedCartLine } from '#contract/carts.ts'
import { type Charges, getCharges } from '#contract/charges.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { asOrderable } from '#web/carts/use-cart.ts'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { moneyText } from '#web/ui/money.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows what the lines that can be ordered cost together, with buttons beside it; under it in the column beside a cart. */
export function LineTotal({
  of,
  lines,
  children,
}: {
  of: 'cart' | 'list'
  lines: readonly PricedCartLine[]
  children: ReactNode
}) {
  const id = useId()
  const [charges, setCharges] = useState<Charges>()
  useEffect(() => {
    // Without an answer the page is as good as before.
    cachedCall(getCharges).then(setCharges, () => undefined)
  }, [])
  // Of a list, what goes into the cart.
  const counted = of === 'cart' ? lines : asOrderable(lines)
  const totals = totalsOf(counted)
  const refused = of === 'cart' ? totals.refused : lines.filter(({ code }) => code !== undefined).length
  return (
    <section
      aria-labelledby={id}
      className={`card-surface order-first flex flex-wrap items-end justify-between gap-x-8 gap-y-3 p-4 shadow-card sm:p-5 ${of === 'list' ? 'mb-6' : 'xl:grid'}`}
    >
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="text-2xl">
            {t('word.total')}
          </h2>
          <p className="figures font-heading text-4xl font-bold">
            <output>{moneyText(totals.total)}</output>
          </p>
        </div>
        <p className="muted figures mt-1 text-sm">
          {t('cart.totals', { lines: counted.length, units: totals.units })}
          {refused > 0 ? ` · ${t(of === 'cart' ? 'cart.not-counted' : 'lists.not-as-before', { count: refused })}` : ''}
        </p>
        {charges ? <PriceTerms charges={charges} /> : null}
      </div>
      <p className="flex flex-wrap gap-3 *:grow max-sm:w-full">{children}</p>
    </section>
  )
}
