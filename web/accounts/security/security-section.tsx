import { useEffect } from 'react'
import { DeleteAccountRow } from '#web/accounts/security/delete-account-row.tsx'
import { EmailRow } from '#web/accounts/security/email-row.tsx'
import { LinkedAccountsRow } from '#web/accounts/security/linked-accounts-row.tsx'
import { PasswordRow } from '#web/accounts/security/password-row.tsx'
import { PhoneRow } from '#web/accounts/security/phone-row.tsx'
import { PlacesRow } from '#web/accounts/security/places-row.tsx'
import { useProvingAgain } from '#web/accounts/security/prove-again.tsx'
import { SecondStepRow } from '#web/accounts/security/second-step-row.tsx'
import { useChange } from '#web/accounts/security/use-change.ts'
import { useAnswer } from '#web/api/answers.ts'
import { linkByReturn, securityOf } from '#web/identity/account-security.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { takeProviderReturn } from '#web/identity/provider-return.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { FailedState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** How an account can be opened, and everything that changes it. */
export function SecuritySection({ email }: { email: string }) {
  const answer = useAnswer(securityOf, email)
  const settings = useIdentitySettings()
  const { sure, dialog } = useProvingAgain(email)
  const change = useChange(email, sure)

  useEffect(() => {
    const back = takeProviderReturn('link')
    if (!back) return
    if ('error' in back) return toast.error(back.message)
    const { providerId, pendingToken } = back
    void change.change(
      providerId,
      () => linkByReturn(providerId, pendingToken),
      t('security.opens-account', { name: providerName(providerId) }),
    )
    // What came back stands in the address once, when this page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <section aria-labelledby="security" className="mt-10">
      <h2 id="security" className="text-3xl">
        {t('security.title')}
      </h2>
      <p className="muted mt-2">{t('security.text')}</p>
      {answer.state === 'loading' ? (
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
      ) : null}
      {answer.state === 'failed' ? (
        <FailedState title={t('security.failed')} message={answer.message} onRetry={answer.retry} />
      ) : null}
      {answer.state === 'ready' ? (
        <ul className="card-surface mt-5 divide-y divide-base-300">
          <EmailRow security={answer.value} change={change} />
          <PasswordRow security={answer.value} change={change} />
          {settings.phone || answer.value.phoneNumber ? <PhoneRow security={answer.value} change={change} /> : null}
          <LinkedAccountsRow security={answer.value} change={change} />
          <SecondStepRow security={answer.value} change={change} />
          {settings.mode === 'embedded' ? <PlacesRow email={email} /> : null}
          <DeleteAccountRow sure={sure} />
        </ul>
      ) : null}
      {dialog}
    </section>
  )
}
