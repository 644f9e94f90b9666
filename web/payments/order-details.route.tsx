import { ownOrdersPage, usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { OrderDetailsPage } from '#web/payments/order-details-page.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/order-details.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('word.order'))

/** Shows an order of the signed-in buyer. */
export default function OrderDetailsRoute({ params }: Route.ComponentProps) {
  const person = usePerson()
  return (
    <OrderDetailsPage key={params.id} id={params.id} back={{ to: ownOrdersPage(person), text: t('payment.back') }} />
  )
}

export { RouteErrorBoundary as ErrorBoundary }
