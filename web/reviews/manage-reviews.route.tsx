import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { maxCountedRows } from '#contract/pagination.ts'
import { countAllReviews } from '#contract/review-counts.ts'
import { hideReview, listAllReviews, type ManagedReview, reviewFilters } from '#contract/reviews.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { useAction, useList, write } from '#web/api/queries.ts'
import { DayFilter, dayChoices, dayRange } from '#web/page/day-filter.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { countOf, useCounts } from '#web/page/use-counts.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Rating } from '#web/ui/rating.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/manage-reviews.route.ts'

export const handle = staffWith('content')

export const meta: Route.MetaFunction = () => hiddenPage(t('reviews.title'))

export default function ManageReviewsRoute() {
  const filter = useListFilter({ show: ['', ...reviewFilters], ...dayChoices })
  const { show, words, narrow } = filter
  const days = dayRange(filter)
  const list = useList(listAllReviews, { query: { q: words, show, ...days } })
  const counts = useCounts(countAllReviews, days)
  const hiding = useAction(toggleHidden)
  const checking = useAction(check)

  const columns: Column<ManagedReview>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => (index + 1).toLocaleString(currentLocale()) },
    { head: t('reviews.author'), phone: 'title', cell: (review) => <Author review={review} /> },
    { head: t('reviews.review'), phone: 'title', cell: (review) => <Words review={review} /> },
    { head: t('word.published'), fit: true, cell: (review) => <Day iso={review.publishedAt} /> },
    {
      head: t('word.status'),
      fit: true,
      phone: 'actions',
      cell: (review) => (
        <span className="flex flex-wrap items-center gap-2">
          {review.hidden ? <Badge tone="warning">{t('word.hidden')}</Badge> : null}
          <Button
            size="sm"
            variant="outline"
            className="whitespace-nowrap"
            busy={hiding.isPending && hiding.variables._id === review._id}
            onClick={() => hiding.mutate(review)}
            aria-describedby={`review-${review._id}`}
          >
            {review.hidden ? t('reviews.show') : t('reviews.hide')}
          </Button>
          {review.unchecked ? (
            <Button
              size="sm"
              variant="quiet"
              className="whitespace-nowrap"
              busy={checking.isPending && checking.variables._id === review._id}
              onClick={() => checking.mutate(review)}
              aria-describedby={`review-${review._id}`}
            >
              {t('reviews.check')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeading title={t('reviews.title')} text={t('reviews.text')} />
      <div className="mt-6">
        <SavedViews list="reviews" />
        <ListFilter
          label={t('reviews.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={kinds.map(({ kind, words: id }) => ({ kind, label: t(id), ...countOf(counts, kind || 'all') }))}
          countsEnd={maxCountedRows}
          kind={show}
          onKind={(kind) => narrow({ show: kind })}
        >
          <DayFilter label={t('word.published')} filter={filter} onNarrow={narrow} />
        </ListFilter>
        <ListView
          list={list}
          columns={columns}
          caption={t('reviews.all')}
          loading={t('reviews.loading')}
          failed={t('reviews.failed')}
          filter={filter}
          noMatch={{
            title: t('reviews.none'),
            text: words ? t('reviews.none-text', { words }) : t('list.none-of-kind'),
            showAll: t('reviews.show-all'),
          }}
          empty={
            <EmptyState
              title={t('home.no-reviews')}
              text={t('reviews.empty-text')}
              icon={<MessageSquareQuote size={30} />}
            />
          }
        />
      </div>
    </>
  )
}

const kinds = [
  { kind: '', words: 'word.all' },
  { kind: 'shown', words: 'reviews.shown' },
  { kind: 'hidden', words: 'word.hidden' },
  { kind: 'unchecked', words: 'reviews.unchecked' },
] as const

function Author({ review }: { review: ManagedReview }) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere md:max-w-36 xl:max-w-48">
        {review.displayName || review.name}
      </span>
      {review.email ? (
        <span
          title={review.email}
          className="muted block text-sm max-md:wrap-anywhere md:max-w-36 md:truncate xl:max-w-48"
        >
          {review.email}
        </span>
      ) : null}
    </>
  )
}

/** Sets the length that is shown at first, about four lines. */
const excerptLength = 240

function Words({ review: { _id, rating, massage } }: { review: ManagedReview }) {
  const [isWhole, setWhole] = useState(massage.length <= excerptLength)
  return (
    <>
      {rating > 0 ? <Rating value={rating} /> : null}
      <span
        id={`review-${_id}`}
        className={`max-w-prose text-[0.9375rem] font-normal wrap-anywhere ${isWhole ? 'block' : 'line-clamp-4'}`}
      >
        {massage}
      </span>
      {isWhole ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          onClick={() => setWhole(true)}
          aria-describedby={`review-${_id}`}
        >
          {t('reviews.read-whole')}
        </Button>
      )}
    </>
  )
}

async function toggleHidden({ _id, hidden }: ManagedReview): Promise<void> {
  await write(hideReview, { params: { id: _id }, body: { hidden: !hidden } })
  toast.success(hidden ? t('reviews.was-shown') : t('reviews.was-hidden'))
}

/** Takes a review off those to look at; it stays shown or hidden. */
async function check({ _id, hidden }: ManagedReview): Promise<void> {
  await write(hideReview, { params: { id: _id }, body: { hidden } })
  toast.success(t('reviews.was-checked'))
}

export { RouteErrorBoundary as ErrorBoundary }
