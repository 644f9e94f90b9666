import { StatementPage } from '#web/documents/statement-page.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/own-statement.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('statement.title'))

/** Shows the buyer's own statement of account. */
export default function OwnStatementRoute() {
  return <StatementPage />
}

export { RouteErrorBoundary as ErrorBoundary }
