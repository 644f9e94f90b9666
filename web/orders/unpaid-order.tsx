import { listOrders } from '#contract/orders.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { isPayable } from '#web/orders/order-labels.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { moneyText } from '#web/ui/money.tsx'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'

/** Leads a buyer to the payment of the newest order that waits for it: its units are held only for a time. */
export function UnpaidOrder({ email }: { email: string }) {
  const { data = [] } = useQuery(endpointQuery(listOrders, { query: { email, state: 'unpaid', limit: '5' } }))
  const order = data.find(isPayable)
  if (!order) return null
  const title = t('orders.waits-for-payment', { number: order.number })
  return (
    <section aria-label={title} className="border-b border-base-300 bg-base-200">
      <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p>
          <b className="font-semibold">{title}</b> · {moneyText(order.open ?? order.totalPrice, order.currency)}
          {order.expiresAt ? (
            <>
              {' · '}
              <RichMessage id="orders.held-until" parts={{ moment: <DayTime iso={order.expiresAt} /> }} />
            </>
          ) : null}
        </p>
        <ButtonLink to={`/dashboard/payment/${order._id}`} size="sm">
          {t('orders.pay')}
        </ButtonLink>
      </div>
    </section>
  )
}
