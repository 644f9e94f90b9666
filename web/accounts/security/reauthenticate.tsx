import { Mail, MailCheck, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import {
  reauthenticateWithEmailLink,
  reauthenticateWithPassword,
  reauthenticateWithPhone,
  reauthenticateWithProvider,
  type Security,
  ownSecurity,
} from '#web/identity/account-security.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import { PhoneSteps } from '#web/identity/phone-form.tsx'
import { ProviderButton } from '#web/identity/provider-button.tsx'
import type { Factor } from '#web/identity/sdk/credentials.ts'
import { SecondFactorForm } from '#web/identity/second-factor-form.tsx'
import type { SignInOutcome } from '#web/identity/session-changes.ts'
import { sendPhoneCode, sendSignInLink } from '#web/identity/sign-in-methods.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Runs `work` after a recent sign-in; returns false if the user declined. `work` gets whether the user had to reauthenticate. */
export type WithReauthentication = (work: (isAuthenticated: boolean) => Promise<void>) => Promise<boolean>

/**
 * Protects changes against a stolen session. `withReauthentication` runs them; if the last sign-in is too old, it asks for a new
 * one in `dialog` and then continues.
 */
export function useReauthentication(): {
  withReauthentication: WithReauthentication
  dialog: React.ReactNode
} {
  const [open, setOpen] = useState(false)
  const settle = useRef<(isAuthenticated: boolean) => void>(undefined)

  function request(): Promise<boolean> {
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }

  function close(isAuthenticated: boolean) {
    setOpen(false)
    settle.current?.(isAuthenticated)
    settle.current = undefined
  }

  return {
    async withReauthentication(work) {
      try {
        await work(false)
      } catch (error) {
        if (!requiresReauthentication(error)) throw error
        if (!(await request())) return false
        await work(true)
      }
      return true
    },
    dialog: (
      <Dialog
        open={open}
        title={t('security.still-you')}
        text={t('security.still-you-text')}
        onClose={() => close(false)}
      >
        <ReauthenticationForm onAuthenticated={() => close(true)} />
      </Dialog>
    ),
  }
}

const requiresReauthentication = (error: unknown) =>
  codeOfProblem(error) === 'auth/requires-recent-login' ||
  (error instanceof ApiProblem && error.code === 'sign-in-again')

function ReauthenticationForm({ onAuthenticated }: { onAuthenticated: () => void }) {
  const security = useQuery(ownSecurity)
  const [factors, setFactors] = useState<Factor[]>()

  async function authenticate(work: () => Promise<SignInOutcome>): Promise<string | undefined> {
    try {
      const entry = await work()
      if (entry.state === 'second-step') setFactors(entry.factors)
      else onAuthenticated()
      return undefined
    } catch (error) {
      return errorMessageOf(error)
    }
  }

  if (factors) return <SecondFactorForm factors={factors} onCode={authenticate} />
  return (
    <QueryView
      query={security}
      placeholder={<Spinner label={t('security.looking-up')} />}
      failed={t('security.failed')}
    >
      {(value) => <FirstFactorForm security={value} authenticate={authenticate} />}
    </QueryView>
  )
}

type Authenticate = (work: () => Promise<SignInOutcome>) => Promise<string | undefined>

/** Shows the sign-in methods of the account: password, providers, phone, and e-mail link once the address is verified. */
function FirstFactorForm({ security, authenticate }: { security: Security; authenticate: Authenticate }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const ids = security.providers.map(({ id }) => id)
  const others = ids.filter((id) => id !== 'password' && id !== 'phone')
  const hasPhone = ids.includes('phone')
  const isFirst = !security.hasPassword && others.length === 0
  const [step, setStep] = useState<'phone' | 'link' | undefined>(isFirst ? (hasPhone ? 'phone' : 'link') : undefined)
  const mayMail = security.emailVerified

  async function run(way: string, work: () => Promise<SignInOutcome>) {
    setBusy(way)
    setProblem(await authenticate(work))
    setBusy(undefined)
  }

  return (
    <div className="grid gap-5">
      {step === undefined && security.hasPassword ? (
        <OneFieldForm
          username={security.email}
          label={t('security.your-password')}
          name="password"
          type="password"
          autoComplete="current-password"
          missing={t('identity.missing-password')}
          send={(password) => authenticate(() => reauthenticateWithPassword(password))}
          button={t('word.continue')}
        />
      ) : null}
      {step === undefined
        ? others.map((id) => (
            <ProviderButton
              key={id}
              providerId={id}
              busy={busy === id}
              onPress={() => void run(id, () => reauthenticateWithProvider(id))}
            />
          ))
        : null}
      {step === 'phone' ? (
        <PhoneSteps
          button={t('word.continue')}
          number={security.phoneNumber}
          send={sendPhoneCode}
          onCode={(verificationId, code) => authenticate(() => reauthenticateWithPhone(verificationId, code))}
        />
      ) : null}
      {step === 'link' ? <EmailLinkForm email={security.email} authenticate={authenticate} /> : null}
      <FormError text={problem} hasInput={false} />
      <div className="-mt-2 flex flex-wrap gap-2 empty:hidden">
        {step !== 'phone' && hasPhone ? (
          <Button variant="quiet" size="sm" onClick={() => setStep('phone')}>
            <Smartphone aria-hidden="true" size={18} /> {t('sign-in.phone')}
          </Button>
        ) : null}
        {step !== 'link' && mayMail ? (
          <Button variant="quiet" size="sm" onClick={() => setStep('link')}>
            <Mail aria-hidden="true" size={18} /> {t('sign-in.mail-link')}
          </Button>
        ) : null}
        {step !== undefined && !isFirst ? (
          <Button variant="quiet" size="sm" onClick={() => setStep(undefined)}>
            {t('security.another-way')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Mails a link that signs in again, and goes on by itself once it was opened in this browser. */
function EmailLinkForm({ email, authenticate }: { email: string; authenticate: Authenticate }) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [problem, setProblem] = useState<string>()
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])

  async function send() {
    setState('busy')
    setProblem(undefined)
    waiting.current?.abort()
    waiting.current = new AbortController()
    const proved = reauthenticateWithEmailLink(waiting.current.signal)
    try {
      // Its tab must ask the identity service nothing while this one goes on.
      await sendSignInLink(email, '/')
      setState('sent')
    } catch (error) {
      setState('ready')
      return setProblem(errorMessageOf(error))
    }
    setProblem(await authenticate(() => proved))
  }

  if (state === 'sent') {
    return (
      <>
        <p role="status" className="flex items-start gap-4 rounded-box border border-base-300 bg-base-200 p-5">
          <MailCheck aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
          <span>
            <RichMessage
              id="security.link-sent"
              values={{ email }}
              parts={{ strong: <strong className="wrap-anywhere" /> }}
            />
          </span>
        </p>
        <FormError text={problem} hasInput={false} />
      </>
    )
  }
  return (
    <>
      <p>
        <RichMessage
          id="security.link-text"
          values={{ email }}
          parts={{ strong: <strong className="wrap-anywhere" /> }}
        />
      </p>
      <FormError text={problem} hasInput={false} />
      <Button size="lg" autoFocus busy={state === 'busy'} onClick={() => void send()}>
        {t('sign-in.mail-link')}
      </Button>
    </>
  )
}
