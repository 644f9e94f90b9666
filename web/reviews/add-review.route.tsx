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
import type { Route } from './+types/add-review.route.ts'

export const handle = customerOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Add A Review – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

export default function AddReviewRoute() {
  const person = usePerson()
  const reviews = usePages(ownReviews, { viewer: person.email })
  return (
    <>
      <PageHeading title="Add A Review" text="How did your order go? Your words appear on the home page." />
      <Card className="mt-6 max-w-3xl">
        <ReviewForm
          person={person}
          saveLabel="Publish"
          onSave={async (content) => {
            await call(addReview, { body: content })
            toast.success('Thank you! Your review is published.')
            void reviews.refresh()
          }}
        >
          <ButtonLink to="/#testimonials" look="quiet" size="lg">
            Read the others
          </ButtonLink>
        </ReviewForm>
      </Card>
      <OwnReviews person={person} reviews={reviews} />
    </>
  )
}

export { RouteFailure as ErrorBoundary }
