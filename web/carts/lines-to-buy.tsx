import type { ReactNode } from 'react'
import type { PricedCartLine } from '#contract/carts.ts'
import { AddLinesToCart } from '#web/carts/add-lines-to-cart.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import { SaveAsList } from '#web/carts/save-as-list.tsx'
import { useLines } from '#web/carts/use-cart.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows lines that were bought before, to change and to add to the cart: all of them, or those that are selected. */
export function LinesToBuy({
  initial,
  buys,
  extra,
  empty,
}: {
  initial: readonly PricedCartLine[]
  buys: 'all' | 'selected'
  extra?: ((line: PricedCartLine) => ReactNode) | undefined
  /** Says why there are no lines. */
  empty: string
}) {
  const { lines, change } = useLines(initial)
  const buysAll = buys === 'all' && lines.length > 0
  return (
    <div className={buysAll ? 'mt-6 grid items-start gap-8 2xl:grid-cols-[minmax(0,1fr)_20rem]' : 'mt-6'}>
      <LineList
        of="list"
        lines={lines}
        change={change}
        extra={extra}
        actions={(selected) =>
          selected.length > 0 ? (
            <>
              <AddLinesToCart lines={selected} size="sm" />
              {buysAll ? null : <SaveAsList lines={selected} />}
            </>
          ) : null
        }
        empty={<EmptyState title={empty} action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>} />}
      />
      {buysAll ? (
        <div className="contents 2xl:sticky 2xl:top-20 2xl:grid 2xl:gap-4">
          <LineTotal lines={lines}>
            <AddLinesToCart lines={lines} />
          </LineTotal>
          <div className="card-surface p-5 shadow-card">
            <SaveAsList lines={lines} />
          </div>
        </div>
      ) : null}
    </div>
  )
}
