import { usePerson } from '#web/identity/dashboard-user.ts'
import { NeedsAttention } from '#web/payments/needs-attention.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { AllOrders } from '#web/orders/all-orders.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/my-orders.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.mine.page-title'))

/** Shows the start page of the dashboard: a buyer's orders, or all orders for an admin. */
export default function MyOrdersRoute() {
  const { role, email } = usePerson()
  return role === 'admin' ? <AllOrders attention={<NeedsAttention />} /> : <MyOrders email={email} />
}

export { RouteErrorBoundary as ErrorBoundary }
