import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { maxPricesPerProduct, type RefusedRow } from '#contract/price-rows.ts'
import type { Body } from '#contract/endpoint.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { type ListedPrices, writePrices } from '#contract/pricing.ts'
import { type DecimalSign, decimalSigns } from '#contract/units.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { type NumberColumn, readDoubts, readPriceRows, type TypedRow } from '#web/pricing/read-price-rows.ts'
import { SuggestedProducts, type Suggestions } from '#web/catalog/suggested-products.tsx'
import { suggestProducts } from '#web/pricing/suggest-products.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import { amountInput, amountRefusal, numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'

interface Row extends TypedRow {
  key: string
  /** Undefined for a new row, which names its product by its number. */
  product?: ListedPrices
  /** As it is in the list; undefined for a new row. */
  saved?: { from: number; price: number }
  error?: string
  /** The products that have nearly its number, which no product has. */
  suggestions?: Suggestions
}

/**
 * Edits prices as a grid of part number, quantity and price. Arrow keys and Enter move between rows; rows pasted from a spreadsheet are
 * added. All changed rows are saved together, or none. Rows that are not saved stay while other products are shown or loaded.
 */
export function PriceGrid({ listId, products }: { listId: string; products: readonly ListedPrices[] }) {
  const [typed, setTyped] = useState<readonly Row[]>([])
  const [blank] = useState(emptyRow)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const rows = mergeRows(products, typed, blank)
  const changed = rows.filter(isChanged)
  useDraft(
    `prices-${listId}`,
    () => (changed.length > 0 ? { rows: changed.map(withoutError) } : {}),
    // Written by the line above.
    (draft) => setTyped(draft['rows'] as Row[]),
  )
  useEffect(() => {
    if (refusals > 0) grid.current?.querySelector<HTMLElement>('tr[data-refused] input')?.focus()
  }, [refusals])

  const set = (key: string, change: Partial<Row>) =>
    setTyped((all) => {
      const row = all.find((one) => one.key === key) ?? rows.find((one) => one.key === key)
      if (!row) return all
      const doubts = row.doubts?.filter((column) => !(column in change)) ?? []
      const next = { ...withoutError(row), ...change, doubts }
      return all.includes(row) ? all.map((one) => (one === row ? next : one)) : [...all, next]
    })
  const remove = ({ key, saved }: Row) =>
    saved ? set(key, { price: '' }) : setTyped((all) => all.filter((one) => one.key !== key))
  const add = (pasted: readonly TypedRow[]) =>
    setTyped((all) => [
      ...all.filter(({ saved, number, price }) => saved !== undefined || number !== '' || price !== ''),
      ...pasted.map((row) => withFault({ ...row, key: newKey() })),
    ])
  const settle = (sign: DecimalSign) =>
    setTyped((all) => all.map((row) => (isDoubtful(row) ? withFault(readDoubts(row, sign), sign) : row)))
  function refuse(errors: ReadonlyMap<string | undefined, string>, message: string) {
    setTyped((all) => all.map((row) => (errors.has(row.key) ? { ...row, error: errors.get(row.key) ?? '' } : row)))
    setFailure(message)
    setRefusals((count) => count + 1)
  }

  /** Shows beside rows which products have nearly their numbers. */
  async function suggest(keys: readonly string[]) {
    const unknown = changed.filter(({ key }) => keys.includes(key))
    // The refusal stands without them, too.
    const found = await suggestProducts(unknown.map(({ number }) => number.trim())).catch(() => [])
    setTyped((all) =>
      all.map((row) => {
        const index = unknown.findIndex(({ key, number }) => key === row.key && number === row.number)
        const suggestions = found[index] ?? []
        return suggestions.length > 0 ? { ...row, suggestions } : row
      }),
    )
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (/[\t\n;]/.test(text.trim()) && addText(text)) event.preventDefault()
  }

  async function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    const text = await file.text()
    if (text.includes('\0') || !addText(text)) toast.error(t('price-lists.file-unreadable', { name: file.name }))
  }

  /** Adds the rows of a text, and says whether it has any. */
  function addText(text: string): boolean {
    const read = readPriceRows(text)
    if (read.length === 0) return false
    add(read)
    toast.success(t('price-lists.pasted', { count: read.length }))
    return true
  }

  function move(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const column = event.currentTarget.dataset['column'] ?? ''
    const fields = [...(grid.current?.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`) ?? [])]
    fields[fields.indexOf(event.currentTarget) + step]?.focus()
  }

  async function save() {
    const sent: { key: string; row: Body<typeof writePrices>['rows'][number] }[] = []
    for (const row of changed) {
      const named = row.product ? { productId: row.product._id } : { partNumber: row.number.trim() }
      const from = readWhole(row.from)
      if (row.saved && row.saved.from !== from)
        sent.push({ key: row.key, row: { ...named, from: row.saved.from, price: null } })
      if (row.price.trim() !== '') sent.push({ key: row.key, row: { ...named, from, price: readAmount(row.price) } })
      else if (row.saved?.from === from) sent.push({ key: row.key, row: { ...named, from, price: null } })
    }
    const invalid = changed.map((row) => withFault(row)).filter(({ error }) => error !== undefined)
    if (invalid.length > 0) {
      const errors = new Map(invalid.map(({ key, error = '' }) => [key, error]))
      return refuse(errors, t('price-lists.rows-refused', { count: invalid.length }))
    }
    if (sent.length === 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await write(writePrices, { params: { id: listId }, body: { rows: sent.map(({ row }) => row) } })
      const saved = new Set(changed)
      setTyped((all) => all.filter((row) => !saved.has(row)))
      toast.success(t('price-lists.saved-prices', { count: answer.changed }))
    } catch (error) {
      const refused = error instanceof ApiProblem ? error.rows : []
      refuse(new Map(refused.map((one) => [sent[one.row]?.key, rowRefusalText(one)])), errorMessageOf(error))
      await suggest(refused.flatMap(({ row, code }) => (code === 'product-unknown' ? (sent[row]?.key ?? []) : [])))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onPaste={paste}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void drop(event)}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="overflow-x-auto">
        <table ref={grid} className="w-full border-collapse text-[0.9375rem] phone:block wide:min-w-[34rem]">
          <caption className="sr-only">{t('word.prices')}</caption>
          <thead className="phone:sr-only">
            <tr className="muted border-b border-base-300 text-left text-sm">
              <th scope="col" className="py-2 pr-3">
                {t('word.product')}
              </th>
              <th scope="col" className="py-2 pr-3 text-right">
                {t('price.public')}
              </th>
              <th scope="col" className="w-28 py-2 pr-3">
                {t('word.starting-from')}
              </th>
              <th scope="col" className="w-32 py-2 pr-3">
                {t('product.priceCents')}
              </th>
              <th scope="col" className="w-12 py-2">
                <span className="sr-only">{t('attributes.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody className="phone:block">
            {rows.map((row) => (
              <GridRow
                key={row.key}
                row={row}
                onChange={(change) => set(row.key, change)}
                onRemove={() => remove(row)}
                onMove={move}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted mt-3 text-sm">{t('price-lists.paste-hint')}</p>
      {changed.some(isDoubtful) ? (
        <fieldset className="mt-4">
          <legend className="mb-2 font-medium">{t('imports.decimals-choose')}</legend>
          <p className="flex flex-wrap gap-2">
            {decimalSigns.map((sign) => (
              <Button key={sign} type="button" size="sm" variant="outline" onClick={() => settle(sign)}>
                {t(`imports.decimals-${sign}`)}
              </Button>
            ))}
          </p>
        </fieldset>
      ) : null}
      <div className="mt-4">
        <FormError text={failure} />
      </div>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button type="button" variant="outline" onClick={() => setTyped((all) => [...all, emptyRow()])}>
          <Plus aria-hidden="true" size={18} /> {t('word.add-row')}
        </Button>
        <Button type="submit" busy={busy} disabled={changed.length === 0}>
          {t('price-lists.save-prices', { count: changed.length })}
        </Button>
      </p>
    </form>
  )
}

function GridRow({
  row,
  onChange,
  onRemove,
  onMove,
}: {
  row: Row
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
  onMove: (event: KeyboardEvent<HTMLInputElement>) => void
}) {
  const { product, number, from, price, error, saved, suggestions } = row
  const name = product ? `${product.sku ?? ''} ${product.name}` : number
  const field = 'input figures min-h-10 w-full border-base-content/35 px-2 text-base'
  const errorId = useId()
  const invalid = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const isGone = saved !== undefined && price === ''
  return (
    <tr
      data-refused={error === undefined ? undefined : true}
      className={`border-b border-base-300 align-top phone:grid phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] phone:items-end phone:gap-x-3 phone:py-2 ${isChanged(row) ? 'bg-warning/10' : ''}`}
    >
      <td className="py-1.5 phone:col-span-3 wide:pr-3">
        {product ? (
          <span className={isGone ? 'line-through opacity-60' : ''}>
            <span className="figures font-semibold">{product.sku ?? '–'}</span>{' '}
            <span className="muted text-sm">{product.name}</span>
          </span>
        ) : (
          <input
            data-column="number"
            aria-label={t('product.sku')}
            placeholder={t('product.sku')}
            {...invalid}
            className={field}
            value={number}
            onChange={({ target }) => onChange({ number: target.value })}
            onKeyDown={onMove}
          />
        )}
        {error ? (
          <span id={errorId} className="block text-sm font-medium text-error">
            {error}
          </span>
        ) : null}
        {suggestions ? (
          <span className="mt-2 flex flex-wrap gap-2">
            <SuggestedProducts
              products={suggestions}
              onTake={(other) => onChange({ number: brandedNumber(other) || number })}
            />
          </span>
        ) : null}
      </td>
      <td className="figures muted phone:col-span-3 phone:pb-1 phone:text-sm wide:py-3 wide:pr-3 wide:text-right">
        {product ? (
          <>
            <span className="wide:hidden">{t('price.public')}: </span>
            {moneyText(product.ownPrice)}
          </>
        ) : null}
        {product?.pricePer ? (
          <span className="block text-xs">{t('product.per', { count: product.pricePer })}</span>
        ) : null}
      </td>
      <td className="py-1.5 wide:pr-3">
        <span aria-hidden="true" className="muted text-sm wide:hidden">
          {t('word.starting-from')}
        </span>
        <input
          data-column="from"
          inputMode="numeric"
          aria-label={t('price-lists.from-of', { name })}
          {...invalid}
          className={field}
          value={from}
          onChange={({ target }) => onChange({ from: target.value })}
          onKeyDown={onMove}
        />
      </td>
      <td className="py-1.5 wide:pr-3">
        <span aria-hidden="true" className="muted text-sm wide:hidden">
          {t('product.priceCents')}
        </span>
        <input
          data-column="price"
          inputMode="decimal"
          aria-label={t('price-lists.price-of', { name })}
          {...invalid}
          className={field}
          value={price}
          onChange={({ target }) => onChange({ price: target.value })}
          onKeyDown={onMove}
        />
      </td>
      <td className="py-1.5">
        <button
          type="button"
          className="btn btn-square min-h-10 w-10 btn-ghost"
          aria-label={t('price-lists.remove-price', { name })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" size={18} />
        </button>
      </td>
    </tr>
  )
}

const newKey = () => `new ${Math.random()}`

const emptyRow = (): Row => ({ key: newKey(), number: '', from: '1', price: '' })

const rowsOf = (products: readonly ListedPrices[]): Row[] =>
  products.flatMap((product) =>
    product.prices.map(({ from, price }) => ({
      key: `${product._id} ${from}`,
      product,
      number: product.sku ?? '',
      from: numberInput(from),
      price: amountInput(price),
      saved: { from, price },
    })),
  )

/** Returns the rows of the list with what was typed into them, then the others that are not saved; a blank one if there are none. */
function mergeRows(products: readonly ListedPrices[], typed: readonly Row[], blank: Row): Row[] {
  const byKey = new Map(typed.map((row) => [row.key, row]))
  const listed = rowsOf(products).map((row) => {
    const own = byKey.get(row.key)
    byKey.delete(row.key)
    return own ?? row
  })
  const others = [...byKey.values()].filter((row) => row.saved === undefined || isChanged(row))
  const rows = [...listed, ...others]
  return rows.length > 0 ? rows : [blank]
}

const isChanged = ({ saved, number, from, price }: Row): boolean =>
  saved
    ? readWhole(from) !== saved.from || price.trim() === '' || readAmount(price) !== saved.price
    : number !== '' || price !== ''

const isDoubtful = ({ doubts = [] }: Row): boolean => doubts.length > 0

/** Returns a row with what keeps it from being saved, if anything. */
const withFault = (row: Row, chosen?: DecimalSign): Row => {
  const error = faultOf(row, chosen)
  return error === undefined ? withoutError(row) : { ...row, error }
}

/** Says what is wrong with the numbers of a row and names it; `chosen` is the sign that its doubts were just read with. */
function faultOf({ product, number, from, price, doubts = [] }: Row, chosen?: DecimalSign): string | undefined {
  if (!product && (number.trim() === '' || price.trim() === '')) return t('price-lists.row-invalid')
  const says = (column: NumberColumn, reason: string) =>
    t('price-lists.cell-refused', {
      number: product?.sku ?? number.trim(),
      text: (column === 'from' ? from : price).trim(),
      reason,
    })
  const open = chosen ? undefined : doubts[0]
  if (open) return says(open, t('price-lists.unclear'))
  if (doubts.includes('from') || !(readWhole(from) > 0)) return says('from', t('price-lists.no-quantity'))
  if (price.trim() === '' || (!doubts.includes('price') && readAmount(price) > 0)) return undefined
  if (/[%％]/u.test(price)) return says('price', t('price-lists.is-percent'))
  return says('price', amountRefusal(price, undefined, chosen) ?? t('price-lists.no-price'))
}

function withoutError({ error: _, suggestions: _suggestions, ...row }: Row): Row {
  return row
}

/** Says why a row is refused. */
export const rowRefusalText = ({ code, from, price, brands = [] }: RefusedRow): string =>
  t(`row.${code}`, {
    from: from ?? 0,
    price: price === undefined ? '' : moneyText(price),
    most: maxPricesPerProduct,
    brands: brands.map((brand) => brand || '–').join(', '),
  })
