import { type ClipboardEvent, useRef, useState } from 'react'
import { priceAsSeen, type LineChange } from '#contract/cart-lines.ts'
import { type PricedLine, priceLines } from '#contract/carts.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { searchProducts } from '#contract/search.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { forCustomer } from '#web/carts/cart-store.ts'
import { parseOrderList, readQuantity } from '#web/carts/parse-order-list.ts'
import { checkRows, newRow } from '#web/carts/quick-order-rows.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { StockState } from '#web/catalog/stock-state.tsx'
import { SuggestedProducts } from '#web/catalog/suggested-products.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** The number of products that words find. */
const maxFound = 8

/**
 * Adds products to a list: the one with a part number, in any spelling, with a quantity behind or before it; else what the typed words find, to choose from; or all of a
 * pasted list. Says if a number is that of none or of several.
 */
export function AddByNumber({
  change,
  customer,
  label,
  addLabel,
}: {
  change: (changes: readonly LineChange[]) => Promise<boolean>
  /** The id of the customer whom staff order for, whose prices are shown. */
  customer?: string
  label: string
  addLabel: string
}) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState('')
  const [suggestions, setSuggestions] = useState<PricedLine['suggestions']>()
  const [found, setFound] = useState<readonly PricedLine[]>([])
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const price = async (lines: Parameters<typeof call<typeof priceLines>>[1]['body']['lines']) =>
    (await call(priceLines, { body: { ...forCustomer(customer), lines } })).lines

  async function run(act: () => Promise<unknown>) {
    setBusy(true)
    setProblem(undefined)
    setDone('')
    setSuggestions(undefined)
    setFound([])
    try {
      await act()
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  async function take({ product, quantity }: PricedLine) {
    if (!product || !(await change([{ productId: product._id, quantity, add: true, ...priceAsSeen(product) }]))) return
    setTyped('')
    // The button that was pressed goes with what was found.
    form.current?.querySelector('input')?.focus()
    setDone(t('cart.added', { more: 'no', quantity: unitsText(quantity), name: product.name }))
  }

  async function addNumber(partNumber: string) {
    const [line] = await price([{ partNumber }])
    if (line?.product) return take(line)
    const [listed] = parseOrderList(partNumber)
    const { partNumber: number = '', quantity = '' } = listed?.otherwise ?? listed ?? {}
    const units = readQuantity(quantity)
    const [several] = units === undefined ? [] : await price([{ partNumber: number, quantity: units }])
    if (several?.product) return take(several)
    const { products } =
      line?.code === 'product-ambiguous'
        ? { products: [] }
        : await call(searchProducts, { query: { q: partNumber, limit: String(maxFound) } })
    if (products.length > 0) return setFound(await price(products.map(({ _id }) => ({ productId: _id }))))
    setProblem(t(line?.code === 'product-ambiguous' ? 'quick-order.ambiguous' : 'quick-order.not-found'))
    setSuggestions(line?.suggestions)
  }

  async function addList(text: string) {
    const rows = await checkRows(parseOrderList(text).slice(0, maxLines).map(newRow), customer)
    const known = rows.flatMap(({ line, job }) =>
      line?.product
        ? [{ productId: line.product._id, job, quantity: line.quantity, add: true, ...priceAsSeen(line.product) }]
        : [],
    )
    if (known.length > 0 && !(await change(known))) return
    if (known.length > 0) setDone(t('lists.lines-added', { count: known.length }))
    const missing = rows.filter(({ line }) => !line?.product).map(({ partNumber }) => partNumber)
    if (missing.length > 0) setProblem(t('lists.none-of', { numbers: missing.join(', ') }))
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    void run(() => addList(text))
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim()) void run(() => addNumber(typed.trim()))
      }}
    >
      <div className="flex items-end gap-2">
        <Field
          label={label}
          className="grow sm:max-w-72"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxLengths.search}
          value={typed}
          onPaste={paste}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="outline" busy={busy}>
          {addLabel}
        </Button>
      </div>
      {/* The line says the rest; a toast would cover it. */}
      <p role="status" className="muted text-sm">
        {done}
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="mt-1.5 text-sm font-medium wrap-anywhere text-error">
          {problem}
        </p>
      )}
      {suggestions ? (
        <p className="mt-2 flex flex-wrap gap-2">
          <SuggestedProducts
            products={suggestions}
            onTake={({ _id }) => void run(async () => take((await price([{ productId: _id }]))[0] ?? { quantity: 0 }))}
          />
        </p>
      ) : null}
      {found.length > 0 ? (
        <ul aria-label={t('lists.found')} className="mt-3 divide-y divide-base-300 border-y border-base-300">
          {found.map((line) =>
            line.product ? (
              <li key={line.product._id} className="flex items-center gap-x-4 py-2">
                <span className="min-w-0 grow">
                  <span className="font-medium wrap-anywhere">{line.product.name}</span>{' '}
                  <span className="muted figures text-sm">{brandedNumber(line.product)}</span>
                  <span className="block text-sm">
                    <span className="figures font-semibold">{priceText(line.product)}</span>{' '}
                    <span className="muted">
                      <StockState product={line.product} />
                    </span>
                  </span>
                </span>
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t('quick-order.take', { number: brandedNumber(line.product), name: line.product.name })}
                  onClick={() => void run(() => take(line))}
                >
                  {addLabel}
                </Button>
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
    </form>
  )
}
