import { profiles } from '#web/accounts/account-answers.ts'
import { usePerson } from '#web/accounts/dashboard-person.ts'
import { ProfileCard } from '#web/accounts/profile-card.tsx'
import { ProfileForm } from '#web/accounts/profile-form.tsx'
import { SecuritySection } from '#web/accounts/security/security-section.tsx'
import { useAnswer } from '#web/api/answers.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { FailedState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/my-profile.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: t('profile.page-title') },
  { name: 'robots', content: 'noindex' },
]

export default function MyProfileRoute() {
  const person = usePerson()
  const answer = useAnswer(profiles, person.email)
  return (
    <>
      <PageHeading title={t('profile.title')} />
      {answer.state === 'loading' ? <ProfileSkeleton /> : null}
      {answer.state === 'failed' ? (
        <FailedState title={t('profile.failed')} message={answer.message} onRetry={answer.retry} />
      ) : null}
      {answer.state === 'ready' ? (
        <div className="mt-6 grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
          <ProfileCard profile={answer.value} />
          <ProfileForm key={person.email} profile={answer.value} />
        </div>
      ) : null}
      <SecuritySection key={person.email} email={person.email} />
    </>
  )
}

const profileFacts = ['education', 'skill', 'location', 'projects']
const formFields = ['name', 'education', 'skill', 'project1', 'project2', 'project3', 'phone']

function ProfileSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('profile.loading')}
      className="mt-6 grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div className="card-surface">
        <div className="flex items-center gap-4 border-b border-base-300 p-5">
          <Skeleton className="size-20 shrink-0 rounded-full!" />
          <Skeleton className="h-6 w-40" />
        </div>
        <div className="grid gap-4 p-5 sm:max-xl:grid-cols-2">
          {profileFacts.map((fact) => (
            <div key={fact} className="grid gap-2">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-5 w-44 max-w-full" />
            </div>
          ))}
        </div>
      </div>
      <div className="card-surface grid gap-5 p-5 sm:p-7">
        {formFields.map((field) => (
          <div key={field} className="grid gap-1.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

export { RouteFailure as ErrorBoundary }
