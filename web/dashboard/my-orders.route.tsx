import { Navigate } from 'react-router'
import { firstStaffPage } from '#web/dashboard/dashboard-menu.tsx'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/my-orders.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.mine.page-title'))

/** Shows the start page of the dashboard: a buyer's orders; staff start on the first page of their role. */
export default function MyOrdersRoute() {
  const person = usePerson()
  const staffPage = firstStaffPage(person)
  return staffPage === undefined ? <MyOrders email={person.email} /> : <Navigate to={staffPage} replace />
}

export { RouteErrorBoundary as ErrorBoundary }
