import { usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/my-orders.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.mine.link'))

/** Shows the start page of a buyer's dashboard; staff are sent on to the first page of their role. */
export default function MyOrdersRoute() {
  return <MyOrders email={usePerson().email} />
}

export { RouteErrorBoundary as ErrorBoundary }
