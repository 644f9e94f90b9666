import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { BulkResult } from '#contract/bulk.ts'
import { type ManagedOrder, type Order, shipOrders } from '#contract/orders.ts'
import { undoMinutes } from '#contract/shipments.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { ShipAnyway } from '#web/orders/open-requests.tsx'
import { destinationOf } from '#web/orders/order-labels.ts'
import { undoAction } from '#web/orders/undo-parcels.tsx'
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
  orders: readonly ManagedOrder[]
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
  const [result, setResult] = useState<Shipped>()
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
        <div className="flex justify-end gap-3">
          {result.shipments.length > 0 ? (
            <Button
              variant="outline"
              onClick={() => {
                undoAction(result.shipments).run()
                onClose()
              }}
            >
              {t('word.undo')}
            </Button>
          ) : null}
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
            toast.success(t('orders.shipped-many', { count: answer.done.length }), undoAction(answer.shipments))
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

type Shipped = ResponseBody<typeof shipOrders>

/** Ships the orders with their numbers; those that were picked up have neither carrier nor number. */
async function ship(
  orders: readonly Order[],
  { carrier, despiteRequests }: { carrier: string; despiteRequests: boolean },
  numberOf: (order: Order) => string | undefined,
): Promise<Shipped> {
  const shipped: Shipped = { success: true, done: [], unchanged: [], refused: [], shipments: [] }
  const { pickedUp = [], sent = [] } = Object.groupBy(orders, ({ pickup }) => (pickup ? 'pickedUp' : 'sent'))
  for (const [some, tracking] of [
    [pickedUp, {}],
    [
      sent,
      {
        carrier,
        trackingNumbers: Object.fromEntries(sent.flatMap((order) => [[order._id, numberOf(order)?.trim() ?? '']])),
      },
    ],
  ] as const) {
    if (some.length === 0) continue
    const body = { ids: some.map(({ _id }) => _id), ...tracking, despiteRequests }
    const answer = await write(shipOrders, { body })
    for (const list of ['done', 'unchanged', 'refused', 'shipments'] as const)
      (shipped[list] as unknown[]).push(...answer[list])
  }
  return shipped
}

function ShipForm(props: {
  orders: readonly ManagedOrder[]
  onClose: () => void
  onShipped: (answer: Shipped) => void
}) {
  const { orders, onClose, onShipped } = props
  const requests = orders.map(({ number, openMessages: kinds = [] }) => ({ number, kinds }))
  const [isConfirmed, setConfirmed] = useState(false)
  const [together, setTogether] = useState<readonly string[]>([])
  const sent = orders.filter(({ pickup }) => !pickup)
  const places = Map.groupBy(sent, destinationOf)
  const shared = [...places].filter(([, same]) => same.length > 1)
  // One field for each parcel, in the order of the list.
  const groups = sent.flatMap((order) => {
    const same = places.get(destinationOf(order)) ?? []
    if (!together.includes(destinationOf(order))) return [{ first: order, same: [order] }]
    return same[0] === order ? [{ first: order, same }] : []
  })
  const form = useEntryForm<{ carrier: string; numbers: Record<string, string> }>({
    values: { carrier: sharedCarrier(orders), numbers: {} },
    async send({ carrier, numbers }) {
      // Of a parcel of several orders, the number stands at the first.
      const firsts = new Map(groups.flatMap(({ first, same }) => same.map(({ _id }) => [_id, first._id])))
      const how = { carrier, despiteRequests: isConfirmed }
      onShipped(await ship(orders, how, ({ _id }) => numbers[firsts.get(_id) ?? _id]))
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4" onKeyDown={moveOnEnter}>
      {groups.length > 0 ? <CarrierField hint={t('orders.carrier-hint')} {...form.field('carrier')} /> : null}
      {shared.map(([place, same]) => (
        <label key={place} className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="checkbox mt-0.5"
            checked={together.includes(place)}
            onChange={({ target }) =>
              setTogether(target.checked ? [...together, place] : together.filter((one) => one !== place))
            }
          />
          <span>
            <span className="block font-semibold">{t('orders.pack-together')}</span>
            <span className="muted figures block text-sm wrap-anywhere">
              {t('orders.one-parcel', { numbers: same.map(({ number }) => number).join(', ') })}{' '}
              <Link
                className="link"
                target="_blank"
                to={`/dashboard/packing-slips?together=yes&ids=${same.map(({ _id }) => _id).join(',')}`}
              >
                {t('packing.one')}
              </Link>
            </span>
          </span>
        </label>
      ))}
      {groups.length > 0 ? (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('orders.tracking-numbers')}</summary>
          <ul className="grid max-h-72 gap-2 overflow-y-auto py-1">
            {groups.map(({ first, same }) => (
              <li key={first._id}>
                <label className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <span className="min-w-0 grow basis-40">
                    <span className="figures font-semibold">{same.map(({ number }) => number).join(', ')}</span>{' '}
                    <span className="muted text-sm wrap-anywhere">{first.buyerName || first.email}</span>
                  </span>
                  <input
                    className="input min-h-11 w-full border-base-content/35 text-base sm:w-60"
                    maxLength={maxLengths.trackingNumber}
                    autoComplete="off"
                    {...form.plain(`numbers.${first._id}`)}
                  />
                </label>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <ShipAnyway requests={requests} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      <FormFooter
        form={form}
        sendLabel={t('orders.ship-count', { count: orders.length })}
        isEmpty={!isConfirmed && requests.some(({ kinds }) => kinds.length > 0)}
        onCancel={onClose}
      />
    </form>
  )
}
