import { auditAreas, type AuditEvent, listAuditEvents } from '#contract/audit-log.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { useList } from '#web/api/queries.ts'
import { ListView } from '#web/page/list-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { subjectText } from '#web/audit-log/audited-fields.ts'
import { ChangeFacts } from '#web/audit-log/change-details.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { readContentSchemas } from '#web/site-content/content-schemas.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Column } from '#web/ui/table.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/audit-log.route.ts'

export const handle = staffWith('users')

export const meta: Route.MetaFunction = () => hiddenPage(t('audit.title'))

/** Loads how fields of the site's content are called from the server, to keep their schemas out of the browser bundle. */
export function loader() {
  return readContentSchemas()
}

export default function AuditLogRoute({ loaderData: labels }: Route.ComponentProps) {
  const filter = useListFilter({ area: ['', ...auditAreas] })
  const list = useList(listAuditEvents, { query: filter.query })
  const columns: Column<AuditEvent>[] = [
    { head: t('audit.what'), phone: 'title', cell: (event) => <What event={event} /> },
    { head: t('word.changes'), cell: (event) => <ChangeFacts event={event} labels={labels} /> },
    { head: t('audit.who'), cell: (event) => <Who event={event} /> },
    { head: t('word.when'), cell: (event) => <DayTime iso={event.happenedAt} /> },
  ]
  return (
    <>
      <PageHeading title={t('audit.title')} text={t('audit.text')} />
      <div className="mt-6">
        <SavedViews list="audit-log" />
        <ListFilter
          label={t('audit.search')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={[
            { kind: '' as const, label: t('word.all') },
            ...auditAreas.map((kind) => ({ kind, label: t(`audit.area.${kind}`) })),
          ]}
          kind={filter.area}
          onKind={(area) => filter.narrow({ area })}
        />
        <ListView
          list={list}
          columns={columns}
          caption={t('audit.title')}
          loading={t('audit.loading')}
          failed={t('audit.failed')}
          filter={filter}
          noMatch={{ title: t('audit.no-match'), text: t('audit.no-match-text'), showAll: t('audit.show-all') }}
          empty={<EmptyState title={t('audit.none')} text={t('audit.none-text')} />}
        />
      </div>
    </>
  )
}

function What({ event }: { event: AuditEvent }) {
  const subject = subjectText(event)
  return (
    <>
      <span className="block font-semibold">{t(`audit.kind.${event.kind}`)}</span>
      {subject === '' ? null : <span className="muted block text-sm wrap-anywhere">{subject}</span>}
    </>
  )
}

function Who({ event: { kind, by, byKey, from } }: { event: AuditEvent }) {
  const byNobody = kind === 'import-changes-deleted' ? 'audit.by-itself' : 'audit.command-line'
  return (
    <span className="block wrap-anywhere xl:min-w-60">
      {by ?? (from ? t('audit.somebody') : t(byNobody))}
      {byKey === undefined ? null : (
        <span className="block text-sm">{byKey ? t('audit.by-key', { name: byKey }) : t('audit.by-deleted-key')}</span>
      )}
      {from ? <span className="muted figures block text-sm">{from}</span> : null}
    </span>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
