import { CalendarClock, FileSpreadsheet } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type Import, listImports } from '#contract/imports.ts'
import { useList } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { changesAnything, kindLabels, nothingToApply, stateLabels } from '#web/imports/import-labels.ts'
import { DropZone } from '#web/imports/drop-zone.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/imports.route.ts'

export const handle = staffWith(['catalog', 'prices', 'customers'])

export const meta: Route.MetaFunction = () => hiddenPage(t('imports.page-title'))

/** Called while the page renders: its words follow the language. */
const listColumns = (): Column<Import>[] => [
  {
    head: t('imports.file'),
    phone: 'title',
    cell: ({ _id, fileName }) => (
      <Link to={`/dashboard/imports/${_id}`} prefetch="intent" className="link font-semibold wrap-anywhere">
        {fileName}
      </Link>
    ),
  },
  { head: t('imports.kind'), cell: ({ kind }) => t(kindLabels[kind]) },
  { head: t('imports.rows'), numeric: true, cell: ({ rows }) => unitsText(rows) },
  { head: t('imports.state'), fit: true, cell: (row) => <StateBadge {...row} /> },
  { head: t('imports.when'), fit: true, cell: ({ createdAt }) => <DayTime iso={createdAt} /> },
  {
    head: t('imports.who'),
    // Between phones and wide screens, an address would stand in a column of a few letters.
    className: 'md:max-xl:hidden print:table-cell',
    cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy ?? '–'}</span>,
  },
]

export function StateBadge({ state, counts }: Pick<Import, 'state' | 'counts'>) {
  const { label, tone } = state === 'checked' && !changesAnything(counts) ? nothingToApply : stateLabels[state]
  return <Badge tone={tone}>{t(label)}</Badge>
}

export default function ImportsRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const source = search.get('source')
  const list = useList(listImports, { query: { ...(source !== null && { source }) } })
  return (
    <>
      <PageHeading
        title={t('imports.title')}
        text={t('imports.text')}
        action={
          <ButtonLink to="/dashboard/import-sources" variant="outline">
            <CalendarClock aria-hidden="true" size={18} /> {t('import-sources.title')}
          </ButtonLink>
        }
      />
      <Card className="mt-6">
        <DropZone />
      </Card>
      <MovingIn />
      <Section title={t(source === null ? 'imports.past' : 'import-sources.history-of')}>
        <ListView
          list={list}
          columns={listColumns()}
          caption={t('imports.past')}
          loading={t('imports.loading')}
          failed={t('imports.failed')}
          empty={
            <EmptyState title={t('imports.none')} text={t('imports.none-text')} icon={<FileSpreadsheet size={30} />} />
          }
          noMatch={{
            title: t('imports.none'),
            text: t('import-sources.history-of'),
            showAll: t('word.show-all'),
          }}
          filter={{ isNarrowed: source !== null, clear: () => void navigate('/dashboard/imports') }}
        />
      </Section>
    </>
  )
}

/** Says where other programs export their products; the guides have more. */
function MovingIn() {
  return (
    <details className="mt-4 max-w-3xl">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t('imports.moving')}
      </summary>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t('imports.moving-shopify')}</li>
        <li>{t('imports.moving-woocommerce')}</li>
        <li>{t('imports.moving-erp')}</li>
      </ul>
      <p className="mt-2">{t('imports.moving-then')}</p>
    </details>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
