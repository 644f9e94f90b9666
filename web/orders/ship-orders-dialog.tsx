import { useEffect, useState } from 'react'
import type { BulkResult } from '#contract/bulk.ts'
import { type Order, shipOrders } from '#contract/orders.ts'
import { undoMinutes } from '#contract/shipments.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { CarrierField } from '#web/orders/tracking-fields.tsx'
import { RefusedRows } from '#web/page/refused-rows.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  orders: readonly Order[]
  onClose: () => void
  /** Called with the result once orders have shipped. */
  onDone: () => void
}

/** Ships several orders: says first which ones can ship, takes carrier and tracking numbers, and says what was done. */
export function ShipOrdersDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      wide
      title={t('orders.ship-many', { count: props.orders.length })}
      text={t('orders.ship-many-text', { minutes: undoMinutes })}
      onClose={props.onClose}
    >
      <Content {...props} />
    </Dialog>
  )
}

function Content({ orders, onClose, onDone }: Props) {
  // The selection of when the dialog was opened: shipped orders may leave the list behind it.
  const [asked] = useState(orders)
  const [preview, setPreview] = useState<BulkResult>()
  const [result, setResult] = useState<BulkResult>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isHere = true
    call(shipOrders, { body: { ids: asked.map(({ _id }) => _id), preview: true } })
      .then((answer) => isHere && setPreview(answer))
      .catch((error: unknown) => isHere && setFailure(errorMessageOf(error)))
    return () => {
      isHere = false
    }
  }, [asked])
  if (failure !== undefined) return <FormError text={failure} />
  if (!preview) return <SkeletonRows rows={3} label={t('bulk.checking')} />
  if (result) {
    return (
      <div className="grid gap-4" role="status">
        <p className="font-semibold">{t('orders.shipped-many', { count: result.done.length })}</p>
        <RefusedRows refused={result.refused} />
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </div>
      </div>
    )
  }
  const shippable = asked.filter(({ _id }) => preview.done.includes(_id))
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{t('orders.can-ship', { count: shippable.length, all: asked.length })}</p>
      <RefusedRows refused={preview.refused} />
      {shippable.length > 0 ? (
        <ShipForm
          orders={shippable}
          onClose={onClose}
          onShipped={(answer) => {
            onDone()
            if (answer.refused.length > 0) return setResult(answer)
            toast.success(t('orders.shipped-many', { count: answer.done.length }))
            onClose()
          }}
        />
      ) : (
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </div>
      )}
    </div>
  )
}

/** Returns the carrier that the shipping methods of all of them name, or nothing. */
function sharedCarrier(orders: readonly Order[]): string {
  const [first = '', ...others] = new Set(orders.map(({ methodCarrier }) => methodCarrier))
  return others.length === 0 ? first : ''
}

function ShipForm(props: { orders: readonly Order[]; onClose: () => void; onShipped: (answer: BulkResult) => void }) {
  const { orders, onClose, onShipped } = props
  const form = useEntryForm({
    values: { carrier: sharedCarrier(orders), numbers: orders.map(() => '') },
    async send({ carrier, numbers }) {
      const trackingNumbers = Object.fromEntries(
        orders.flatMap(({ _id }, index) => (numbers[index]?.trim() ? [[_id, numbers[index]]] : [])),
      )
      onShipped(await write(shipOrders, { body: { ids: orders.map(({ _id }) => _id), carrier, trackingNumbers } }))
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4" onKeyDown={moveOnEnter}>
      <CarrierField hint={t('orders.carrier-hint')} {...form.field('carrier')} />
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('orders.tracking-numbers')}</summary>
        <ul className="grid max-h-72 gap-2 overflow-y-auto py-1">
          {orders.map(({ _id, number, buyerName, email }, index) => (
            <li key={_id}>
              <label className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="min-w-0 grow basis-40">
                  <span className="figures font-semibold">{number}</span>{' '}
                  <span className="muted text-sm wrap-anywhere">{buyerName || email}</span>
                </span>
                <input
                  className="input min-h-11 w-full border-base-content/35 text-base sm:w-60"
                  maxLength={maxLengths.trackingNumber}
                  autoComplete="off"
                  {...form.plain(`numbers.${index}`)}
                />
              </label>
            </li>
          ))}
        </ul>
      </details>
      <FormFooter form={form} sendLabel={t('orders.ship-count', { count: orders.length })} onCancel={onClose} />
    </form>
  )
}
