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
      title="Adjust Stock"
      text={product ? `${product.name}: ${unitsText(product.available)} available` : undefined}
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
        <p className="muted">This product was taken out of the shop. Put it back to adjust its stock.</p>
      ) : (
        <AdjustForm product={product} onChanged={onChanged} onBooked={() => void movements.refresh()} />
      )}
      <section aria-labelledby="stock-history">
        <h3 id="stock-history" className="mb-2 text-lg">
          History
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
      toast.success(`${unitsText(tool.available)} units of ${product.name} are available now`)
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
        label="Units in (5) or out (-5)"
        type="number"
        inputMode="text"
        step={1}
        required
        error={errors.change?.message}
        hint={
          Number.isInteger(change) && change !== 0
            ? `Available afterwards: ${unitsText(product.available + change)}`
            : undefined
        }
        {...form.register('change', {
          validate: (text) =>
            (text !== '' && Number.isInteger(Number(text)) && Number(text) !== 0) ||
            'Please enter a whole number other than 0.',
        })}
      />
      <Field
        label="Reason"
        required
        maxLength={500}
        autoComplete="off"
        hint="For example: counted, damaged, delivery 4711."
        error={errors.reason?.message}
        {...form.register('reason', { validate: (text) => text.trim() !== '' || 'Please say why.' })}
      />
      <FormProblem text={problem} />
      <div>
        <Button type="submit" busy={isSubmitting}>
          Book
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
  if (list.state === 'loading') return <SkeletonRows rows={3} label="Loading the history" />
  if (list.state === 'failed') {
    return <FailedState title="The history could not be loaded" message={list.message} onRetry={() => void refresh()} />
  }
  if (list.value.rows.length === 0) return <p className="muted">Nothing has come in or gone out yet.</p>
  return (
    <>
      <ul className="max-h-72 divide-y divide-base-300 overflow-y-auto" tabIndex={0} aria-label="Stock movements">
        {list.value.rows.map((movement) => (
          <li key={movement._id} className="flex items-baseline gap-4 py-2 text-[0.9375rem]">
            <span className="figures w-16 shrink-0 text-right font-semibold">{signed(movement.change)}</span>
            <span className="min-w-0 grow wrap-anywhere">
              {movement.note ?? reasonWords[movement.reason] ?? movement.reason}
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

const reasonWords: Record<string, string> = {
  opening: 'First stock',
  'order-placed': 'Ordered',
  'order-cancelled': 'Order cancelled',
  'order-expired': 'Order expired',
  correction: 'Correction',
}
