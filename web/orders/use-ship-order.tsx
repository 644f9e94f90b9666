import { maxLengths } from '#contract/max-lengths.ts'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Shippable = Pick<Order, 'name' | 'number' | 'lineCount' | 'quantity' | 'buyerName' | 'email' | 'methodCarrier'>

/** Describes who carries the goods; both may be empty. */
export interface Shipment {
  carrier: string
  trackingNumber: string
}

/** Asks for carrier and tracking number before an order is shipped, which mails the buyer and cannot be undone. */
export function useShipOrder<Asked extends Shippable>(ship: (order: Asked, shipment: Shipment) => Promise<void>) {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    ask(order: Asked) {
      setAsked(order)
      setOpen(true)
    },
    dialog: asked ? (
      <Dialog
        open={open}
        title={
          asked.lineCount === 1
            ? t('orders.ship-question', { units: unitsText(asked.quantity), name: asked.name })
            : t('orders.ship-question-lines', { number: asked.number, count: asked.lineCount })
        }
        text={t('orders.ship-text', { buyer: asked.buyerName || asked.email })}
        onClose={close}
      >
        <ShipForm carrier={asked.methodCarrier} ship={(shipment) => ship(asked, shipment)} onClose={close} />
      </Dialog>
    ) : null,
  }
}

function ShipForm({
  carrier = '',
  ship,
  onClose,
}: {
  carrier?: string | undefined
  ship: (shipment: Shipment) => Promise<void>
  onClose: () => void
}) {
  const form = useEntryForm({
    values: { carrier, trackingNumber: '' },
    async send(shipment) {
      await ship(shipment)
      toast.success(t('orders.shipped'))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4" onKeyDown={moveOnEnter}>
      <Field label={t('word.carrier')} maxLength={maxLengths.carrier} autoComplete="off" {...form.field('carrier')} />
      <Field
        label={t('orders.tracking-number')}
        maxLength={maxLengths.trackingNumber}
        autoComplete="off"
        hint={t('orders.carrier-hint')}
        {...form.field('trackingNumber')}
      />
      <FormFooter form={form} sendLabel={t('orders.ship')} onCancel={onClose} />
    </form>
  )
}
