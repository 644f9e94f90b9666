import { addReview } from '#contract/reviews.ts'
import { customerOnly, usePerson } from '#web/identity/dashboard-user.ts'
import { write } from '#web/api/queries.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { OwnReviews } from '#web/reviews/own-reviews.tsx'
import { ReviewForm } from '#web/reviews/review-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/add-review.route.ts'

export const handle = customerOnly

export const meta: Route.MetaFunction = () => hiddenPage(t('reviews.add'))

export default function AddReviewRoute() {
  const person = usePerson()
  return (
    <>
      <PageHeading title={t('reviews.add')} text={t('reviews.add-text')} />
      <Card className="mt-6 max-w-3xl">
        <ReviewForm
          person={person}
          saveLabel={t('word.publish')}
          onSave={async (content) => {
            await write(addReview, { body: content })
            toast.success(t('reviews.thanks'))
          }}
        >
          <ButtonLink to="/#testimonials" variant="quiet" size="lg">
            {t('reviews.read-others')}
          </ButtonLink>
        </ReviewForm>
      </Card>
      <OwnReviews person={person} />
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
