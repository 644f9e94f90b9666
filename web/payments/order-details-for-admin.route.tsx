import { orderReaders } from '#contract/permissions.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/order-details-for-admin.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('word.order'))

/** Shows any order to an admin. */
export default function OrderDetailsForAdminRoute({ params }: Route.ComponentProps) {
  return (
    <OrderDetailsPage
      key={params.id}
      id={params.id}
      back={{ to: '/dashboard/all-order', text: t('orders.all.title') }}
    />
  )
}

export { RouteErrorBoundary as ErrorBoundary }
