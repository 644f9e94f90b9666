import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/order-details.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('order.page-title'))

/** Shows an order of the signed-in buyer. */
export default function OrderDetailsRoute({ params }: Route.ComponentProps) {
  return <OrderDetailsPage key={params.id} id={params.id} back={{ to: '/dashboard', text: t('payment.back') }} />
}

export { RouteErrorBoundary as ErrorBoundary }
