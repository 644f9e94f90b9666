import { type ReactNode, useState } from 'react'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import { getOrderDetails, type OrderDetails } from '#contract/payments.ts'
import { createShipment, type PackingFacts, undoMinutes } from '#contract/shipments.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { LineUnits } from '#web/orders/line-units.tsx'
import { type OpenKinds, openKindsOf, ShipAnyway } from '#web/orders/open-requests.tsx'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { type Counted, countScanned } from '#web/orders/count-scanned.ts'
import { ScanPart } from '#web/orders/scan-part.tsx'
import { shipLabel } from '#web/orders/order-labels.ts'
import { CarrierField, TrackingNumberField } from '#web/orders/tracking-fields.tsx'
import { undoAction } from '#web/orders/undo-parcels.tsx'
import { sumUnits, type UnitsByLine, unitsToCome } from '#web/orders/units-by-line.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

type Known = Pick<OrderDetails, 'lines' | 'messages' | 'timeline' | 'shipments'>
type ShownOrder = Order & Pick<ManagedOrder, 'openMessages'>

/**
 * Asks for carrier and tracking number before an order is shipped, and for the units if its lines are `known`; without, all that is left ships,
 * and the question names it once the lines have come.
 */
export function useShipOrder(known?: Known) {
  const [asked, setAsked] = useState<ShownOrder>()
  const [open, setOpen] = useState(false)
  return {
    ask(order: ShownOrder) {
      setAsked(order)
      setOpen(true)
    },
    dialog: asked ? <ShipDialog order={asked} known={known} open={open} onClose={() => setOpen(false)} /> : null,
  }
}

function ShipDialog(props: { order: ShownOrder; known: Known | undefined; open: boolean; onClose: () => void }) {
  const { order, known, open, onClose } = props
  // Those of a list are not of its row: units may have been cancelled.
  const { data } = useQuery({
    ...endpointQuery(getOrderDetails, { params: { id: order._id } }),
    enabled: open && known === undefined,
  })
  // Sending fetches the order again: what was left of it stays on the screen until the answer is there.
  const [sent, setSent] = useState<Known>()
  const details = sent ?? known ?? data
  const lines = known && details?.lines
  const left = details?.lines.filter(({ units }) => units.toCome > 0)
  const only = left?.length === 1 ? left[0] : undefined
  const isOver = left?.length === 0
  return (
    <Dialog
      open={open}
      wide={lines !== undefined && lines.length > 1}
      title={
        isOver
          ? t('orders.ship-over', { number: order.number })
          : order.pickup
            ? t('orders.pickup-question', { number: order.number })
            : only || order.lineCount === 1
              ? t('orders.ship-question', {
                  units: unitsText(only?.units.toCome ?? order.quantity - (order.shippedUnits ?? 0)),
                  name: only?.name ?? order.name,
                })
              : t('orders.ship-question-lines', { number: order.number, count: left?.length ?? order.lineCount })
      }
      text={
        isOver
          ? lastParcelText(details)
          : order.pickup
            ? t('orders.pickup-text', { minutes: undoMinutes })
            : t('orders.ship-text', { buyer: order.buyerName || order.email, minutes: undoMinutes })
      }
      onClose={onClose}
    >
      <ShipForm
        order={order}
        lines={lines}
        kinds={details ? openKindsOf(details.messages) : (order.openMessages ?? [])}
        isOver={isOver}
        onSend={async (work) => {
          setSent(details)
          await work().finally(() => setSent(undefined))
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Says who shipped the last parcel and how it goes; nothing if all units were cancelled. */
function lastParcelText(details: Known | undefined): ReactNode {
  const [parcel, event] = [details?.shipments.at(-1), details?.timeline.findLast(({ kind }) => kind === 'shipped')]
  if (!parcel || !event) return undefined
  const { number, carrier, trackingNumber } = parcel
  return (
    <RichMessage
      id="orders.ship-over-by"
      values={{
        who: event.email ?? t(`timeline.by.${event.actor}`),
        parcel: [number, carrier, trackingNumber].filter(Boolean).join(', '),
      }}
      parts={{ moment: <DayTime iso={event.at} /> }}
    />
  )
}

function ShipForm(props: {
  order: ShownOrder
  lines: Known['lines'] | undefined
  kinds: OpenKinds
  /** Whether nothing is left to ship: another member of staff was faster. */
  isOver: boolean
  onSend: (work: () => Promise<void>) => Promise<void>
  onClose: () => void
}) {
  const { order, lines = [], kinds, isOver, onSend, onClose } = props
  const [isConfirmed, setConfirmed] = useState(false)
  const left = unitsToCome(lines)
  const [picked, setPicked] = useState<UnitsByLine>(left)
  const [isScanned, setScanned] = useState(false)
  // A parcel may have gone meanwhile.
  const chosen = new Map([...left].map(([line, units]) => [line, Math.min(picked.get(line) ?? units, units)]))
  const [all, count] = [sumUnits(left), sumUnits(chosen)]
  const key = useIdempotencyKey()
  const form = useEntryForm({
    values: { carrier: order.pickup ? '' : (order.methodCarrier ?? ''), trackingNumber: '' },
    async send(tracking) {
      await onSend(() => ship(tracking))
      return undefined
    },
  })
  async function ship(tracking: { carrier: string; trackingNumber: string }): Promise<void> {
    const parcel = [...chosen].flatMap(([line, units]) => (units > 0 ? [{ line, units }] : []))
    const { shipment } = await write(createShipment, {
      params: { id: order._id },
      body: { ...tracking, ...(parcel.length > 0 && { lines: parcel }), despiteRequests: isConfirmed },
      idempotencyKey: key.of({ ...tracking, parcel, order: order._id }),
    })
    key.forget()
    const whole = order.pickup ? t('orders.handed-over', { number: order.number }) : t('orders.shipped')
    toast.success(count < all ? t('orders.shipped-part', { count, left: all - count }) : whole, undoAction([shipment]))
    onClose()
  }
  /** Counts what is scanned from none on, and does not add it to all that is left. */
  function scan(code: string, numbers: PackingFacts['lines']): Counted {
    const none = new Map([...left.keys()].map((line) => [line, 0]))
    const counted = countScanned(code, { lines, numbers, left, packed: isScanned ? chosen : none })
    if (!counted.packed) return counted
    setScanned(true)
    setPicked(counted.packed)
    return counted
  }
  return (
    <form {...form.form} className="grid gap-4" onKeyDown={moveOnEnter}>
      {all > 1 ? (
        <div className="max-h-72 overflow-y-auto py-1">
          {left.size > 1 ? (
            <p className="mb-3 flex gap-3">
              <Button
                variant="outline"
                size="sm"
                onClick={() => setPicked(new Map([...left.keys()].map((line) => [line, 0])))}
              >
                {t('orders.ship-none')}
              </Button>
              <Button variant="outline" size="sm" onClick={() => setPicked(left)}>
                {t('word.all')}
              </Button>
            </p>
          ) : null}
          <LineUnits lines={lines} left={left} chosen={chosen} onChange={setPicked} />
        </div>
      ) : null}
      {all > 1 ? <ScanPart order={order._id} onScan={scan} /> : null}
      {order.pickup || (isOver && !form.isDirty) ? null : (
        <>
          {isOver ? <p>{t('orders.ship-over-typed')}</p> : null}
          <CarrierField {...form.field('carrier')} />
          <TrackingNumberField {...form.field('trackingNumber')} />
        </>
      )}
      {isOver ? (
        <Button className="justify-self-end" onClick={onClose}>
          {t('ui.close')}
        </Button>
      ) : (
        <>
          <ShipAnyway requests={[{ number: order.number, kinds }]} {...{ isConfirmed }} onConfirm={setConfirmed} />
          <FormFooter
            form={form}
            sendLabel={
              all > 1 ? t(order.pickup ? 'orders.pickup-part' : 'orders.ship-part', { count, all }) : shipLabel(order)
            }
            isEmpty={(all > 0 && count === 0) || (kinds.length > 0 && !isConfirmed)}
            onCancel={onClose}
          />
        </>
      )}
    </form>
  )
}
