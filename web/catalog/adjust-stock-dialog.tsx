import { maxLengths } from '#contract/max-lengths.ts'
import { useWatch } from 'react-hook-form'
import { adjustStock, listStockMovements, type ManagedTool, type StockMovementReason } from '#contract/catalog.ts'
import { useList, write } from '#web/api/queries.ts'
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

/** Corrects the stock and shows its movements. */
export function AdjustStockDialog(props: { product: ManagedTool | undefined; onClose: () => void }) {
  const { product, onClose } = props
  return (
    <Dialog
      open={product !== undefined}
      title={t('stock.adjust')}
      text={product ? t('stock.available-of', { name: product.name, count: unitsText(product.available) }) : undefined}
      onClose={onClose}
    >
      {product ? <Content key={product._id} product={product} /> : null}
    </Dialog>
  )
}

const noAdjustment = { change: '', reason: '' }

function Content({ product }: { product: ManagedTool }) {
  return (
    <div className="grid gap-6">
      {product.archivedAt ? <p className="muted">{t('stock.archived')}</p> : <AdjustForm product={product} />}
      <section aria-labelledby="stock-history">
        <h3 id="stock-history" className="mb-2 text-lg">
          {t('stock.history')}
        </h3>
        <History product={product} />
      </section>
    </div>
  )
}

function AdjustForm({ product }: { product: ManagedTool }) {
  const form = useEntryForm({
    values: noAdjustment,
    async send(values) {
      const { tool } = await write(adjustStock, {
        params: { id: product._id },
        body: { change: readWhole(values.change), reason: values.reason.trim() },
      })
      toast.success(t('stock.booked', { count: tool.available, name: product.name }))
      return noAdjustment
    },
  })
  const change = readWhole(useWatch({ control: form.control, name: 'change' }))

  return (
    <form {...form.form} className="grid gap-4">
      <Field
        label={t('stock.change')}
        autoComplete="off"
        required
        hint={
          Math.abs(change) > 0 ? t('stock.afterwards', { count: unitsText(product.available + change) }) : undefined
        }
        {...form.field('change', {
          validate: (text) => Math.abs(readWhole(text)) > 0 || t('stock.change-required'),
        })}
      />
      <Field
        label={t('stock.reason')}
        required
        maxLength={maxLengths.stockReason}
        autoComplete="off"
        hint={t('stock.reason-hint')}
        {...form.field('reason', { validate: (text) => text.trim() !== '' || t('stock.reason-required') })}
      />
      <FormError text={form.problem} />
      <div>
        <Button type="submit" busy={form.busy}>
          {t('stock.book')}
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
  'order-placed': 'stock.ordered',
  'order-cancelled': 'stock.order-cancelled',
  'order-expired': 'stock.order-expired',
  'order-taken-up': 'stock.order-reopened',
  'order-restocked': 'stock.order-restocked',
  correction: 'stock.correction',
}
