import { Navigate } from 'react-router'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/my-orders.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.mine.page-title'))

/** Shows the start page of the dashboard: a buyer's orders; an admin starts on what waits today. */
export default function MyOrdersRoute() {
  const { role, email } = usePerson()
  return role === 'admin' ? <Navigate to="/dashboard/today" replace /> : <MyOrders email={email} />
}

export { RouteErrorBoundary as ErrorBoundary }
