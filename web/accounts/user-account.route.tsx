import { getUserAccount, type UserAccount } from '#contract/accounts.ts'
import { staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { UserAccountRows } from '#web/accounts/user-account-rows.tsx'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/user-account.route.ts'

export const handle = staffWith('users')

export const meta: Route.MetaFunction = () => hiddenPage(t('user-account.page-title'))

const list = '/dashboard/make-admin'

/** Shows an account with the admin actions. */
export default function UserAccountRoute({ params: { id } }: Route.ComponentProps) {
  const { email } = usePerson()
  const query = useQuery(endpointQuery(getUserAccount, { params: { id } }))
  const isGone = query.error instanceof ApiProblem && query.error.status === 404
  const { withReauthentication, dialog } = useReauthentication()
  return (
    <>
      <BackLink to={list}>{t('users.title')}</BackLink>
      {isGone ? (
        <EmptyState
          heading="h1"
          title={t('user-account.none')}
          text={t('user-account.none-text')}
          action={<ButtonLink to={list}>{t('users.title')}</ButtonLink>}
        />
      ) : (
        <QueryView query={query} heading="h1" placeholder={<UserAccountSkeleton />} failed={t('user-account.failed')}>
          {(answer) => (
            <>
              <UserHeading {...answer} viewer={email} />
              <UserAccountRows
                key={id}
                {...answer}
                withReauthentication={withReauthentication}
                isOwn={answer.user.email === email}
              />
            </>
          )}
        </QueryView>
      )}
      {dialog}
    </>
  )
}

function UserHeading({ user, viewer }: UserAccount & { viewer: string }) {
  return (
    <header>
      <h1 className="text-3xl wrap-anywhere sm:text-4xl">{user.email}</h1>
      {user.displayName ? <p className="muted mt-2 text-lg wrap-anywhere">{user.displayName}</p> : null}
      <p className="mt-3 flex flex-wrap gap-2">
        {user.role === 'admin' ? <Badge tone="info">{t('api.admin')}</Badge> : null}
        {user.emailVerified ? null : <Badge tone="warning">{t('users.not-verified')}</Badge>}
        {user.disabled ? <Badge tone="error">{t('users.disabled')}</Badge> : null}
        {user.email === viewer ? <Badge>{t('users.you')}</Badge> : null}
      </p>
    </header>
  )
}

const rows = ['account', 'ways', 'phone', 'factors', 'sessions']

function UserAccountSkeleton() {
  return (
    <div role="status" aria-label={t('user-account.loading')}>
      <Skeleton className="h-10 w-full max-w-md" />
      <div className="card-surface mt-6 divide-y divide-base-300">
        {rows.map((row) => (
          <div key={row} className="grid gap-2 p-5 sm:px-7">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-5 w-full max-w-md" />
          </div>
        ))}
      </div>
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
