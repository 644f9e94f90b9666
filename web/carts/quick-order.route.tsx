import { Download, Upload } from 'lucide-react'
import { type ClipboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isRaised } from '#contract/assess-line.ts'
import { priceAsSeen } from '#contract/cart-lines.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { changeCart } from '#web/carts/cart-store.ts'
import { type ListedLine, parseOrderList, readQuantity } from '#web/carts/parse-order-list.ts'
import {
  checkRows,
  isEmpty,
  adjustQuantity,
  isUnchecked,
  type KeptRow,
  keptRows,
  mergeDuplicates,
  newRow,
  refusalOf,
  type SheetRow,
  withQuantity,
} from '#web/carts/quick-order-rows.ts'
import { refusalSentence, SheetRows } from '#web/carts/quick-order-sheet.tsx'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { useDraft } from '#web/page/form-drafts.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button, ButtonLink, buttonClasses } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { downloadCsv } from '#web/page/download-csv.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

export const meta = () => [{ title: t('quick-order.page-title') }]

/** The number of rows of an empty sheet. */
const freshRows = 8
const checkDelayMs = 350

/** Orders many products by their part numbers: typed, pasted or from a file. Every row stays until it is in the cart. */
export default function QuickOrderRoute() {
  const [rows, setRows] = useState<readonly SheetRow[]>(() => Array.from({ length: freshRows }, () => newRow()))
  const [isChecking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState(0)
  const fileId = useId()
  useDraft(
    'quick-order',
    () => (rows.some((row) => !isEmpty(row)) ? { rows: keptRows(rows) } : {}),
    // Kept by the function above; the shop is asked about them anew.
    ({ rows: kept }) => setRows(withSpare((kept as KeptRow[]).map((row) => newRow(row)))),
  )

  const unchecked = rows.filter(isUnchecked).map(({ id, partNumber, productId }) => `${id} ${partNumber} ${productId}`)
  const uncheckedKey = unchecked.join('\n')
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])
  useEffect(() => {
    if (uncheckedKey === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      setChecking(true)
      checkRows(latest.current.filter(isUnchecked))
        .then((checked) => {
          setFailure(undefined)
          const answers = new Map(checked.map((row) => [row.id, row]))
          // Rows that were edited meanwhile are looked up again.
          setRows((shown) => shown.map((row) => answerFor(row, answers.get(row.id))))
        })
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) setFailure(errorMessageOf(error))
        })
        .finally(() => setChecking(false))
    }, checkDelayMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [uncheckedKey])

  /** Puts a list into the sheet, at once checked and with its duplicates merged. */
  async function take(list: readonly ListedLine[], at?: number) {
    if (list.length > maxLines) toast.warning(t('quick-order.too-many', { limit: maxLines }))
    const fresh = list.slice(0, maxLines).map(newRow)
    const kept = latest.current.filter((row) => !isEmpty(row))
    const before = at === undefined ? kept : kept.filter((row) => latest.current.indexOf(row) < at)
    const after = kept.filter((row) => !before.includes(row))
    setRows(withSpare([...before, ...fresh, ...after]))
    setAdded(0)
    setChecking(true)
    try {
      const checked = await checkRows(fresh)
      setFailure(undefined)
      setRows(withSpare(mergeDuplicates([...before, ...checked, ...after].filter((row) => !isEmpty(row)))))
    } catch (error) {
      setFailure(errorMessageOf(error))
    } finally {
      setChecking(false)
    }
  }

  function paste(event: ClipboardEvent, row: number) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    void take(parseOrderList(text), row)
  }

  async function load(file: File | undefined) {
    if (!file) return
    try {
      const { readOrderFile } = await loadChunk(() => import('#web/carts/read-order-file.ts'))
      const list = await readOrderFile(file)
      if (list.length === 0) return toast.warning(t('quick-order.file-empty'))
      await take(list)
    } catch (error) {
      toast.error(errorMessageOf(error))
    }
  }

  const filled = rows.filter((row) => !isEmpty(row))
  const ready = useMemo(() => rows.filter((row) => row.line?.product && refusalOf(row) === undefined), [rows])
  const wrong = filled.filter((row) => refusalOf(row) !== undefined)
  const fixable = wrong.filter((row) => row.line && isRaised(row.line))
  const total = totalsOf(ready.flatMap(({ line }) => line ?? []))

  async function addToCart() {
    setBusy(true)
    try {
      await changeCart(
        ready.flatMap(({ line, job, quantity }) => {
          const { product } = line ?? {}
          const units = readQuantity(quantity)
          return product && units
            ? [{ productId: product._id, job, quantity: units, add: true, ...priceAsSeen(product) }]
            : []
        }),
      )
      setAdded(ready.length)
      const gone = new Set(ready.map(({ id }) => id))
      setRows((shown) => withSpare(shown.filter((row) => !gone.has(row.id) && !isEmpty(row))))
    } catch (error) {
      toast.error(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="page-width py-6 lg:py-10">
      <PageHeading title={t('quick-order.title')} text={t('quick-order.text')} />
      <NeedsScript what={t('quick-order.title')} />
      <div className="sticky top-16 z-10 mt-6 -mb-px flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 bg-base-100 py-3">
        <p className="figures font-semibold" role="status">
          {added > 0 ? (
            <>
              {t('quick-order.added', { count: added })} {t('quick-order.left', { count: filled.length })}
            </>
          ) : isChecking ? (
            t('quick-order.checking')
          ) : (
            t('quick-order.ready', { count: ready.length, total: moneyText(total.total) })
          )}
          {wrong.length > 0 ? (
            <>
              {' · '}
              <button type="button" className="cursor-pointer text-error underline" onClick={focusFirstWrong}>
                {t('quick-order.wrong', { count: wrong.length })}
              </button>
            </>
          ) : null}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          {fixable.length > 0 ? (
            <Button
              variant="dark"
              onClick={() => setRows(rows.map((row) => (fixable.includes(row) ? adjustQuantity(row) : row)))}
            >
              {t('cart.fix-all', { count: fixable.length })}
            </Button>
          ) : null}
          {wrong.length > 0 ? (
            <Button variant="outline" onClick={() => download(wrong)}>
              <Download aria-hidden="true" size={18} /> {t('quick-order.download')}
            </Button>
          ) : null}
          {added > 0 ? <ButtonLink to="/cart">{t('quick-order.to-cart')}</ButtonLink> : null}
          {added > 0 && ready.length === 0 ? null : (
            <Button busy={busy} disabled={ready.length === 0} onClick={() => void addToCart()}>
              {t('quick-order.add', { count: ready.length })}
            </Button>
          )}
        </div>
      </div>
      {failure === undefined ? null : (
        <p role="alert" className="mt-3 font-medium text-error">
          {failure}
        </p>
      )}
      <SheetRows
        rows={rows}
        onChange={(id, change) => {
          setAdded(0)
          setRows((shown) => withSpare(shown.map((row) => (row.id === id ? change(row) : row))))
        }}
        onRemove={(id) => setRows((shown) => withSpare(shown.filter((row) => row.id !== id)))}
        onPaste={paste}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <label
          htmlFor={fileId}
          className={buttonClasses({ variant: 'outline' }, 'cursor-pointer focus-within:outline-3')}
        >
          <Upload aria-hidden="true" size={18} /> {t('quick-order.load')}
          <input
            id={fileId}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            className="sr-only"
            onChange={({ target }) => {
              void load(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
        {filled.length > 0 ? (
          <Button variant="quiet" onClick={() => setRows(withSpare([]))}>
            {t('quick-order.clear')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Focuses the first wrong field of the sheet, below the bar that stays in sight. */
function focusFirstWrong(): void {
  const field = document.querySelector<HTMLInputElement>('ol [aria-invalid="true"]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** Keeps an empty row at the end, and a sheet that looks like one. */
function withSpare(rows: readonly SheetRow[]): readonly SheetRow[] {
  const last = rows.at(-1)
  const missing = Math.max(last && isEmpty(last) ? 0 : 1, freshRows - rows.length)
  return missing === 0 ? rows : [...rows, ...Array.from({ length: missing }, () => newRow())]
}

/** Returns a row with its answer, unless it was changed since it was asked about. */
function answerFor(row: SheetRow, answer: SheetRow | undefined): SheetRow {
  if (!answer?.line || row.line !== undefined || row.productId !== answer.productId) return row
  const asked = row.otherwise && answer.partNumber === row.otherwise.partNumber ? row.otherwise : row
  if (asked.partNumber !== answer.partNumber) return row
  return withQuantity({ ...row, ...answer, quantity: row.quantity || answer.quantity }, row.quantity || answer.quantity)
}

/** Saves rows that are not in the cart as a file for a spreadsheet, with the reasons. */
function download(rows: readonly SheetRow[]): void {
  const head = [t('quick-order.head-number'), t('word.quantity'), t('word.reason')]
  const cells = rows.map((row) => [
    brandedNumber({ brand: row.brand, sku: row.partNumber }),
    row.quantity,
    refusalSentence(row) ?? '',
  ])
  downloadCsv(t('quick-order.file'), [head, ...cells], ';')
}

export { RouteErrorBoundary as ErrorBoundary }
