import { addReview } from '#contract/reviews.ts'
import { customerOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { OwnReviews } from '#web/reviews/own-reviews.tsx'
import { ownReviews } from '#web/reviews/review-answers.ts'
import { ReviewForm } from '#web/reviews/review-form.tsx'
import { usePages } from '#web/api/pages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/add-review.route.ts'

export const handle = customerOnly

export const meta: Route.MetaFunction = () => [
  { title: t('reviews.add-page-title') },
  { name: 'robots', content: 'noindex' },
]

export default function AddReviewRoute() {
  const person = usePerson()
  const reviews = usePages(ownReviews, { viewer: person.email })
  return (
    <>
      <PageHeading title={t('reviews.add')} text={t('reviews.add-text')} />
      <Card className="mt-6 max-w-3xl">
        <ReviewForm
          person={person}
          saveLabel={t('reviews.publish')}
          onSave={async (content) => {
            await call(addReview, { body: content })
            toast.success(t('reviews.thanks'))
            void reviews.refresh()
          }}
        >
          <ButtonLink to="/#testimonials" look="quiet" size="lg">
            {t('reviews.read-others')}
          </ButtonLink>
        </ReviewForm>
      </Card>
      <OwnReviews person={person} reviews={reviews} />
    </>
  )
}

export { RouteFailure as ErrorBoundary }
