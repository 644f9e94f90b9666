import { orderReaders } from '#contract/permissions.ts'
import { StatementPage } from '#web/documents/statement-page.tsx'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/statement.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('statement.title'))

/** Shows the statement of account of a customer to staff. */
export default function StatementRoute({ params }: Route.ComponentProps) {
  return <StatementPage customer={params.id} />
}

export { RouteErrorBoundary as ErrorBoundary }
