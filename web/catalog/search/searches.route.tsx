import { maxLengths } from '#contract/max-lengths.ts'
import { useRef } from 'react'
import {
  addSynonym,
  deleteSearchMiss,
  deleteSynonym,
  listSearchMisses,
  listSynonyms,
  type SearchMiss,
  type Synonym,
} from '#contract/search.ts'
import { TradeSynonyms } from '#web/catalog/search/trade-synonyms.tsx'
import { endpointQuery, useAction, useList, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { LoadMore } from '#web/page/list-view.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/searches.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('searches.title'))

export default function SearchesRoute() {
  const form = useSynonymForm()
  return (
    <>
      <PageHeading title={t('searches.title')} text={t('searches.text')} />
      <section aria-labelledby="misses-title" className="mt-6">
        <h2 id="misses-title" className="mb-3 text-2xl">
          {t('searches.misses')}
        </h2>
        <Misses onMake={form.start} />
      </section>
      <section aria-labelledby="synonyms-title" className="mt-10">
        <h2 id="synonyms-title" className="mb-3 text-2xl">
          {t('searches.synonyms')}
        </h2>
        {form.element}
        <Synonyms />
      </section>
      <section aria-labelledby="trade-title" className="mt-10">
        <h2 id="trade-title" className="mb-3 text-2xl">
          {t('searches.trade')}
        </h2>
        <TradeSynonyms />
      </section>
    </>
  )
}

function Misses({ onMake }: { onMake: (words: string) => void }) {
  const query = useQuery(endpointQuery(listSearchMisses))
  const dismissing = useAction(({ _id }: SearchMiss) => write(deleteSearchMiss, { query: { words: _id } }))
  const columns: Column<SearchMiss>[] = [
    {
      head: t('searches.words'),
      phone: 'title',
      cell: ({ _id }) => (
        <span id={`miss-${_id}`} className="font-semibold wrap-anywhere">
          {_id}
        </span>
      ),
    },
    { head: t('searches.times'), numeric: true, cell: ({ times }) => times },
    {
      head: t('searches.last'),
      fit: true,
      cell: ({ lastOn }) => <span className="figures whitespace-nowrap">{calendarDayText(lastOn)}</span>,
    },
    actionsColumn((miss) => (
      <span className="flex flex-wrap gap-2 xl:flex-nowrap">
        <Button
          size="sm"
          variant="outline"
          aria-describedby={`miss-${miss._id}`}
          className="whitespace-nowrap"
          onClick={() => onMake(miss._id)}
        >
          {t('searches.make')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-describedby={`miss-${miss._id}`}
          className="whitespace-nowrap"
          busy={dismissing.isPending && dismissing.variables._id === miss._id}
          onClick={() => dismissing.mutate(miss)}
        >
          {t('searches.dismiss')}
        </Button>
      </span>
    )),
  ]
  return (
    <QueryView
      query={query}
      placeholder={<TableSkeleton columns={columns} label={t('searches.loading')} />}
      failed={t('searches.failed')}
    >
      {(rows) =>
        rows.length > 0 ? (
          <Table caption={t('searches.misses')} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
        ) : (
          <EmptyState title={t('searches.no-misses')} text={t('searches.no-misses-text')} />
        )
      }
    </QueryView>
  )
}

const noSynonym = { term: '', means: '', bothWays: true }

/** Returns the form of a new synonym, and what fills it with a search. */
function useSynonymForm() {
  const element = useRef<HTMLFormElement>(null)
  const form = useEntryForm({
    values: noSynonym,
    async send({ term, means, bothWays }) {
      const { synonym } = await write(addSynonym, { body: { term, means, bothWays } })
      toast.success(t('searches.added', { term: synonym.term, means: synonym.means }))
      return noSynonym
    },
  })
  const filled = { validate: (text: string) => text.trim() !== '' || t('searches.required') }
  return {
    start: (term: string) => {
      form.fill('term', term)
      const field = element.current?.elements.namedItem('means')
      if (field instanceof HTMLElement) field.focus()
    },
    element: (
      <Card className="mb-5 max-w-3xl">
        <form ref={element} {...form.form} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('searches.term')}
              hint={t('searches.term-hint')}
              required
              maxLength={maxLengths.synonym}
              autoComplete="off"
              {...form.field('term', filled)}
            />
            <Field
              label={t('searches.means')}
              hint={t('searches.means-hint')}
              required
              maxLength={maxLengths.synonym}
              autoComplete="off"
              {...form.field('means', filled)}
            />
          </div>
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" className="checkbox" {...form.plain('bothWays')} />
            {t('searches.both')}
          </label>
          <FormError text={form.problem} />
          <div>
            <Button type="submit" busy={form.busy}>
              {t('searches.add')}
            </Button>
          </div>
        </form>
      </Card>
    ),
  }
}

function Synonyms() {
  const list = useList(listSynonyms)
  const deleting = useConfirm<Synonym>(
    ({ term, means }) => ({
      title: t('searches.delete-title', { term, means }),
      text: t('searches.delete-text'),
      confirmLabel: t('word.delete'),
    }),
    async ({ _id }) => {
      await write(deleteSynonym, { params: { id: _id } })
      toast.success(t('searches.deleted'))
    },
  )
  const columns: Column<Synonym>[] = [
    {
      head: t('searches.term'),
      phone: 'title',
      cell: ({ _id, term }) => (
        <span id={`synonym-${_id}`} className="font-semibold wrap-anywhere">
          {term}
        </span>
      ),
    },
    {
      head: t('searches.means'),
      cell: ({ means, bothWays }) => (
        <span className="wrap-anywhere">
          {means} {bothWays ? <span className="muted text-sm">({t('searches.both')})</span> : null}
        </span>
      ),
    },
    actionsColumn((synonym) => (
      <Button
        size="sm"
        variant="outline"
        className="text-error"
        aria-describedby={`synonym-${synonym._id}`}
        onClick={() => deleting.ask(synonym)}
      >
        {t('word.delete')}
      </Button>
    )),
  ]
  return (
    <>
      <QueryView
        query={list}
        placeholder={<TableSkeleton columns={columns} label={t('searches.loading')} />}
        failed={t('searches.failed')}
      >
        {(rows) =>
          rows.length > 0 ? (
            <>
              <Table caption={t('searches.synonyms')} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore list={list} />
            </>
          ) : (
            <EmptyState title={t('searches.no-synonyms')} text={t('searches.no-synonyms-text')} />
          )
        }
      </QueryView>
      {deleting.dialog}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
