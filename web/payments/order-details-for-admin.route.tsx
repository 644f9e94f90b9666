import { adminOnly } from '#web/accounts/dashboard-person.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/order-details-for-admin.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [{ title: t('order.page-title') }, { name: 'robots', content: 'noindex' }]

/** Any order, with what an admin can do about it. */
export default function OrderDetailsForAdminRoute({ params }: Route.ComponentProps) {
  return (
    <OrderDetailsPage
      key={params.id}
      id={params.id}
      back={{ to: '/dashboard/all-order', text: t('orders.all.title') }}
    />
  )
}

export { RouteFailure as ErrorBoundary }
