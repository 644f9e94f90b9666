import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hideReview, type ManagedReview } from '#contract/reviews.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { type ReviewKind, reviewsForAdmin } from '#web/reviews/review-answers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Day } from '#web/ui/moment.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/words/language.ts'
import { t, type WordId } from '#web/words/words.ts'
import type { Route } from './+types/manage-reviews.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('reviews.page-title') },
  { name: 'robots', content: 'noindex' },
]

export default function ManageReviewsRoute() {
  const { email } = usePerson()
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const given = search.get('show')
  const show: ReviewKind = given === 'shown' || given === 'hidden' ? given : ''
  const words = useSettled(text.trim())
  const reviews = usePages(reviewsForAdmin, { viewer: email, q: words, show })
  const { list } = reviews
  const hiding = useHiding(reviews.change)

  function narrow(to: { q: string; show: ReviewKind }) {
    const next = Object.entries(to).filter(([, value]) => value !== '')
    setSearch(new URLSearchParams(next), { replace: true, preventScrollReset: true })
  }

  const columns: Column<ManagedReview>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => (index + 1).toLocaleString(currentLocale()) },
    { head: t('reviews.author'), phone: 'title', cell: (review) => <Author review={review} /> },
    { head: t('reviews.review'), phone: 'title', cell: (review) => <Words review={review} /> },
    { head: t('reviews.published'), fit: true, cell: (review) => <Day iso={review.publishedAt} /> },
    {
      head: t('list.status'),
      fit: true,
      phone: 'actions',
      cell: (review) => (
        <span className="flex flex-wrap items-center gap-2">
          {review.hidden ? <Badge tone="warning">{t('reviews.hidden')}</Badge> : null}
          <Button
            size="sm"
            look="outline"
            className="whitespace-nowrap"
            busy={hiding.running.includes(review._id)}
            onClick={() => void hiding.hide(review, !review.hidden)}
            aria-describedby={`review-${review._id}`}
          >
            {review.hidden ? t('reviews.show') : t('reviews.hide')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeading title={t('reviews.title')} text={t('reviews.text')} />
      <div className="mt-6">
        <ListFilter
          label={t('reviews.search')}
          text={text}
          onText={(q) => narrow({ q, show })}
          kinds={kinds.map(({ kind, words: id }) => ({ kind, label: t(id) }))}
          kind={show}
          onKind={(kind) => narrow({ q: text, show: kind })}
        />
        {list.state === 'loading' ? <TableSkeleton columns={columns} label={t('reviews.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('reviews.failed')} message={list.message} onRetry={() => void reviews.refresh()} />
        ) : null}
        {list.state === 'ready' && list.value.rows.length > 0 ? (
          <>
            <Table
              caption={t('reviews.all')}
              columns={columns}
              rows={list.value.rows}
              rowKey={(review) => review._id}
              stale={reviews.stale}
            />
            {list.value.next ? <LoadMore busy={reviews.isBusy} onMore={() => void reviews.more()} /> : null}
          </>
        ) : null}
        {list.state === 'ready' && list.value.rows.length === 0 ? (
          words === '' && show === '' ? (
            <EmptyState
              title={t('home.no-reviews')}
              text={t('reviews.empty-text')}
              icon={<MessageSquareQuote size={30} />}
            />
          ) : (
            <EmptyState
              title={t('reviews.none')}
              text={words ? t('reviews.none-text', { words }) : t('list.none-of-kind')}
              action={
                <Button look="outline" onClick={() => narrow({ q: '', show: '' })}>
                  {t('reviews.show-all')}
                </Button>
              }
            />
          )
        ) : null}
      </div>
    </>
  )
}

const kinds: readonly { kind: ReviewKind; words: WordId }[] = [
  { kind: '', words: 'list.all' },
  { kind: 'shown', words: 'reviews.shown' },
  { kind: 'hidden', words: 'reviews.hidden' },
]

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

/** As much as fits in about four lines. */
const fewLetters = 240

function Words({ review: { _id, rating, massage } }: { review: ManagedReview }) {
  const [isWhole, setWhole] = useState(massage.length <= fewLetters)
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
          look="quiet"
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

/** Shows a review as hidden or shown at once, and as it was if the server refuses. */
function useHiding(change: (work: (rows: readonly ManagedReview[]) => readonly ManagedReview[]) => void) {
  const [running, setRunning] = useState<readonly string[]>([])
  return {
    running,
    async hide({ _id: id }: ManagedReview, hidden: boolean) {
      setRunning((ids) => [...ids, id])
      try {
        await call(hideReview, { params: { id }, body: { hidden } })
        change((rows) => rows.map((row) => (row._id === id ? { ...row, hidden } : row)))
        toast.success(hidden ? t('reviews.was-hidden') : t('reviews.was-shown'))
      } catch (error) {
        toast.error(problemSentence(error))
      }
      setRunning((ids) => ids.filter((other) => other !== id))
    },
  }
}

export { RouteFailure as ErrorBoundary }
