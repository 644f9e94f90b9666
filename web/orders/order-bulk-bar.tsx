import { BellRing, Download, ListChecks, Printer, Tag, Truck } from 'lucide-react'
import { useState } from 'react'
import type { ManagedOrder } from '#contract/orders.ts'
import { downloadOrders } from '#web/orders/download-orders.ts'
import { isShippable } from '#web/orders/order-labels.ts'
import { ShipOrdersDialog } from '#web/orders/ship-orders-dialog.tsx'
import { isRemindable, useRemindMany } from '#web/orders/use-remind-many.tsx'
import { TagOrdersDialog } from '#web/orders/tag-orders-dialog.tsx'
import { BulkBar } from '#web/page/bulk-bar.tsx'
import type { Selection } from '#web/page/use-selection.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows what can be done with the selected orders. */
export function OrderBulkBar(props: {
  selection: Selection
  orders: readonly ManagedOrder[]
  mayShip: boolean
  mayRemind: boolean
}) {
  const { selection, orders, mayShip, mayRemind } = props
  const reminding = useRemindMany()
  const [open, setOpen] = useState<'ship' | 'tag'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <BulkBar selection={selection}>
        {mayShip && orders.some(isShippable) ? (
          <Button size="sm" onClick={() => setOpen('ship')}>
            <Truck aria-hidden="true" size={16} /> {t('orders.ship')}
          </Button>
        ) : null}
        <ButtonLink
          size="sm"
          variant="outline"
          to={`/dashboard/packing-slips?ids=${selection.ids.slice(0, maxPackingSlips).join(',')}`}
        >
          <Printer aria-hidden="true" size={16} /> {t('packing.title')}
        </ButtonLink>
        <ButtonLink
          size="sm"
          variant="outline"
          to={`/dashboard/pick-list?ids=${selection.ids.slice(0, maxPackingSlips).join(',')}`}
        >
          <ListChecks aria-hidden="true" size={16} /> {t('pick-list.title')}
        </ButtonLink>
        {mayRemind && orders.some(isRemindable) ? (
          <Button size="sm" variant="outline" busy={reminding.busy} onClick={() => reminding.ask([...selection.ids])}>
            <BellRing aria-hidden="true" size={16} /> {t('reminder.many')}
          </Button>
        ) : null}
        <Button size="sm" variant="outline" onClick={() => setOpen('tag')}>
          <Tag aria-hidden="true" size={16} /> {t('tags.title')}
        </Button>
        <Button size="sm" variant="outline" onClick={() => downloadOrders(orders)}>
          <Download aria-hidden="true" size={16} /> {t('sales.csv')}
        </Button>
      </BulkBar>
      <ShipOrdersDialog open={open === 'ship'} orders={orders} onClose={close} onDone={selection.clear} />
      {reminding.dialog}
      <TagOrdersDialog open={open === 'tag'} orders={orders} onClose={close} />
    </>
  )
}

/** Limits the packing slips that are printed at once. */
export const maxPackingSlips = 50
