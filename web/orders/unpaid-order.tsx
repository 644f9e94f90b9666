import { listOrders, type Order } from '#contract/orders.ts'
import { Link } from 'react-router'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { ownOrdersPage } from '#web/identity/dashboard-user.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { isPayable } from '#web/orders/order-labels.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { moneyText } from '#web/ui/money.tsx'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'

/** Is what the shop allows a buyer. */
const maxUnpaid = '20'

const lapse = ({ expiresAt }: Order) => (expiresAt === undefined ? Infinity : Date.parse(expiresAt))

/** Leads a buyer to the payment of the order that lapses first, and to the others that wait for it: units are held only for a time. */
export function UnpaidOrder({ person }: { person: SignedIn }) {
  const { data = [] } = useQuery(
    endpointQuery(listOrders, { query: { email: person.email, state: 'unpaid', limit: maxUnpaid } }),
  )
  const [order, ...others] = data.filter(isPayable).sort((one, other) => lapse(one) - lapse(other))
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
          {others.length > 0 ? (
            <>
              {' '}
              <Link to={`${ownOrdersPage(person)}?show=unpaid`} className="link inline-block py-1">
                {t('orders.more-wait', { count: others.length })}
              </Link>
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
