import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'
import { fillUpQuantity, lineFactsOf } from '#contract/assess-line.ts'
import { keyOf, seenPriceOf } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { readDecimals } from '#contract/detect-decimals.ts'
import { priceLine } from '#contract/price-lines.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { readQuantity } from '#web/carts/parse-order-list.ts'
import { queryClient } from '#web/api/queries.ts'
import { AddByNumber } from '#web/carts/add-by-number.tsx'
import { AddLinesToCart } from '#web/carts/add-lines-to-cart.tsx'
import { CartSettings, CartFoot } from '#web/carts/cart-settings.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import { useCart } from '#web/carts/use-cart.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { SortSelect } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/saved-list.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('lists.title'))

/** Shows a saved list: its lines go into the cart, all, some, or as many units as the shelf lacks. */
export default function SavedListRoute({ params }: Route.ComponentProps) {
  return <SavedList key={params.id} id={params.id} />
}

const sortings = {
  added: () => 0,
  name: (a: PricedCartLine, b: PricedCartLine) => compare(a.product?.name, b.product?.name),
  number: (a: PricedCartLine, b: PricedCartLine) => compare(a.product?.sku, b.product?.sku),
}
const sortingOf = (by: string | null) => (Object.keys(sortings) as (keyof typeof sortings)[]).find((one) => one === by)
const compare = (a = '', b = '') => a.localeCompare(b, undefined, { numeric: true })

function SavedList({ id }: { id: string }) {
  const { cart, failure, conflicts, load, change, settle, unsaved, linkEnded } = useCart(id)
  const navigate = useNavigate()
  // In the address, so that a reload and Back keep it.
  const [search, setSearch] = useSearchParams()
  const sort = sortingOf(search.get('sort')) ?? 'added'
  const [isCounting, setCounting] = useState(false)
  const [counted, setCounted] = useState<Readonly<Record<string, string>>>({})
  const end = useRef<HTMLParagraphElement>(null)
  useDraft(
    `shelf ${id}`,
    () => counted,
    (draft) => {
      // Kept by the function above.
      setCounted(draft as Record<string, string>)
      setCounting(true)
    },
  )
  const back = <BackLink to="/dashboard/lists">{t('lists.title')}</BackLink>
  if (failure !== undefined && !cart) {
    return (
      <>
        {back}
        <ErrorState heading="h1" title={t('lists.failed-one')} message={failure} onRetry={() => void load()} />
      </>
    )
  }
  if (!cart) return <PageSpinner />
  const lines = cart.lines.toSorted(sortings[sort])
  const missing = isCounting ? lines.flatMap((line) => missingOf(line, counted[keyOf(line)])) : lines

  async function run(work: () => Promise<unknown>) {
    try {
      await work()
      await load()
      void queryClient.invalidateQueries()
      return true
    } catch (error) {
      toast.error(errorMessageOf(error))
      return false
    }
  }
  function startCount() {
    flushSync(() => setCounting(true))
    shelfFields()[0]?.focus()
  }
  function endCount() {
    setCounting(false)
    setCounted({})
  }
  const shelf = (line: PricedCartLine) => (
    <ShelfField
      line={line}
      counted={counted[keyOf(line)] ?? ''}
      onCount={(text) => setCounted((others) => ({ ...others, [keyOf(line)]: text }))}
      onLast={() => end.current?.focus()}
    />
  )

  return (
    <>
      {back}
      <PageHeading title={cart.name} action={<CartSettings cart={cart} linkEnded={linkEnded} run={run} />} />
      <div className="mt-6 mb-6 flex flex-wrap items-start justify-between gap-4">
        <AddByNumber change={change} label={t('lists.part-number')} addLabel={t('lists.add-number')} />
        {lines.length > 1 ? (
          <SortSelect
            sorting={{
              by: sort,
              choices: [
                { by: 'added', label: t('lists.by-added') },
                { by: 'name', label: t('lists.by-name') },
                { by: 'number', label: t('lists.by-number') },
              ],
              onSort: (by) =>
                setSearch(by === 'added' ? {} : { sort: by }, { replace: true, preventScrollReset: true }),
            }}
          />
        ) : null}
      </div>
      {lines.length === 0 ? null : (
        <LineTotal of="list" lines={missing}>
          <Button variant="outline" aria-pressed={isCounting} onClick={() => (isCounting ? endCount() : startCount())}>
            {t(isCounting ? 'lists.stop-counting' : 'lists.count-shelf')}
          </Button>
          <AddLinesToCart lines={missing} onAdded={endCount} />
        </LineTotal>
      )}
      {isCounting ? <p className="muted mb-4">{t('lists.count-text')}</p> : null}
      <LineList
        of="list"
        lines={lines}
        change={change}
        unsaved={unsaved}
        conflicts={conflicts}
        onSettle={settle}
        actions={(selected) => (selected.length > 0 ? <AddLinesToCart lines={selected} size="sm" /> : null)}
        extra={isCounting ? shelf : undefined}
        empty={<EmptyState title={t('lists.empty')} text={t('lists.empty-text')} />}
      />
      {isCounting && lines.length > 0 ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <p ref={end} tabIndex={-1} className="font-semibold figures">
            {t('lists.counted', {
              counted: lines.filter((line) => readCount(counted[keyOf(line)]) !== undefined).length,
              lines: lines.length,
            })}
          </p>
          {/* The total of a long list is many screens above. */}
          {lines.length > 20 ? <AddLinesToCart lines={missing} onAdded={endCount} /> : null}
        </div>
      ) : null}
      <CartFoot cart={cart} run={run} onDeleted={() => void navigate('/dashboard/lists')} />
    </>
  )
}

/** Returns the line with the units that a counted shelf lacks; none if it is full or was not counted. */
function missingOf(line: PricedCartLine, counted: string | undefined): PricedCartLine[] {
  const onShelf = readCount(counted)
  if (onShelf === undefined || !line.product) return []
  const quantity = fillUpQuantity(line.quantity, onShelf, lineFactsOf(line.product))
  if (quantity === 0) return []
  const { code: _code, offer: _offer, total: _total, ...rest } = line
  return [{ ...rest, ...priceLine(line.product, { quantity, ...seenPriceOf(line) }) }]
}

const shelfFields = () => [...document.querySelectorAll<HTMLInputElement>('[data-shelf]')]

function readCount(text = ''): number | undefined {
  if (/^\s*[0０]\s*$/u.test(text)) return 0
  return readDecimals(text).has('open') ? undefined : readQuantity(text)
}

function ShelfField({
  line,
  counted,
  onCount,
  onLast,
}: {
  line: PricedCartLine
  counted: string
  onCount: (text: string) => void
  /** Called by Enter in the last field. */
  onLast: () => void
}) {
  const name = line.product?.name ?? ''
  const [missing] = missingOf(line, counted)
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <label className="flex items-center gap-2 text-sm">
        <span aria-hidden="true">{t('stock.on-shelf')}</span>
        <input
          aria-label={t('lists.on-shelf-of', { name })}
          data-shelf
          inputMode="numeric"
          enterKeyHint="next"
          maxLength={7}
          aria-invalid={counted.trim() !== '' && readCount(counted) === undefined ? true : undefined}
          autoComplete="off"
          className="input figures min-h-11 w-20 border-base-content/35 px-2 text-base"
          value={counted}
          onChange={({ target }) => onCount(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== 'Enter') return
            const fields = shelfFields()
            const next = fields[fields.indexOf(currentTarget) + 1]
            if (next) next.focus()
            else onLast()
          }}
        />
      </label>
      <output className="text-sm font-semibold">
        {missing
          ? t('lists.order', { quantity: unitsText(missing.quantity) })
          : counted.trim() === ''
            ? ''
            : t(readCount(counted) === undefined ? 'quick-order.no-quantity' : 'lists.enough')}
      </output>
    </p>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
