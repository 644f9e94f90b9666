import type { Order } from '#contract/orders.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks before an order is shipped, which mails the buyer and cannot be undone. */
export function useConfirmShipping<Shippable extends Pick<Order, 'name' | 'quantity' | 'buyerName' | 'email'>>(
  ship: (order: Shippable) => Promise<void>,
) {
  return useConfirm<Shippable>(
    ({ name, quantity, buyerName, email }) => ({
      title: t('orders.ship-question', { units: unitsText(quantity), name }),
      text: t('orders.ship-text', { buyer: buyerName || email }),
      confirmLabel: t('orders.ship'),
      variant: 'primary',
    }),
    ship,
  )
}
