import { RouteFailure } from '#web/api/route-failure.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/order-details.route.ts'

export const meta: Route.MetaFunction = () => [{ title: t('order.page-title') }, { name: 'robots', content: 'noindex' }]

/** An order of one's own. */
export default function OrderDetailsRoute({ params }: Route.ComponentProps) {
  return <OrderDetailsPage key={params.id} id={params.id} back={{ to: '/dashboard', text: t('payment.back') }} />
}

export { RouteFailure as ErrorBoundary }
