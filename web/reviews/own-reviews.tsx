import { useState } from 'react'
import { changeReview, type OwnReview, withdrawReview } from '#contract/reviews.ts'
import { call } from '#web/api/call.ts'
import type { usePages } from '#web/api/pages.ts'
import { useAsking } from '#web/api/use-asking.tsx'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { ReviewForm } from '#web/reviews/review-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Day } from '#web/ui/moment.tsx'
import { Portrait } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

type Reviews = ReturnType<typeof usePages<OwnReview, { viewer: string }>>

/** What the signed-in person has published, to change or to take back; nothing while there is none. */
export function OwnReviews({ person, reviews }: { person: SignedIn; reviews: Reviews }) {
  const { list } = reviews
  const [edited, setEdited] = useState<OwnReview>()
  const withdrawing = useWithdrawing(reviews)
  if (list.state === 'ready' && list.value.rows.length === 0) return null
  return (
    <section aria-labelledby="own-reviews" className="mt-10 max-w-3xl">
      <h2 id="own-reviews" className="mb-4 text-3xl">
        {t('reviews.mine')}
      </h2>
      {list.state === 'loading' ? <SkeletonRows rows={2} label={t('reviews.loading-mine')} /> : null}
      {list.state === 'failed' ? (
        <FailedState title={t('reviews.failed-mine')} message={list.message} onRetry={() => void reviews.refresh()} />
      ) : null}
      {list.state === 'ready' ? (
        <>
          <ul className="grid grid-cols-1 gap-4">
            {list.value.rows.map((review) => (
              <li key={review._id} className="card-surface p-5 wrap-anywhere">
                <Content review={review} />
                <div className="mt-4 flex flex-wrap gap-2">
                  <Button look="outline" onClick={() => setEdited(review)} aria-describedby={`review-${review._id}`}>
                    {t('form.edit')}
                  </Button>
                  <Button
                    look="quiet"
                    className="text-error"
                    onClick={() => withdrawing.ask(review)}
                    aria-describedby={`review-${review._id}`}
                  >
                    {t('reviews.withdraw')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {list.value.next ? <LoadMore busy={reviews.isBusy} onMore={() => void reviews.more()} /> : null}
        </>
      ) : null}
      <Dialog open={edited !== undefined} title={t('reviews.edit')} onClose={() => setEdited(undefined)}>
        {edited ? (
          <ReviewForm
            person={person}
            review={edited}
            saveLabel={t('form.save')}
            onSave={async (content) => {
              const { review } = await call(changeReview, { params: { id: edited._id }, body: content })
              reviews.change((rows) => rows.map((row) => (row._id === review._id ? review : row)))
              toast.success(t('reviews.saved'))
              setEdited(undefined)
            }}
          >
            <Button look="quiet" size="lg" onClick={() => setEdited(undefined)}>
              {t('ui.cancel')}
            </Button>
          </ReviewForm>
        ) : null}
      </Dialog>
      {withdrawing.dialog}
    </section>
  )
}

function Content({ review }: { review: OwnReview }) {
  return (
    <div className="flex gap-4">
      <Portrait src={review.image} alt="" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{review.displayName || review.name}</span>
          {review.rating > 0 ? <Rating value={review.rating} /> : null}
          <span className="muted text-sm">
            <Day iso={review.publishedAt} />
          </span>
          {review.hidden ? <Badge tone="warning">{t('reviews.not-shown')}</Badge> : null}
        </p>
        <p id={`review-${review._id}`} className="mt-2 wrap-anywhere whitespace-pre-line">
          {review.massage}
        </p>
      </div>
    </div>
  )
}

/** Asks before a review is taken back, and does it. */
function useWithdrawing(reviews: Reviews) {
  return useAsking<OwnReview>(
    () => ({
      title: t('reviews.withdraw-title'),
      text: t('reviews.withdraw-text'),
      confirmLabel: t('reviews.withdraw'),
    }),
    async ({ _id }) => {
      await call(withdrawReview, { params: { id: _id } })
      reviews.change((rows) => rows.filter((row) => row._id !== _id))
      toast.success(t('reviews.withdrawn'))
    },
  )
}
