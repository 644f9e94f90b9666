import { useState } from 'react'
import { brandedNumber } from '#contract/part-numbers.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { type Shipment, updateShipment } from '#contract/shipments.ts'
import { write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { isPickedUp } from '#web/orders/order-labels.ts'
import { ParcelTracking } from '#web/orders/parcel-tracking.tsx'
import { CarrierField, TrackingNumberField } from '#web/orders/tracking-fields.tsx'
import { UndoButton } from '#web/orders/undo-parcels.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the parcels of an order; staff who ship correct their numbers, and undo the latest. */
export function OrderShipments({ details, mayShip }: { details: OrderDetails; mayShip: boolean }) {
  const [edited, setEdited] = useState<Shipment>()
  const order = details.order._id
  const isParcel = (shipment: Shipment) => !isPickedUp(details.order, shipment)
  return (
    <>
      <ul className="grid gap-5">
        {details.shipments.map((shipment) => (
          <li key={shipment._id}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="figures font-semibold">
                {t(isParcel(shipment) ? 'shipments.parcel' : 'shipments.pickup', { number: shipment.number })}
              </span>
              <span className="muted text-sm">
                <DayTime iso={shipment.shippedAt} />
              </span>
            </p>
            <ParcelTracking shipment={shipment} />
            <ParcelLines shipment={shipment} />
            {mayShip ? (
              <p className="mt-2 flex flex-wrap gap-3">
                {isParcel(shipment) ? (
                  <Button variant="outline" size="sm" onClick={() => setEdited(shipment)}>
                    {t('shipments.edit-number')}
                  </Button>
                ) : null}
                <ButtonLink
                  variant="outline"
                  size="sm"
                  to={`/dashboard/packing-slips?ids=${order}&shipment=${shipment._id}`}
                >
                  {t('packing.one')}
                </ButtonLink>
                {shipment.undoableUntil === undefined ? null : (
                  <UndoButton parcel={shipment} until={shipment.undoableUntil} />
                )}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <Dialog
        open={edited !== undefined}
        title={t('shipments.edit-title', { number: edited?.number ?? '' })}
        onClose={() => setEdited(undefined)}
      >
        {edited ? <NumberForm order={order} shipment={edited} onClose={() => setEdited(undefined)} /> : null}
      </Dialog>
    </>
  )
}

function ParcelLines({ shipment: { lines } }: { shipment: Shipment }) {
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  return (
    <details>
      <summary className="muted min-h-11 cursor-pointer py-2.5">
        {t('shipments.content', { units, count: lines.length })}
      </summary>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line.line} className="wrap-anywhere">
            <b className="figures font-semibold">{unitsText(line.units)}</b> × {line.name}{' '}
            <span className="muted figures inline-block text-sm">{brandedNumber(line)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function NumberForm({ order, shipment, onClose }: { order: string; shipment: Shipment; onClose: () => void }) {
  const { _id, number, carrier = '', trackingNumber = '' } = shipment
  const form = useEntryForm({
    values: { carrier, trackingNumber },
    async send(body) {
      await write(updateShipment, { params: { id: order, shipment: _id }, body })
      toast.success(t('shipments.number-saved', { number }))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4" onKeyDown={moveOnEnter}>
      <CarrierField {...form.field('carrier')} />
      <TrackingNumberField {...form.field('trackingNumber')} />
      <FormFooter form={form} sendLabel={t('word.save')} onCancel={onClose} />
    </form>
  )
}
