import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { adjustStock, type ManagedTool, type StockMovement } from '#contract/catalog.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages } from '#web/api/pages.ts'
import { stockMovementsOf } from '#web/catalog/product-answers.ts'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { DayTime } from '#web/ui/moment.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t, type WordId } from '#web/words/words.ts'

/** Books units that came or went beside orders, and shows what has happened to the stock so far. */
export function AdjustStockDialog(props: {
  product: ManagedTool | undefined
  viewer: string
  onChanged: (available: number) => void
  onClose: () => void
}) {
  const { product, viewer, onChanged, onClose } = props
  return (
    <Dialog
      open={product !== undefined}
      title={t('stock.adjust')}
      text={product ? t('stock.available-of', { name: product.name, count: unitsText(product.available) }) : undefined}
      onClose={onClose}
    >
      {product ? <Content key={product._id} product={product} viewer={viewer} onChanged={onChanged} /> : null}
    </Dialog>
  )
}

interface Wish {
  change: string
  reason: string
}

function Content(props: { product: ManagedTool; viewer: string; onChanged: (available: number) => void }) {
  const { product, viewer, onChanged } = props
  const movements = usePages(stockMovementsOf, { viewer, product: product._id })
  return (
    <div className="grid gap-6">
      {product.archivedAt ? (
        <p className="muted">{t('stock.archived')}</p>
      ) : (
        <AdjustForm product={product} onChanged={onChanged} onBooked={() => void movements.refresh()} />
      )}
      <section aria-labelledby="stock-history">
        <h3 id="stock-history" className="mb-2 text-lg">
          {t('stock.history')}
        </h3>
        <History movements={movements} />
      </section>
    </div>
  )
}

function AdjustForm(props: { product: ManagedTool; onChanged: (available: number) => void; onBooked: () => void }) {
  const { product, onChanged, onBooked } = props
  const form = useForm<Wish>({ defaultValues: { change: '', reason: '' } })
  const { errors, isSubmitting } = form.formState
  const [problem, setProblem] = useState<string>()
  const change = Number(useWatch({ control: form.control, name: 'change' }))

  async function book(wish: Wish) {
    setProblem(undefined)
    try {
      const { tool } = await call(adjustStock, {
        params: { id: product._id },
        body: { change: Number(wish.change), reason: wish.reason.trim() },
      })
      toast.success(t('stock.booked', { count: unitsText(tool.available), name: product.name }))
      form.reset()
      forgetProducts()
      onChanged(tool.available)
      onBooked()
    } catch (error) {
      setProblem(problemSentence(error))
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(book)(event)}>
      <Field
        label={t('stock.change')}
        type="number"
        inputMode="text"
        step={1}
        required
        error={errors.change?.message}
        hint={
          Number.isInteger(change) && change !== 0
            ? t('stock.afterwards', { count: unitsText(product.available + change) })
            : undefined
        }
        {...form.register('change', {
          validate: (text) =>
            (text !== '' && Number.isInteger(Number(text)) && Number(text) !== 0) || t('stock.change-required'),
        })}
      />
      <Field
        label={t('stock.reason')}
        required
        maxLength={500}
        autoComplete="off"
        hint={t('stock.reason-hint')}
        error={errors.reason?.message}
        {...form.register('reason', { validate: (text) => text.trim() !== '' || t('stock.reason-required') })}
      />
      <FormProblem text={problem} />
      <div>
        <Button type="submit" busy={isSubmitting}>
          {t('stock.book')}
        </Button>
      </div>
    </form>
  )
}

function History({
  movements,
}: {
  movements: ReturnType<typeof usePages<StockMovement, { viewer: string; product: string }>>
}) {
  const { list, isBusy, more, refresh } = movements
  if (list.state === 'loading') return <SkeletonRows rows={3} label={t('stock.loading')} />
  if (list.state === 'failed') {
    return <FailedState title={t('stock.failed')} message={list.message} onRetry={() => void refresh()} />
  }
  if (list.value.rows.length === 0) return <p className="muted">{t('stock.empty')}</p>
  return (
    <>
      <ul className="max-h-72 divide-y divide-base-300 overflow-y-auto" tabIndex={0} aria-label={t('stock.movements')}>
        {list.value.rows.map((movement) => (
          <li key={movement._id} className="flex items-baseline gap-4 py-2 text-[0.9375rem]">
            <span className="figures w-16 shrink-0 text-right font-semibold">{signed(movement.change)}</span>
            <span className="min-w-0 grow wrap-anywhere">
              {movement.note ?? reasonText(movement.reason)}
              <span className="muted block text-sm">
                <DayTime iso={movement.movedAt} />
                {movement.by ? ` · ${movement.by}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {list.value.next ? <LoadMore busy={isBusy} onMore={() => void more()} /> : null}
    </>
  )
}

const signed = (units: number) => (units > 0 ? `+${unitsText(units)}` : `−${unitsText(-units)}`)

const reasonWords: Record<string, WordId> = {
  opening: 'stock.opening',
  'order-placed': 'stock.ordered',
  'order-cancelled': 'stock.order-cancelled',
  'order-expired': 'stock.order-expired',
  correction: 'stock.correction',
}

/** A reason that is unknown here keeps its own name. */
function reasonText(reason: string): string {
  const id = reasonWords[reason]
  return id ? t(id) : reason
}
