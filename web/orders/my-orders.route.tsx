import { usePerson } from '#web/accounts/dashboard-person.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { AllOrders } from '#web/orders/all-orders.tsx'
import { MyOrders } from '#web/orders/my-orders.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/my-orders.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: t('orders.mine.page-title') },
  { name: 'robots', content: 'noindex' },
]

/** The start page of the dashboard: a buyer's own orders, or everybody's for an admin. */
export default function MyOrdersRoute() {
  const person = usePerson()
  return person.role === 'admin' ? <AllOrders person={person} /> : <MyOrders person={person} />
}

export { RouteFailure as ErrorBoundary }
