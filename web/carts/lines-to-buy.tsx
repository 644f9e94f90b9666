import type { ReactNode } from 'react'
import { keyOf } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { AddLinesToCart } from '#web/carts/add-lines-to-cart.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import { SaveAsList } from '#web/carts/save-as-list.tsx'
import { useLines } from '#web/carts/use-cart.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows lines that were bought before, to change and to add to the cart: all of them, or those that are selected. */
export function LinesToBuy({
  initial,
  of,
  extra,
  empty,
  draft,
}: {
  initial: readonly PricedCartLine[]
  /** The lines of an order, all of which are bought, or the history of products, of which some are. */
  of: 'list' | 'history'
  extra?: ((line: PricedCartLine) => ReactNode) | undefined
  /** Says why there are no lines. */
  empty: string
  /** The name that changed quantities are kept under until they are in the cart; without it, they are not kept. */
  draft?: string
}) {
  const { lines, change, show } = useLines(initial)
  const isOrder = of === 'list' && lines.length > 0
  useDraft(
    draft,
    () => (lines === initial ? {} : Object.fromEntries(initial.map((line) => [keyOf(line), quantityOf(line, lines)]))),
    (kept) =>
      void change(
        initial.map((line) => ({ productId: line.productId, job: line.job, quantity: Number(kept[keyOf(line)] ?? 0) })),
      ),
  )
  return (
    <div className="mt-6">
      {isOrder ? (
        <LineTotal of="list" lines={lines}>
          <AddLinesToCart lines={lines} onAdded={() => show(initial)} />
          <AddLinesToCart lines={lines} checksOut onAdded={() => show(initial)} />
          <SaveAsList lines={lines} />
        </LineTotal>
      ) : null}
      <LineList
        of={of}
        lines={lines}
        change={change}
        extra={extra}
        actions={(selected) =>
          selected.length > 0 ? (
            <>
              <AddLinesToCart lines={selected} size="sm" />
              {isOrder ? null : <SaveAsList lines={selected} size="sm" />}
            </>
          ) : null
        }
        empty={<EmptyState title={empty} action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>} />}
      />
    </div>
  )
}

/** Returns the units of a line now; none if it was removed. */
const quantityOf = (line: PricedCartLine, lines: readonly PricedCartLine[]) =>
  lines.find((other) => keyOf(other) === keyOf(line))?.quantity ?? 0
