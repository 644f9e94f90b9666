import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { AllOrders } from '#web/orders/all-orders.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/all-orders.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('orders.all.page-title') },
  { name: 'robots', content: 'noindex' },
]

export default function AllOrdersRoute() {
  return <AllOrders person={usePerson()} />
}

export { RouteFailure as ErrorBoundary }
