import { useEffect } from 'react'
import { DeleteAccountRow } from '#web/accounts/security/delete-account-row.tsx'
import { EmailRow } from '#web/accounts/security/email-row.tsx'
import { LinkedAccountsRow } from '#web/accounts/security/linked-accounts-row.tsx'
import { MyDataRow } from '#web/accounts/security/my-data-row.tsx'
import { PasswordRow } from '#web/accounts/security/password-row.tsx'
import { PhoneRow } from '#web/accounts/security/phone-row.tsx'
import { SessionsRow } from '#web/accounts/security/sessions-row.tsx'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { SecondFactorRow } from '#web/accounts/security/second-factor-row.tsx'
import { useAccountChange } from '#web/accounts/security/use-account-change.ts'
import { useVerification } from '#web/accounts/security/use-verification.ts'
import { useQuery } from '#web/api/queries.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { linkWithRedirectResult, ownSecurity } from '#web/identity/account-security.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { takeRedirectResult } from '#web/identity/provider-return.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/security.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('security.title'))

/** Shows the sign-in methods, sessions and other security settings of the account. */
export default function SecurityRoute() {
  return (
    <>
      <PageHeading title={t('security.title')} text={t('security.text')} />
      <SecuritySection key={usePerson().email} />
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function SecuritySection() {
  const query = useQuery(ownSecurity)
  const settings = useIdentitySettings()
  const { withReauthentication, dialog } = useReauthentication()
  const change = useAccountChange(withReauthentication)
  useVerification(query.data?.emailVerified)

  useEffect(() => {
    const back = takeRedirectResult('link')
    if (!back) return
    if ('error' in back) return toast.error(back.message)
    const { providerId, pendingToken } = back
    void change.change(
      providerId,
      () => linkWithRedirectResult(providerId, pendingToken),
      t('security.opens-account', { name: providerName(providerId) }),
    )
    // The result is in the URL once, when this page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <section aria-label={t('security.title')}>
      <QueryView
        query={query}
        placeholder={
          <div role="status" aria-label={t('security.loading')} className="mt-5">
            <div className="card-surface divide-y divide-base-300">
              {['email', 'password', 'phone', 'linked', 'second-step', 'places', 'delete'].map((row) => (
                <div key={row} className="grid gap-2 p-5 sm:px-7">
                  <Skeleton className="h-6 w-32" />
                  <Skeleton className="h-5 w-full max-w-md" />
                </div>
              ))}
            </div>
          </div>
        }
        failed={t('security.failed')}
      >
        {(security) => (
          <ul className="card-surface mt-5 divide-y divide-base-300">
            <EmailRow security={security} change={change} />
            <PasswordRow security={security} change={change} />
            {settings.phone || security.phoneNumber ? <PhoneRow security={security} change={change} /> : null}
            <LinkedAccountsRow security={security} change={change} />
            <SecondFactorRow security={security} change={change} />
            {settings.mode === 'embedded' ? <SessionsRow /> : null}
            <MyDataRow withReauthentication={withReauthentication} />
            <DeleteAccountRow withReauthentication={withReauthentication} />
          </ul>
        )}
      </QueryView>
      {dialog}
    </section>
  )
}
