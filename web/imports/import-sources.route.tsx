import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  deleteImportSource,
  type ImportSource,
  listImportSources,
  runImportSource,
  sourceLimits,
  updateImportSource,
} from '#contract/import-sources.ts'
import { type Import, runningStates } from '#contract/imports.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { kindLabels, resultText } from '#web/imports/import-labels.ts'
import { StateBadge } from '#web/imports/imports.route.tsx'
import { type EditedSource, SourceDialog } from '#web/imports/source-dialog.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/import-sources.route.ts'

export const handle = staffWith(['catalog', 'prices', 'customers'])

export const meta: Route.MetaFunction = () => hiddenPage(t('import-sources.title'))

const imports = '/dashboard/imports'
const pollMs = 2000

/** Lists the files that the shop imports again by itself, with how the last one did. */
export default function ImportSourcesRoute() {
  const [edited, setEdited] = useState<EditedSource>()
  const query = useQuery({
    ...endpointQuery(listImportSources, { query: { language: currentLanguage() } }),
    refetchInterval: ({ state: { data } }) => (data?.sources.some(isUnderWay) ? pollMs : false),
  })
  return (
    <>
      <BackLink to={imports}>{t('imports.title')}</BackLink>
      <PageHeading title={t('import-sources.title')} text={t('import-sources.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={4} label={t('import-sources.loading')} />}
          failed={t('import-sources.failed')}
        >
          {({ sources }) =>
            sources.length === 0 ? (
              <EmptyState
                title={t('import-sources.none')}
                text={t('import-sources.none-text')}
                icon={<CalendarClock size={30} />}
                action={<ButtonLink to={imports}>{t('imports.title')}</ButtonLink>}
              />
            ) : (
              <ul className="grid gap-6">
                {sources.map((source) => (
                  <li key={source._id}>
                    <SourceCard source={source} onEdit={() => setEdited(source)} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      <SourceDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => toast.success(t('import-sources.saved'))}
      />
    </>
  )
}

const isWaiting = ({ state, exceeded = [] }: Import) => state === 'checked' && exceeded.length > 0

/** Whether its file is about to be fetched, or is being compared or applied. */
const isUnderWay = ({ pending, lastImport }: ImportSource) =>
  pending !== undefined || (lastImport && runningStates.includes(lastImport.state))

function SourceCard({ source, onEdit }: { source: ImportSource; onEdit: () => void }) {
  const { _id: id, name, failure, lastImport, paused } = source
  const params = { id }
  const running = useAction(async () => {
    await write(runImportSource, { params })
    toast.success(t('import-sources.running'))
  })
  const pausing = useAction(() => write(updateImportSource, { params, body: { paused: !paused } }))
  const deleting = useConfirmDelete<string>(
    () => name,
    t('import-sources.delete-text'),
    async () => {
      await write(deleteImportSource, { params })
      toast.success(t('import-sources.deleted'))
    },
  )
  const button = { size: 'sm', variant: 'outline', 'aria-describedby': `source-${id}` } as const
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={`source-${id}`} className="min-w-0 text-xl font-bold wrap-anywhere">
          {name}
        </h2>
        <SourceState source={source} />
      </div>
      <p aria-live="polite" className="mt-2 empty:hidden">
        {source.pending === 'now' ? t('import-sources.running') : null}
        {source.pending === 'retry' ? (
          <>
            {t('import-sources.retry')} <DayTime iso={source.nextAt} />
          </>
        ) : null}
      </p>
      {failure ? (
        <p role="note" className="mt-2 wrap-anywhere text-error">
          {failure.message} {t('import-sources.since')} <DayTime iso={failure.since} />
        </p>
      ) : null}
      {lastImport && isWaiting(lastImport) ? (
        <div role="note" className="mt-2 rounded-field border border-warning bg-warning/15 px-4 py-3">
          {lastImport.exceeded?.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      ) : null}
      <div className="mt-3 max-w-3xl">
        <SourceFacts source={source} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button {...button} busy={running.isPending} disabled={paused} onClick={() => running.mutate(undefined)}>
          {t('import-sources.run')}
        </Button>
        <Button {...button} onClick={onEdit}>
          {t('form.edit')}
        </Button>
        <Button {...button} busy={pausing.isPending} onClick={() => pausing.mutate(undefined)}>
          {t(paused ? 'webhooks.resume' : 'webhooks.pause')}
        </Button>
        <ButtonLink size="sm" variant="outline" aria-describedby={`source-${id}`} to={`${imports}?source=${id}`}>
          {t('word.history')}
        </ButtonLink>
        <Button {...button} variant="quiet" className="text-error" onClick={() => deleting.ask(id)}>
          {t('word.delete')}
        </Button>
      </div>
      {deleting.dialog}
    </Card>
  )
}

function SourceState({ source: { paused, pending, failure, lastImport } }: { source: ImportSource }) {
  if (paused) return <Badge>{t('webhooks.paused')}</Badge>
  if (pending === 'now') return <Badge tone="info">{t('import-sources.fetching')}</Badge>
  if (failure) return <Badge tone="error">{t('import-sources.failing')}</Badge>
  if (lastImport && isWaiting(lastImport)) return <Badge tone="warning">{t('import-sources.waits')}</Badge>
  return <Badge tone="success">{t('word.active')}</Badge>
}

function SourceFacts({ source }: { source: ImportSource }) {
  const { kind, origin, location, credential, time, limits, nextAt, checkedAt, lastImport, paused, savedBy } = source
  return (
    <Facts
      facts={[
        { term: t('imports.kind'), value: t(kindLabels[kind]) },
        { term: t(origin === 'address' ? 'import-sources.address' : 'import-sources.pattern'), value: location },
        credential && {
          term: t(credential.kind === 'basic' ? 'import-sources.user' : 'import-sources.header'),
          value: credential.name,
        },
        {
          term: t('word.when'),
          value: time === null ? t('import-sources.every.hour') : t('import-sources.daily-at', { time }),
        },
        {
          term: t('import-sources.limits'),
          value: sourceLimits.map((code) => `${t(`import-sources.limit.${code}`)}: ${limits[code]} %`).join(' · '),
        },
        checkedAt !== undefined && { term: t('import-sources.checked'), value: <DayTime iso={checkedAt} /> },
        !paused && { term: t('import-sources.next'), value: <DayTime iso={nextAt} /> },
        lastImport && {
          term: t('import-sources.last'),
          value: (
            <span className="inline-flex flex-wrap items-center gap-2">
              <Link className="link wrap-anywhere" to={`${imports}/${lastImport._id}`}>
                {lastImport.fileName}
              </Link>
              <StateBadge {...lastImport} />
              {runningStates.includes(lastImport.state) ? null : resultText(lastImport)}
            </span>
          ),
        },
        savedBy !== undefined && { term: t('import-sources.saved-by'), value: savedBy },
      ]}
    />
  )
}

export { RouteErrorBoundary as ErrorBoundary }
