import { type Shipment, undoShipment } from '#contract/shipments.ts'
import { write } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Undoes a parcel, of which the buyer does not know yet, and says so. */
export async function undoParcel(order: string, { _id, number }: Pick<Shipment, '_id' | 'number'>): Promise<void> {
  await write(undoShipment, { params: { id: order, shipment: _id } })
  toast.success(t('shipments.undone', { number }))
}
