import { getProfile } from '#contract/accounts.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { ProfileCard } from '#web/accounts/profile-card.tsx'
import { ProfileForm } from '#web/accounts/profile-form.tsx'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/my-profile.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('profile.title'))

export default function MyProfileRoute() {
  const person = usePerson()
  const query = useQuery(endpointQuery(getProfile, { query: { email: person.email } }))
  return (
    <>
      <PageHeading title={t('profile.title')} />
      <QueryView query={query} placeholder={<ProfileSkeleton />} failed={t('profile.failed')}>
        {(profile) => (
          <div className="mt-6 grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
            <ProfileCard profile={profile} />
            <ProfileForm key={person.email} profile={profile} />
          </div>
        )}
      </QueryView>
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

export { RouteErrorBoundary as ErrorBoundary }
