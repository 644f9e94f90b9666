import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { listWebhookEndpoints, type WebhookEndpoint } from '#contract/webhooks.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SecretDialog } from '#web/page/secret-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { DeliveryLog } from '#web/webhooks/delivery-log.tsx'
import { EndpointCard } from '#web/webhooks/endpoint-card.tsx'
import { EndpointDialog } from '#web/webhooks/endpoint-dialog.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/webhooks.route.ts'

export const handle = staffWith('everything')

export const meta: Route.MetaFunction = () => hiddenPage(t('webhooks.title'))

export default function WebhooksRoute() {
  const query = useQuery(endpointQuery(listWebhookEndpoints))
  const { withReauthentication, dialog } = useReauthentication()
  const [edited, setEdited] = useState<WebhookEndpoint | 'new'>()
  const [secret, setSecret] = useState<string>()
  const add = <Button onClick={() => setEdited('new')}>{t('webhooks.add')}</Button>
  return (
    <>
      <PageHeading title={t('webhooks.title')} text={t('webhooks.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows label={t('webhooks.loading')} />}
          failed={t('webhooks.failed')}
        >
          {(endpoints) =>
            endpoints.length === 0 ? (
              <EmptyState
                title={t('webhooks.none')}
                text={t('webhooks.none-text')}
                icon={<Webhook size={30} />}
                action={add}
              />
            ) : (
              <div className="grid gap-6">
                <div>{add}</div>
                {endpoints.map((endpoint) => (
                  <EndpointCard
                    key={endpoint._id}
                    endpoint={endpoint}
                    withReauthentication={withReauthentication}
                    onEdit={() => setEdited(endpoint)}
                    onSecret={setSecret}
                  />
                ))}
                <DeliveryLog endpoints={endpoints} />
              </div>
            )
          }
        </QueryView>
      </div>
      <EndpointDialog
        edited={edited}
        withReauthentication={withReauthentication}
        onClose={() => setEdited(undefined)}
        onAdded={setSecret}
      />
      <SecretDialog
        secret={secret}
        title={t('webhooks.secret')}
        text={t('webhooks.secret-text')}
        copyLabel={t('webhooks.copy')}
        copied={t('webhooks.copied')}
        onClose={() => setSecret(undefined)}
      />
      {dialog}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
