import { staffWith } from '#web/identity/dashboard-user.ts'
import { MailSetup } from '#web/notifications/mail-setup.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { CardSetup } from '#web/payments/card-setup.tsx'
import { TestMode } from '#web/payments/test-mode.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/connections.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('connections.title'))

/** Shows the services that are set on the server, and how. */
export default function ConnectionsRoute() {
  return (
    <>
      <PageHeading title={t('connections.title')} text={t('connections.text')} />
      <TestMode />
      <CardSetup />
      <MailSetup />
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
