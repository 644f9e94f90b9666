import { useSearchParams } from 'react-router'
import { auditAreas, type AuditArea, type AuditEvent } from '#contract/audit-log.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { auditLogForAdmin } from '#web/audit-log/audit-answers.ts'
import { ChangeFacts } from '#web/audit-log/change-facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { DayTime } from '#web/ui/moment.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/audit-log.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [{ title: t('audit.page-title') }, { name: 'robots', content: 'noindex' }]

export default function AuditLogRoute() {
  const { email } = usePerson()
  const { text, area, narrow } = useAuditFilter()
  const { list, stale, isBusy, more, refresh } = usePages(auditLogForAdmin, {
    viewer: email,
    q: useSettled(text.trim()),
    area,
  })
  const rows = list.state === 'ready' ? list.value.rows : []
  const columns: Column<AuditEvent>[] = [
    { head: t('audit.what'), phone: 'title', cell: (event) => <What event={event} /> },
    { head: t('audit.changes'), cell: (event) => <ChangeFacts event={event} /> },
    { head: t('audit.who'), cell: (event) => <Who event={event} /> },
    { head: t('audit.when'), cell: (event) => <DayTime iso={event.happenedAt} /> },
  ]
  return (
    <>
      <PageHeading title={t('audit.title')} text={t('audit.text')} />
      <div className="mt-6">
        <ListFilter
          label={t('audit.search')}
          text={text}
          onText={(q) => narrow({ q, area })}
          kinds={[
            { kind: '' as const, label: t('list.all') },
            ...auditAreas.map((kind) => ({ kind, label: t(`audit.area.${kind}`) })),
          ]}
          kind={area}
          onKind={(kind) => narrow({ q: text, area: kind })}
        />
        {list.state === 'loading' ? <SkeletonRows rows={8} label={t('audit.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('audit.failed')} message={list.message} onRetry={() => void refresh()} />
        ) : null}
        {list.state === 'ready' && rows.length === 0 ? (
          <NoChanges narrowed={text !== '' || area !== ''} onClear={() => narrow({ q: '', area: '' })} />
        ) : null}
        {list.state === 'ready' && rows.length > 0 ? (
          <>
            <Table caption={t('audit.title')} columns={columns} rows={rows} rowKey={({ _id }) => _id} stale={stale} />
            {list.value.next ? <LoadMore busy={isBusy} onMore={() => void more()} /> : null}
          </>
        ) : null}
      </div>
    </>
  )
}

/** What the list is narrowed to stands in the address: it can be kept as a bookmark. */
function useAuditFilter() {
  const [search, setSearch] = useSearchParams()
  const area: AuditArea | '' = auditAreas.find((known) => known === search.get('area')) ?? ''
  return {
    text: search.get('q') ?? '',
    area,
    narrow: (to: { q: string; area: AuditArea | '' }) =>
      setSearch(new URLSearchParams({ ...(to.area && { area: to.area }), ...(to.q && { q: to.q }) }), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}

function What({ event: { kind, subject } }: { event: AuditEvent }) {
  return (
    <>
      <span className="block font-semibold">{t(`audit.kind.${kind}`)}</span>
      {subject.type === 'site' ? null : (
        <span className="muted block text-sm wrap-anywhere">{subject.name ?? subject.id}</span>
      )}
    </>
  )
}

function Who({ event: { by, from } }: { event: AuditEvent }) {
  return (
    <span className="wrap-anywhere">
      {by ?? (from ? t('audit.somebody') : t('audit.command-line'))}
      {from ? <span className="muted figures block text-sm">{from}</span> : null}
    </span>
  )
}

function NoChanges({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed) return <EmptyState title={t('audit.none')} text={t('audit.none-text')} />
  return (
    <EmptyState
      title={t('audit.no-match')}
      text={t('audit.no-match-text')}
      action={
        <Button look="outline" onClick={onClear}>
          {t('audit.show-all')}
        </Button>
      }
    />
  )
}

export { RouteFailure as ErrorBoundary }
