import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import {
  adjustStock,
  getToolStock,
  listStockMovements,
  type ManagedTool,
  type StockMovementReason,
  type ToolStock,
} from '#contract/catalog.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders } from '#contract/permissions.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { endpointQuery, useList, useQuery, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { LoadMore } from '#web/page/list-view.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { readWhole } from '#web/i18n/typed-number.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Shows the stock of a product with what orders hold of it, corrects it, and shows its movements. */
export function AdjustStockDialog(props: { product: ManagedTool | undefined; onClose: () => void }) {
  const { product, onClose } = props
  return (
    <Dialog open={product !== undefined} title={t('stock.adjust')} text={product?.name} onClose={onClose}>
      {product ? <Content key={product._id} product={product} /> : null}
    </Dialog>
  )
}

type Entry = 'change' | 'count'
const noEntry = { units: '', reason: '' }

function Content({ product }: { product: ManagedTool }) {
  const query = useQuery(endpointQuery(getToolStock, { params: { id: product._id } }))
  const [entry, setEntry] = useState<Entry>('change')
  return (
    <div className="grid gap-6">
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={2} label={t('stock.loading-units')} />}
        failed={t('stock.units-failed')}
      >
        {(stock) => (
          <>
            <Units stock={stock} />
            {product.archivedAt ? (
              <p className="muted">{t('stock.archived')}</p>
            ) : (
              <div className="grid gap-4">
                <EntryChoice entry={entry} onChoose={setEntry} />
                {entry === 'count' ? (
                  <CountForm product={product} stock={stock} />
                ) : (
                  <ChangeForm product={product} stock={stock} />
                )}
              </div>
            )}
          </>
        )}
      </QueryView>
      <section aria-labelledby="stock-history">
        <h3 id="stock-history" className="mb-2 text-lg">
          {t('word.history')}
        </h3>
        <History product={product} />
      </section>
    </div>
  )
}

/** Shows the units on the shelf, those that orders hold, with these orders, and those that can be sold. */
function Units({ stock: { onShelf, reserved, available, orders, orderCount } }: { stock: ToolStock }) {
  const mayReadOrders = mayUse(usePerson(), orderReaders)
  const facts: [MessageId, number][] = [
    ['stock.on-shelf', onShelf],
    ['stock.reserved', reserved],
    ['word.available', available],
  ]
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-3 rounded-box bg-base-200 p-3">
        {facts.map(([term, units]) => (
          <div key={term} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="muted text-sm hyphens-auto">{t(term)}</dt>
            <dd className="figures font-heading text-2xl font-bold wrap-anywhere">{unitsText(units)}</dd>
          </div>
        ))}
      </dl>
      {orderCount > 0 ? (
        <div className="text-[0.9375rem]">
          <p className="muted">{t('stock.reserved-text', { count: orderCount })}</p>
          <ul className="flex max-h-32 flex-wrap gap-x-4 overflow-y-auto" aria-label={t('stock.holding-orders')}>
            {orders.map(({ _id, number, units }) => (
              <li key={_id} className="max-md:py-2.5">
                {mayReadOrders ? (
                  <Link to={`/dashboard/all-order/${_id}`} className="link font-semibold">
                    {number}
                  </Link>
                ) : (
                  number
                )}{' '}
                × {unitsText(units)}
              </li>
            ))}
            {orderCount > orders.length ? (
              <li className="max-md:py-2.5">{t('stock.more-orders', { count: orderCount - orders.length })}</li>
            ) : null}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

function EntryChoice({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold">{t('stock.entry')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {(['change', 'count'] as const).map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              className="radio radio-sm"
              name="stock-entry"
              checked={one === entry}
              onChange={() => onChoose(one)}
            />
            {t(`stock.entry-${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type FormProps = { product: ManagedTool; stock: ToolStock }

function ChangeForm({ product, stock }: FormProps) {
  const key = useIdempotencyKey()
  const form = useEntryForm({
    values: noEntry,
    async send({ units, reason }) {
      const body = { change: readWhole(units), reason: reason.trim() }
      const { tool } = await write(adjustStock, { params: { id: product._id }, body, idempotencyKey: key.of(body) })
      // The same change once more is another one.
      key.forget()
      toast.success(t('stock.booked', { count: tool.available, name: product.name }))
      return noEntry
    },
  })
  const change = readWhole(useWatch({ control: form.control, name: 'units' }))
  return (
    <StockForm
      form={form}
      units={
        <Field
          label={t('stock.change')}
          autoComplete="off"
          required
          hint={
            Math.abs(change) > 0 ? t('stock.afterwards', { count: unitsText(stock.available + change) }) : undefined
          }
          {...form.field('units', {
            validate: (text) => Math.abs(readWhole(text)) > 0 || t('stock.change-required'),
          })}
        />
      }
      reasonHint={t('stock.reason-hint')}
      needsReason
    />
  )
}

function CountForm({ product, stock: { onShelf, reserved } }: FormProps) {
  /** Holds the units that should have been on the shelf when the number was typed: the count is of that moment. */
  const seen = useRef(onShelf)
  const form = useEntryForm({
    values: noEntry,
    async send({ units, reason }) {
      const counted = readWhole(units)
      const body = { counted, onShelf: seen.current, reason: reason.trim() || t('stock.count-reason') }
      try {
        const { tool } = await write(adjustStock, { params: { id: product._id }, body })
        toast.success(
          counted === seen.current
            ? t('stock.count-same', { count: counted, name: product.name })
            : t('stock.booked', { count: tool.available, name: product.name }),
        )
      } catch (error) {
        // The refusal says what should be there by now: saving once more is meant.
        const now = error instanceof ApiProblem && error.code === 'shelf-changed' ? error.facts['onShelf'] : undefined
        if (typeof now === 'number') seen.current = now
        throw error
      }
      return noEntry
    },
  })
  const text = useWatch({ control: form.control, name: 'units' })
  useEffect(() => {
    if (text === '') seen.current = onShelf
  }, [text, onShelf])
  const counted = readWhole(text)
  return (
    <StockForm
      form={form}
      units={
        <Field
          label={t('stock.counted')}
          autoComplete="off"
          required
          hint={
            counted >= reserved
              ? t('stock.afterwards', { count: unitsText(counted - reserved) })
              : t('stock.counted-hint')
          }
          {...form.field('units', { validate: (typed) => readWhole(typed) >= 0 || t('stock.counted-required') })}
        />
      }
      reasonHint={t('stock.count-reason-hint', { reason: t('stock.count-reason') })}
      needsReason={false}
    />
  )
}

function StockForm({
  form,
  units,
  reasonHint,
  needsReason,
}: {
  form: ReturnType<typeof useEntryForm<typeof noEntry>>
  units: ReactNode
  reasonHint: string
  needsReason: boolean
}) {
  return (
    <form {...form.form} className="grid gap-4">
      {units}
      <Field
        label={t('word.reason')}
        required={needsReason}
        maxLength={maxLengths.stockReason}
        autoComplete="off"
        hint={reasonHint}
        {...form.field('reason', {
          validate: (text) => !needsReason || text.trim() !== '' || t('stock.reason-required'),
        })}
      />
      <FormError text={form.problem} />
      <div>
        <Button type="submit" busy={form.busy}>
          {t('word.save')}
        </Button>
      </div>
    </form>
  )
}

function History({ product }: { product: ManagedTool }) {
  const list = useList(listStockMovements, { params: { id: product._id } })
  return (
    <QueryView
      query={list}
      placeholder={<SkeletonRows rows={3} label={t('stock.loading')} />}
      failed={t('stock.failed')}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{t('stock.empty')}</p>
        ) : (
          <>
            <ul
              className="max-h-72 divide-y divide-base-300 overflow-y-auto"
              tabIndex={0}
              aria-label={t('stock.movements')}
            >
              {rows.map((movement) => (
                <li key={movement._id} className="flex items-baseline gap-4 py-2 text-[0.9375rem]">
                  <span className="figures w-16 shrink-0 text-right font-semibold">{signed(movement.change)}</span>
                  <span className="min-w-0 grow wrap-anywhere">
                    {movement.note ?? t(reasonLabels[movement.reason])}
                    <span className="muted block text-sm">
                      <DayTime iso={movement.movedAt} />
                      {movement.by ? ` · ${movement.by}` : ''}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            <LoadMore list={list} />
          </>
        )
      }
    </QueryView>
  )
}

const signed = (units: number) => (units > 0 ? `+${unitsText(units)}` : `−${unitsText(-units)}`)

const reasonLabels: Record<StockMovementReason, MessageId> = {
  opening: 'stock.opening',
  'order-placed': 'word.ordered',
  'order-cancelled': 'stock.order-cancelled',
  'order-expired': 'stock.order-expired',
  'order-taken-up': 'stock.order-reopened',
  'order-restocked': 'stock.order-restocked',
  correction: 'stock.correction',
}
