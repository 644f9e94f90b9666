import { PackageOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxCountedRows } from '#contract/pagination.ts'
import { orderReaders } from '#contract/permissions.ts'
import { countReturns, getReturn, listReturns, type Return, returnFilters } from '#contract/returns.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction, useList } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { countOf, useCounts } from '#web/page/use-counts.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { ReturnBadges } from '#web/returns/return-badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusWhenAwake } from '#web/ui/focus-when-awake.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/returns.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('returns.title'))

/** Lists the returns of all orders; a scanned slip opens its return. */
export default function ReturnsRoute() {
  const person = usePerson()
  const filter = useListFilter({ show: ['', ...returnFilters] })
  const { show, words, narrow } = filter
  const list = useList(listReturns, { query: { q: words, state: show } })
  const counts = useCounts(countReturns, {})
  return (
    <>
      <PageHeading
        title={t('returns.title')}
        text={t('returns.text')}
        action={
          <div className="flex flex-wrap gap-3">
            {mayUse(person, 'orders') ? (
              <ButtonLink variant="outline" to="/dashboard/return-reasons">
                {t('return-reasons.title')}
              </ButtonLink>
            ) : null}
            {mayUse(person, 'settings') ? (
              <ButtonLink variant="outline" to="/dashboard/return-settings">
                {t('return-settings.title')}
              </ButtonLink>
            ) : null}
          </div>
        }
      />
      <ScanSlip />
      <div className="mt-6">
        <ListFilter
          label={t('returns.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={[
            { kind: '' as const, label: t('word.all'), ...countOf(counts, 'all') },
            ...returnFilters.map((kind) => ({ kind, label: t(`returns.state.${kind}`), ...countOf(counts, kind) })),
          ]}
          countsEnd={maxCountedRows}
          kind={show}
          onKind={(kind) => narrow({ show: kind })}
        />
        <ListView
          list={list}
          columns={columns()}
          caption={t('returns.title')}
          loading={t('returns.loading')}
          failed={t('returns.failed')}
          filter={filter}
          noMatch={{
            title: t('returns.none-found'),
            text: words ? t('returns.none-found-text', { words }) : t('list.none-of-kind'),
            showAll: t('word.show-all'),
          }}
          empty={
            <EmptyState title={t('returns.none')} text={t('returns.none-text')} icon={<PackageOpen size={30} />} />
          }
        />
      </div>
    </>
  )
}

const columns = (): Column<Return>[] => [
  {
    head: t('returns.one'),
    phone: 'title',
    cell: ({ _id, number }) => (
      <Link to={`/dashboard/returns/${_id}`} className="link figures font-semibold whitespace-nowrap">
        {number}
      </Link>
    ),
  },
  {
    head: t('returns.buyer'),
    cell: ({ buyerName, email }) => <span className="wrap-anywhere">{buyerName || email}</span>,
  },
  {
    head: t('word.products'),
    cell: ({ lines }) => (
      <span className="wrap-anywhere">
        {lines
          .slice(0, 2)
          .map(({ units, name }) => `${unitsText(units)} × ${name}`)
          .join(', ')}
        {lines.length > 2 ? ' …' : ''}
      </span>
    ),
  },
  { head: t('word.reason'), cell: ({ lines: [first] }) => (first ? t(`returns.reason.${first.reason}`) : '') },
  { head: t('returns.requested'), fit: true, cell: ({ requestedAt }) => <Day iso={requestedAt} /> },
  { head: t('word.status'), fit: true, cell: (found) => <ReturnBadges of={found} /> },
]

/** Takes the number on a slip, from a scanner or typed, and opens its return. */
function ScanSlip() {
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The page is for receiving: a scanner types into it at once.
  useEffect(() => focusWhenAwake(form.current?.querySelector('input')), [])
  const opening = useAction(async (typed: string) => {
    const found = await call(getReturn, { params: { id: typed } })
    await navigate(`/dashboard/returns/${found._id}`)
  })
  return (
    <form
      ref={form}
      className="mt-6 flex max-w-xl items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = number.trim()
        setNumber('')
        if (typed !== '') opening.mutate(typed)
      }}
    >
      <Field
        label={t('returns.scan')}
        className="min-w-0 grow"
        autoComplete="off"
        autoCapitalize="characters"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button type="submit" variant="outline" busy={opening.isPending}>
        {t('returns.open')}
      </Button>
    </form>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
