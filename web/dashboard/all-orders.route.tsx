import { orderReaders } from '#contract/permissions.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { NeedsAttention } from '#web/payments/needs-attention.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { AllOrders } from '#web/orders/all-orders.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/all-orders.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('orders.all.title'))

export default function AllOrdersRoute() {
  const person = usePerson()
  return <AllOrders attention={mayUse(person, 'refunds') ? <NeedsAttention /> : null} />
}

export { RouteErrorBoundary as ErrorBoundary }
