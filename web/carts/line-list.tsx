import { Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { isRaised } from '#contract/assess-line.ts'
import { type CartLine, keyOf, type LineChange, type LineConflict } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { isCheaper } from '#contract/price-lines.ts'
import { CartRows, type LinesOf } from '#web/carts/cart-rows.tsx'
import { acceptOffer } from '#web/carts/use-cart.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import '#web/i18n/cart-messages.ts'
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
  const [done, setDone] = useState<Done>()
  const findId = useId()
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = lines.filter((line) => words.every((word) => textOf(line).includes(word)))
  const { shown, more, showAll } = useFirstRows(found)
  // What is filled in from line to line must not end in the middle.
  const isWhole = extra !== undefined
  const frame = useRef<HTMLDivElement>(null)
  const selected = lines.filter((line) => chosen.has(keyOf(line)))
  const refused = lines.filter(({ code }) => code !== undefined)
  // A list keeps its quantities; of stock and maximum the buyer decides.
  const raised = of === 'cart' ? refused.filter(isRaised) : []
  const risen = refused.filter(({ code }) => code === 'price-changed')
  const fallen = lines.filter(isCheaper).length
  const prices = [
    risen.length > 0 && t('cart.prices-up', { count: risen.length }),
    fallen > 0 && t('cart.prices-down', { count: fallen }),
  ].filter((text) => text !== false)

  async function remove(gone: readonly PricedCartLine[]) {
    setChosen(new Set())
    setDone(undefined)
    const changes = gone.map((line) => ({ ...line, quantity: 0 }))
    if (await change(changes)) setDone({ text: changesText(gone, changes), lines: [], before: gone })
  }
  async function fixAll(changed: readonly PricedCartLine[]) {
    const changes = changed.map(acceptOffer)
    if (await change(changes)) {
      const texts = changed.map((line, index) => changeText(line, changes[index] ?? line))
      setDone({ text: changesText(changed, changes), lines: texts, before: changed })
    }
  }
  /** Shows the line although the list is searched or long. */
  function focusFirstRefused() {
    setFind('')
    showAll()
    const place = lines.findIndex(({ code }) => code !== undefined && code !== 'price-changed')
    const row = frame.current?.querySelector(`:scope > ul > li:nth-child(${place + 1})`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLInputElement>('input[type=number]')?.focus({ preventScroll: true })
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
    <div ref={frame} className="min-w-0">
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
        <div role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-4 py-2">
          <p>{done.text}</p>
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
          {done.lines.length > 0 ? (
            <ul className="w-full text-sm">
              {done.lines.map((text) => (
                <li key={text} className="figures wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
      {lines.length === 0 ? (
        empty
      ) : (
        <>
          {refused.length > 0 || fallen > 0 ? (
            <div
              role="status"
              className={`mb-4 flex flex-wrap items-center justify-between gap-3 rounded-field border px-4 py-2.5 ${refused.length > 0 ? 'border-warning bg-warning/15' : 'border-success/50 bg-success/8'}`}
            >
              <p className="font-medium">
                {refused.length > risen.length ? (
                  <button type="button" className="link text-left" onClick={focusFirstRefused}>
                    {t(of === 'cart' ? 'cart.refused' : 'lists.refused', { count: refused.length - risen.length })}
                  </button>
                ) : null}{' '}
                {prices.length > 0 ? <span>{prices.join(', ')}.</span> : null}
              </p>
              <span className="flex flex-wrap gap-3">
                {raised.length > 0 ? (
                  <Button size="sm" variant="dark" onClick={() => void fixAll(raised)}>
                    {t('cart.fix-all', { count: raised.length })}
                  </Button>
                ) : null}
                {risen.length > 0 && of !== 'history' ? (
                  <Button size="sm" variant="dark" onClick={() => void fixAll(risen)}>
                    {t('cart.accept-prices', { count: risen.length })}
                  </Button>
                ) : null}
              </span>
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
              className="input ml-auto min-h-11 w-32 grow border-base-content/35 text-base sm:w-64 sm:grow-0"
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
            lines={isWhole ? found : shown}
            conflicts={conflicts}
            chosen={chosen}
            extra={extra}
            onChoose={choose}
            onChange={(changes) => void change(changes)}
            onRemove={(line) => void remove([line])}
            onSettle={onSettle}
          />
          {isWhole ? null : more}
        </>
      )}
    </div>
  )
}

/** Focuses a button if the one that was pressed is gone, so that keyboards go on from there. */
const takeLostFocus = (button: HTMLButtonElement | null) =>
  void (document.activeElement === document.body && button?.focus({ preventScroll: true }))

/** Describes what was done at once, and how to take it back. */
interface Done {
  text: string
  /** What became of each line. */
  lines: readonly string[]
  before: readonly CartLine[]
}

/** Says what became of a line: “Brake pad: 3 → 4”. */
function changeText({ product, quantity, seenPrice = 0 }: PricedCartLine, change: CartLine): string {
  const name = product?.name ?? t('cart.unknown-product')
  const parts = [
    change.quantity !== quantity && `${unitsText(quantity)} → ${unitsText(change.quantity)}`,
    change.seenPrice !== undefined &&
      change.seenPrice !== seenPrice &&
      `${moneyText(seenPrice)} → ${moneyText(change.seenPrice)}`,
  ]
  return `${name}: ${parts.filter(Boolean).join(', ')}`
}

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
