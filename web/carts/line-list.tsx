import { Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isRaised } from '#contract/assess-line.ts'
import { type CartLine, keyOf, type LineChange, type LineConflict } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { CartRows, type LinesOf } from '#web/carts/cart-rows.tsx'
import { acceptOffer } from '#web/carts/use-cart.ts'
import { Button } from '#web/ui/button.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Shows the lines of a cart or list by hundreds, to find, select, change and remove, with what has changed about each. A cart offers to
 * change its quantities; a list keeps them and says what goes into the cart.
 */
export function LineList({
  of,
  lines,
  conflicts = [],
  change,
  unsaved,
  onSettle = () => undefined,
  actions,
  extra,
  empty,
}: {
  of: LinesOf
  lines: readonly PricedCartLine[]
  conflicts?: readonly LineConflict[]
  /** Changes lines; says whether it worked. */
  change: (changes: readonly LineChange[]) => Promise<boolean>
  /** Sends the changes that did not reach the shop; undefined if there are none. */
  unsaved?: (() => unknown) | undefined
  onSettle?: (conflict: LineConflict) => void
  /** Renders what can be done with the selected lines, or stands beside their number. */
  actions?: (selected: readonly PricedCartLine[]) => ReactNode
  /** Renders more about a line. */
  extra?: ((line: PricedCartLine) => ReactNode) | undefined
  /** Stands in the place of the lines if there are none. */
  empty: ReactNode
}) {
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<{ text: string; before: readonly CartLine[] }>()
  const findId = useId()
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = lines.filter((line) => words.every((word) => textOf(line).includes(word)))
  const { shown, more } = useFirstRows(found)
  const selected = lines.filter((line) => chosen.has(keyOf(line)))
  const refused = lines.filter(({ code }) => code !== undefined)
  const fixable = refused.filter(
    (line) => isRaised(line) || line.code === 'price-changed' || line.code === 'product-not-found',
  )

  async function remove(gone: readonly PricedCartLine[]) {
    setChosen(new Set())
    setDone(undefined)
    const changes = gone.map((line) => ({ ...line, quantity: 0 }))
    if (await change(changes)) setDone({ text: changesText(gone, changes), before: gone })
  }
  async function fixAll() {
    const changes = fixable.map(acceptOffer)
    if (await change(changes)) setDone({ text: changesText(fixable, changes), before: fixable })
  }
  function choose(keys: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isChosen) next.add(key)
      else next.delete(key)
    }
    setChosen(next)
  }

  return (
    <div className="min-w-0">
      {unsaved ? (
        <p
          role="status"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-field border border-warning bg-warning/15 px-4 py-2"
        >
          {t('cart.unsaved')}
          <Button size="sm" variant="outline" onClick={() => void unsaved()}>
            {t('cart.save-again')}
          </Button>
        </p>
      ) : null}
      {done?.text ? (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-4 py-2">
          {done.text}
          <Button
            ref={takeLostFocus}
            size="sm"
            variant="outline"
            onClick={() => {
              setDone(undefined)
              void change(done.before)
            }}
          >
            <Undo2 aria-hidden="true" size={18} /> {t('word.undo')}
          </Button>
        </p>
      ) : null}
      {lines.length === 0 ? (
        empty
      ) : (
        <>
          {refused.length > 0 ? (
            <div
              role="status"
              className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-field border border-warning bg-warning/15 px-4 py-2.5"
            >
              <p className="font-medium">
                {t(of === 'cart' ? 'cart.refused' : 'lists.refused', { count: refused.length })}
              </p>
              {of === 'cart' && fixable.length > 0 ? (
                <Button size="sm" variant="dark" onClick={() => void fixAll()}>
                  {t('cart.fix-all', { count: fixable.length })}
                </Button>
              ) : null}
            </div>
          ) : null}
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <label className="flex min-h-11 cursor-pointer items-center gap-2 pl-3 font-medium">
              <input
                type="checkbox"
                className="checkbox"
                checked={found.length > 0 && found.every((line) => chosen.has(keyOf(line)))}
                onChange={({ target }) => choose(found.map(keyOf), target.checked)}
              />
              {t('cart.select-all', { count: found.length })}
            </label>
            {selected.length > 0 && of !== 'history' ? (
              <Button size="sm" variant="outline" onClick={() => void remove(selected)}>
                <Trash2 aria-hidden="true" size={18} /> {t('cart.remove-selected', { count: selected.length })}
              </Button>
            ) : null}
            {actions?.(selected)}
            <label htmlFor={findId} className="sr-only">
              {t(of === 'cart' ? 'cart.find' : 'lists.find')}
            </label>
            <input
              id={findId}
              type="search"
              placeholder={t(of === 'cart' ? 'cart.find' : 'lists.find')}
              className="input ml-auto min-h-11 w-full border-base-content/35 text-base sm:w-64"
              value={find}
              onChange={({ target }) => setFind(target.value)}
            />
          </div>
          {found.length === 0 ? (
            <p className="muted px-3 py-6">
              {t(of === 'cart' ? 'cart.none-found' : 'lists.none-found', { words: find })}
            </p>
          ) : null}
          <CartRows
            of={of}
            lines={shown}
            conflicts={conflicts}
            chosen={chosen}
            extra={extra}
            onChoose={choose}
            onChange={(changes) => void change(changes)}
            onRemove={(line) => void remove([line])}
            onSettle={onSettle}
          />
          {more}
        </>
      )}
    </div>
  )
}

/** Focuses a button if the one that was pressed is gone, so that keyboards go on from there. */
const takeLostFocus = (button: HTMLButtonElement | null) =>
  void (document.activeElement === document.body && button?.focus({ preventScroll: true }))

/** Says how many lines were removed and how many got another quantity or price. */
function changesText(before: readonly CartLine[], changes: readonly CartLine[]): string {
  const counts = { removed: 0, 'quantities-changed': 0, 'prices-accepted': 0 }
  changes.forEach(({ quantity, seenPrice, seenPricePer }, index) => {
    const was = before[index]
    if (quantity === 0) counts.removed += 1
    else {
      if (quantity !== was?.quantity) counts['quantities-changed'] += 1
      if (seenPrice !== was?.seenPrice || seenPricePer !== was?.seenPricePer) counts['prices-accepted'] += 1
    }
  })
  const names = ['removed', 'quantities-changed', 'prices-accepted'] as const
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => t(`cart.${name}`, { count: counts[name] }))
    .join(', ')
}

const textOf = ({ product, job = '' }: PricedCartLine) =>
  `${product?.name ?? ''} ${brandedNumber(product ?? {})} ${(product?.sku ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '')} ${job}`.toLowerCase()
