import { RouteFailure } from '#web/api/route-failure.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import type { Route } from './+types/order-details.route.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Order – Boltyard' }, { name: 'robots', content: 'noindex' }]

/** An order of one's own. */
export default function OrderDetailsRoute({ params }: Route.ComponentProps) {
  return <OrderDetailsPage key={params.id} id={params.id} back={{ to: '/dashboard', text: 'Back to orders' }} />
}

export { RouteFailure as ErrorBoundary }
