import { usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/own-orders.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.mine.link'))

/** Shows staff the orders that they have placed themselves; their dashboard begins with another page. */
export default function OwnOrdersRoute() {
  return <MyOrders email={usePerson().email} />
}

export { RouteErrorBoundary as ErrorBoundary }
