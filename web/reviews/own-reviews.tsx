import { useState } from 'react'
import { listOwnReviews, type OwnReview, updateReview, withdrawReview } from '#contract/reviews.ts'
import { useList, write } from '#web/api/queries.ts'
import { LoadMore } from '#web/page/list-view.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { ReviewForm } from '#web/reviews/review-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { Portrait } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the reviews of the signed-in user, to edit or withdraw; nothing if there are none. */
export function OwnReviews({ person }: { person: SignedIn }) {
  const list = useList(listOwnReviews)
  const [edited, setEdited] = useState<OwnReview>()
  const withdrawing = useWithdrawReview()
  if (list.data?.length === 0) return null
  return (
    <section aria-labelledby="own-reviews" className="mt-10 max-w-3xl">
      <h2 id="own-reviews" className="mb-4 text-3xl">
        {t('reviews.mine')}
      </h2>
      <QueryView
        query={list}
        placeholder={<SkeletonRows rows={2} label={t('reviews.loading-mine')} />}
        failed={t('reviews.failed-mine')}
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-4">
            {rows.map((review) => (
              <li key={review._id} className="card-surface p-5 wrap-anywhere">
                <Content review={review} />
                <div className="mt-4 flex flex-wrap gap-2">
                  <Button variant="outline" onClick={() => setEdited(review)} aria-describedby={`review-${review._id}`}>
                    {t('form.edit')}
                  </Button>
                  <Button
                    variant="quiet"
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
        )}
      </QueryView>
      <LoadMore list={list} />
      <Dialog open={edited !== undefined} title={t('reviews.edit')} onClose={() => setEdited(undefined)}>
        {edited ? (
          <ReviewForm
            person={person}
            review={edited}
            saveLabel={t('word.save')}
            onSave={async (content) => {
              await write(updateReview, { params: { id: edited._id }, body: content })
              toast.success(t('reviews.saved'))
              setEdited(undefined)
            }}
          >
            <Button variant="quiet" size="lg" onClick={() => setEdited(undefined)}>
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

/** Withdraws a review after a confirmation. */
function useWithdrawReview() {
  return useConfirm<OwnReview>(
    () => ({
      title: t('reviews.withdraw-title'),
      text: t('reviews.withdraw-text'),
      confirmLabel: t('reviews.withdraw'),
    }),
    async ({ _id }) => {
      await write(withdrawReview, { params: { id: _id } })
      toast.success(t('reviews.withdrawn'))
    },
  )
}
