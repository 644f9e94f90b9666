import { Tag, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { keyOf, maxLineQuantity, type LineChange, type LineConflict } from '#contract/cart-lines.ts'
import type { LineProduct, PricedCartLine } from '#contract/carts.ts'
import { isOrderable, largestQuantity, lineFactsOf } from '#contract/assess-line.ts'
import { isCheaper, priceLine } from '#contract/price-lines.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { acceptOffer } from '#web/carts/use-cart.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { BreakHint } from '#web/catalog/prices/unit-price.tsx'
import { lineRefusalText } from '#web/catalog/refusal-text.ts'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { StepButtons } from '#web/ui/stepper.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Tells what lines are in: a history keeps all of them. */
export type LinesOf = 'cart' | 'list' | 'history'

interface Handlers {
  of: LinesOf
  extra: ((line: PricedCartLine) => ReactNode) | undefined
  onChoose: (keys: readonly string[], isChosen: boolean) => void
  onChange: (changes: readonly LineChange[]) => void
  onRemove: (line: PricedCartLine) => void
  onSettle: (conflict: LineConflict) => void
}

/** Shows lines of a cart or list: what each costs, what has changed about it, and a button for it. */
export function CartRows({
  lines,
  conflicts,
  chosen,
  ...handlers
}: {
  lines: readonly PricedCartLine[]
  conflicts: readonly LineConflict[]
  chosen: ReadonlySet<string>
} & Handlers) {
  const conflictOf = new Map(conflicts.map((conflict) => [keyOf(conflict), conflict]))
  const keys = rowKeys(lines)
  return (
    <ul className="divide-y divide-base-300 border-y border-base-300">
      {lines.map((line, index) => (
        <CartRow
          key={keys[index]}
          line={line}
          conflict={conflictOf.get(keyOf(line))}
          isChosen={chosen.has(keyOf(line))}
          {...handlers}
        />
      ))}
    </ul>
  )
}

/** Returns keys that stay when the job of a line changes, so that the focus does, too. */
function rowKeys(lines: readonly PricedCartLine[]): string[] {
  const counts = new Map<string, number>()
  return lines.map(({ productId }) => {
    const nth = (counts.get(productId) ?? 0) + 1
    counts.set(productId, nth)
    return `${productId} ${nth}`
  })
}

function CartRow({
  line,
  conflict,
  isChosen,
  of,
  extra,
  onChoose,
  onChange,
  onRemove,
  onSettle,
}: { line: PricedCartLine; conflict: LineConflict | undefined; isChosen: boolean } & Handlers) {
  const { product, quantity, job } = line
  // Of a list, the total is that of the units that go into the cart.
  const counted = of === 'list' ? priceLine(product, acceptOffer(line)) : line
  const { total } = counted
  const [isJobOpen, setJobOpen] = useState(false)
  const hasJob = of !== 'history' && (isJobOpen || Boolean(job))
  const name = product?.name ?? t('cart.unknown-product')
  const number = brandedNumber(product ?? {})
  const { productId } = line
  const set = (units: number) => onChange([{ productId, job, quantity: units }])
  // Beside the menu of the dashboard.
  const isNarrow = of !== 'cart'
  return (
    <li
      className={`grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 sm:px-3 md:py-1 md:grid-cols-[auto_3rem_minmax(0,1fr)_5rem_8rem_auto] ${isNarrow ? 'lg:max-xl:grid-cols-[auto_minmax(0,1fr)_5rem_8rem_auto]' : ''}`}
    >
      {/* On phones, under the picture. */}
      <label className="grid size-8 place-items-center max-md:row-start-2 max-md:size-11">
        <span className="sr-only">{t('ui.select', { name })}</span>
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChoose([keyOf(line)], target.checked)}
        />
      </label>
      <span
        className={`picture-ground block w-12 overflow-hidden rounded-field border border-base-300 ${isNarrow ? 'lg:max-xl:hidden' : ''}`}
      >
        {product ? <Picture src={product.img} alt="" sizes="4rem" /> : null}
      </span>
      <div className="min-w-0 max-md:leading-4.5">
        {product ? (
          <Link
            to={`/products/${product._id}`}
            title={name}
            className="font-semibold wrap-anywhere hover:underline lg:block lg:truncate"
          >
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        {/* Where there is little room, the brand of the number goes first, then the minimum, which the buttons keep. */}
        <p className="muted figures text-sm max-md:leading-4.5 truncate max-md:flex gap-1">
          {number ? (
            <span className="truncate select-all">
              <span className="max-lg:hidden">{product?.brand} </span>
              {product?.sku}
            </span>
          ) : null}
          {number && !product?.discontinued ? <span> · </span> : null}
          {isCheaper(line) ? (
            <span className="shrink-0 font-medium text-success">
              {t('cart.cheaper', { price: seenPriceText(line) })}
            </span>
          ) : product && !product.discontinued ? (
            <>
              <span className="shrink-0 md:hidden">{stockOf({ ...product, minOrder: 1 })}</span>
              <span className="max-md:hidden">{stockOf(product)}</span>
            </>
          ) : null}
          {product && of === 'cart' && isOrderable(line) ? (
            <span className="ml-2 max-md:hidden">
              <BreakHint product={product} quantity={quantity} />
            </span>
          ) : null}
        </p>
        {product ? <FitMark productId={productId} /> : null}
        {hasJob ? (
          <JobField
            job={job ?? ''}
            name={name}
            isOpened={isJobOpen}
            onSet={(wanted) => onChange([{ productId, job: wanted, formerJob: job ?? '', quantity }])}
          />
        ) : null}
        {line.code && line.code !== 'product-ambiguous' ? (
          <Refusal of={of} line={line} code={line.code} onChange={onChange} onRemove={onRemove} />
        ) : null}
        {extra?.(line)}
        {conflict ? (
          <Note text={t('cart.conflict', { mine: unitsText(conflict.mine), theirs: unitsText(conflict.theirs) })}>
            {conflict.mine === conflict.quantity ? null : (
              <Button size="sm" variant="outline" onClick={() => set(conflict.mine)}>
                {t('cart.take', { quantity: unitsText(conflict.mine) })}
              </Button>
            )}
            {conflict.theirs === conflict.quantity || conflict.theirs === 0 ? null : (
              <Button size="sm" variant="outline" onClick={() => set(conflict.theirs)}>
                {t('cart.take', { quantity: unitsText(conflict.theirs) })}
              </Button>
            )}
            {conflict.theirs > 0 ? (
              <Button size="sm" variant="outline" onClick={() => set(conflict.mine + conflict.theirs)}>
                {t('cart.add-up', { quantity: unitsText(conflict.mine + conflict.theirs) })}
              </Button>
            ) : null}
            <Button size="sm" variant="quiet" onClick={() => onSettle(conflict)}>
              {t('cart.keep', { quantity: unitsText(conflict.quantity) })}
            </Button>
          </Note>
        ) : null}
      </div>
      {/* For the thumb: beside a keyboard, a number is typed faster. */}
      <StepButtons
        value={quantity}
        onChange={set}
        min={product?.minOrder ?? 1}
        max={product ? (largestQuantity(lineFactsOf(product)) ?? 0) : 0}
        step={product?.orderMultiple ?? 1}
        of={name}
        className="max-md:row-start-2 md:contents"
        buttonClassName="min-h-11 w-11 md:hidden"
      >
        <QuantityField key={quantity} line={line} name={name} onSet={set} />
      </StepButtons>
      <span className="figures text-right whitespace-nowrap max-md:leading-4.5">
        <span className="font-semibold">{total !== undefined && isOrderable(counted) ? moneyText(total) : '–'}</span>
        {product && !product.discontinued ? (
          <span className="muted block text-sm">{priceOf(product, quantity)}</span>
        ) : null}
      </span>
      {of === 'history' ? (
        <span />
      ) : (
        <span className="flex max-md:justify-end">
          <button
            type="button"
            className={`btn btn-square min-h-11 w-11 btn-ghost ${hasJob ? 'invisible' : ''}`}
            title={t('cart.job')}
            aria-label={t('cart.job-of', { name })}
            onClick={() => setJobOpen(true)}
          >
            <Tag aria-hidden="true" size={18} />
          </button>
          <button
            type="button"
            className="btn btn-square min-h-11 w-11 btn-ghost"
            aria-label={t('word.remove-one', { name })}
            onClick={() => onRemove(line)}
          >
            <Trash2 aria-hidden="true" size={18} />
          </button>
        </span>
      )}
    </li>
  )
}

const priceOf = (product: LineProduct, quantity: number) => {
  const price = unitPriceAt(product, quantity)
  return product.pricePer === undefined ? t('cart.each', { price: moneyText(price) }) : priceText({ ...product, price })
}

/** Says how much there is, and from how many units on it is sold. */
const stockOf = ({ available, minOrder }: LineProduct) => t('cart.stock', { available, minimum: minOrder })

/** Returns the price that the buyer saw. */
const seenPriceText = ({ seenPrice = 0, seenPricePer }: PricedCartLine) =>
  priceText({ price: seenPrice, ...(seenPricePer && { pricePer: seenPricePer }) })

/** Sends the quantity with Enter and when the field is left; an empty one stays as it was. */
const QuantityField = memo(function QuantityField({
  line: { quantity, product },
  name,
  onSet,
}: {
  line: PricedCartLine
  name: string
  onSet: (quantity: number) => void
}) {
  const [typed, setTyped] = useState(String(quantity))
  const send = () => {
    const units = Number(typed)
    if (Number.isInteger(units) && units > 0 && units <= maxLineQuantity) {
      if (units !== quantity) onSet(units)
    } else {
      setTyped(String(quantity))
      toast.warning(t('quick-order.no-quantity'))
    }
  }
  return (
    <input
      type="number"
      inputMode="numeric"
      min={product?.minOrder}
      step={product?.orderMultiple}
      aria-label={t('facets.quantity', { name })}
      className="input figures min-h-11 w-16 border-base-content/35 px-1 text-center text-base focus:z-1 max-md:-mx-px max-md:rounded-none md:w-full md:px-2 md:text-left"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }) => void (key === 'Enter' && send())}
    />
  )
})

/** Sends the job with Enter and when the field is left; one that was just asked for has the focus. */
function JobField({
  job,
  name,
  isOpened,
  onSet,
}: {
  job: string
  name: string
  isOpened: boolean
  onSet: (job: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  const [typed, setTyped] = useState(job)
  const [shown, setShown] = useState(job)
  if (shown !== job) {
    setShown(job)
    setTyped(job)
  }
  const send = () => void (typed.trim() !== job && onSet(typed.trim()))
  return (
    <input
      ref={field}
      aria-label={t('cart.job-of', { name })}
      placeholder={t('cart.job')}
      className="input mt-1 min-h-8 w-full max-w-56 border-base-content/35 px-2 text-base sm:text-sm"
      maxLength={maxLengths.job}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }) => void (key === 'Enter' && send())}
    />
  )
}

function Refusal({
  of,
  line,
  code,
  onChange,
  onRemove,
}: { line: PricedCartLine; code: Exclude<PricedCartLine['code'], undefined | 'product-ambiguous'> } & Pick<
  Handlers,
  'of' | 'onChange' | 'onRemove'
>) {
  const { product, offer = {}, quantity } = line
  const was =
    code === 'price-changed' && line.seenPrice !== undefined
      ? ` ${t('cart.price-was', { price: seenPriceText(line) })}`
      : ''
  const text = `${lineRefusalText(code, line)}${was}`
  const successor = product?.replacedBy
  return (
    <Note text={text}>
      {offer.quantity === undefined ? null : of !== 'cart' ? (
        <p className="text-sm">{t('lists.goes-in', { quantity: unitsText(offer.quantity) })}</p>
      ) : (
        <Button size="sm" variant="outline" onClick={() => onChange([acceptOffer(line)])}>
          {t('cart.take', { quantity: unitsText(offer.quantity) })}
        </Button>
      )}
      {offer.unitPrice === undefined ? null : (
        <Button size="sm" variant="outline" onClick={() => onChange([acceptOffer(line)])}>
          {t('cart.accept-price', {
            price: priceText({ price: offer.unitPrice, ...(offer.pricePer && { pricePer: offer.pricePer }) }),
          })}
        </Button>
      )}
      {offer.remove && successor ? (
        <Button
          size="sm"
          variant="outline"
          onClick={() =>
            onChange([
              { ...line, quantity: 0 },
              { productId: successor._id, job: line.job, quantity, add: true },
            ])
          }
        >
          {t('cart.replace', { name: successor.name })}
        </Button>
      ) : null}
      {offer.remove && of !== 'history' ? (
        <Button size="sm" variant="outline" onClick={() => onRemove(line)}>
          {t('word.remove')}
        </Button>
      ) : null}
    </Note>
  )
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2">
      <p className="text-sm font-medium text-error">{text}</p>
      {children}
    </div>
  )
}
