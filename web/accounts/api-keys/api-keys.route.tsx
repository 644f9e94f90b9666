import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, listApiKeys, revokeApiKey } from '#contract/api-keys.ts'
import { AddApiKeyDialog } from '#web/accounts/api-keys/add-api-key-dialog.tsx'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SecretDialog } from '#web/page/secret-dialog.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/api-keys.route.ts'

export const handle = staffWith('everything')

export const meta: Route.MetaFunction = () => hiddenPage(t('api-keys.title'))

const tones: Record<ApiKey['state'], BadgeTone> = {
  active: 'success',
  powerless: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
}

export default function ApiKeysRoute() {
  const query = useQuery(endpointQuery(listApiKeys))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const revoking = useConfirm<ApiKey>(
    ({ name }) => ({
      title: t('api-keys.revoke-title', { name }),
      text: t('api-keys.revoke-text'),
      confirmLabel: t('api-keys.revoke'),
    }),
    async ({ _id, name }) => {
      await write(revokeApiKey, { params: { id: _id } })
      toast.success(t('api-keys.revoked', { name }))
    },
  )
  const columns: Column<ApiKey>[] = [
    {
      head: t('word.name'),
      phone: 'title',
      cell: ({ _id, name, prefix }) => (
        <>
          <span id={`key-${_id}`} className="block font-semibold wrap-anywhere">
            {name}
          </span>
          <code className="muted font-mono text-sm">{prefix}…</code>
        </>
      ),
    },
    {
      head: t('api-keys.scopes'),
      cell: ({ scopes }) => (
        <ul className="text-sm">
          {scopes.map((scope) => (
            <li key={scope}>{t(`permission.${scope}`)}</li>
          ))}
        </ul>
      ),
    },
    {
      head: t('api-keys.created'),
      cell: ({ createdAt, createdBy }) => (
        <>
          <DayTime iso={createdAt} />
          <span className="muted block text-sm wrap-anywhere">{createdBy}</span>
        </>
      ),
    },
    {
      head: t('api-keys.last-use'),
      fit: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DayTime iso={lastUsedAt} /> : t('api-keys.never')),
    },
    {
      head: t('api-keys.state'),
      fit: true,
      cell: ({ state, expiresAt }) => (
        <>
          <Badge tone={tones[state]}>{t(`api-keys.state.${state}`)}</Badge>
          {state === 'active' && expiresAt ? (
            <span className="muted block text-sm">
              {t('word.until')} <DayTime iso={expiresAt} />
            </span>
          ) : null}
        </>
      ),
    },
    actionsColumn((key) =>
      key.state === 'revoked' || key.state === 'expired' ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="text-error"
          aria-describedby={`key-${key._id}`}
          onClick={() => revoking.ask(key)}
        >
          {t('api-keys.revoke')}
        </Button>
      ),
    ),
  ]
  const add = <Button onClick={() => setAdding(true)}>{t('api-keys.add')}</Button>
  return (
    <>
      <PageHeading title={t('api-keys.title')} text={t('api-keys.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<TableSkeleton columns={columns} label={t('api-keys.loading')} rows={3} />}
          failed={t('api-keys.failed')}
        >
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState
                title={t('api-keys.none')}
                text={t('api-keys.none-text')}
                icon={<KeyRound size={30} />}
                action={add}
              />
            ) : (
              <div className="grid gap-5">
                <div>{add}</div>
                <Table caption={t('api-keys.title')} columns={columns} rows={keys} rowKey={({ _id }) => _id} />
              </div>
            )
          }
        </QueryView>
      </div>
      <AddApiKeyDialog open={isAdding} onClose={() => setAdding(false)} onAdded={setSecret} />
      <SecretDialog
        secret={secret}
        title={t('api-keys.added')}
        text={t('api-keys.once')}
        copyLabel={t('api-keys.copy')}
        copied={t('api-keys.copied')}
        onClose={() => setSecret(undefined)}
      />
      {revoking.dialog}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
