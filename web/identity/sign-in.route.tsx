import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import type { PageHandle } from '#web/api/server-call.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { typedEmail } from '#web/identity/email-taken.tsx'
import { SignInStepForm, stepMessages } from '#web/identity/sign-in-steps.tsx'
import { returnPath } from '#web/identity/return-path.ts'
import { OrDivider, ProviderButtons, OtherSignInLinks } from '#web/identity/other-sign-in-methods.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { type Session, useSession } from '#web/identity/session.ts'
import { sendResetMail, sendSignInLink, signIn } from '#web/identity/sign-in-methods.ts'
import { toastProblem } from '#web/identity/toast-problem.ts'
import { useFirstField } from '#web/identity/use-first-field.ts'
import { type SignInFlow, useSignInFlow } from '#web/identity/use-sign-in-flow.ts'
import { useStepHeading } from '#web/identity/use-step-heading.ts'
import { pageMeta } from '#web/page/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/sign-in.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t('sign-in.page-title'), description: t('sign-in.page-description'), path: '/sign-in' })

export const handle = { query: ['from'] } satisfies PageHandle

export default function SignInRoute() {
  const [search] = useSearchParams()
  const from = returnPath(search)
  const flow = useSignInFlow(from)
  const { stage } = flow
  const heading = useStepHeading(stage.at)
  const { session, form } = useSessionUntilTouched()
  const { title, text } =
    stage.at === 'start' ? { title: t('sign-in.title'), text: t('sign-in.text') } : stepMessages(stage.at)
  return (
    <AccountPage title={title} text={text} headingRef={heading}>
      <NeedsScript what={t('sign-in.what')} />
      {stage.at === 'start' ? (
        <>
          <Notice flow={flow} from={from} session={session} />
          <div {...form}>
            <SignInForm flow={flow} from={from} />
          </div>
        </>
      ) : (
        <SignInStepForm stage={stage} flow={flow} />
      )}
    </AccountPage>
  )
}

/** Freezes the session once the form was touched, so that a late notice does not move the button. */
function useSessionUntilTouched() {
  const session = useSession()
  const [held, setHeld] = useState<Session>()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (ref.current?.contains(document.activeElement)) setHeld({ status: 'loading' })
  }, [])
  return { session: held ?? session, form: { ref, onFocus: () => setHeld(held ?? session) } }
}

/** Shows why the visitor was sent here, or that they are signed in already. */
function Notice({ flow, from, session }: { flow: SignInFlow; from: string; session: Session }) {
  const box = 'mb-5 rounded-field border px-4 py-3'
  if (flow.joining) {
    const name = providerName(flow.joining.providerId)
    return (
      <p role="status" className={`${box} border-info/40 bg-info/10`}>
        <RichMessage
          id="sign-in.joining"
          values={{ email: flow.joining.email, provider: name }}
          parts={{ strong: <strong className="wrap-anywhere" /> }}
        />
      </p>
    )
  }
  if (session.status === 'signed-out' && session.ended) {
    return (
      <p role="status" className={`${box} border-warning bg-warning/15`}>
        <RichMessage id="sign-in.ended" parts={{ strong: <strong /> }} />
      </p>
    )
  }
  if (session.status !== 'signed-in' || flow.running) return null
  return (
    <p className={`${box} border-base-300 bg-base-200`}>
      <RichMessage
        id="sign-in.signed-in"
        values={{ email: session.email }}
        parts={{ strong: <strong className="break-all" /> }}
      />{' '}
      <Link to={from} className={textLink}>
        {t('word.continue')}
      </Link>
    </p>
  )
}

function SignInForm({ flow, from }: { flow: SignInFlow; from: string }) {
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [mailing, setMailing] = useState<'reset' | 'link'>()
  const [resetFor, setResetFor] = useState<string>()
  const typed = typedEmail(useLocation().state)
  const known = flow.joining?.email ?? typed
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useFirstField(email)

  function submit() {
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    setMissing({
      ...(!given.email && { email: t('sign-in.no-email') }),
      ...(!given.password && { password: t('sign-in.no-password') }),
    })
    if (!given.email && !given.password) return toast.error(t('sign-in.invalid'))
    void flow.attemptSignIn('password', () => signIn(given.email, given.password))
  }

  /** Sends one of the two mails to the address in the form. */
  async function mail(
    kind: 'reset' | 'link',
    send: (address: string) => Promise<void>,
    onSent: (address: string) => void,
  ) {
    const address = email.current?.value.trim() ?? ''
    if (!address) {
      email.current?.focus()
      setMissing({ email: t('sign-in.no-address') })
      return toast.error(t('identity.missing-email'))
    }
    setMissing({})
    flow.setProblem(undefined)
    setMailing(kind)
    try {
      await send(address)
      onSent(address)
    } catch (error) {
      toastProblem(error)
      flow.setProblem(errorMessageOf(error))
    } finally {
      setMailing(undefined)
    }
  }

  /** The service sends nothing to unknown and disabled accounts, and does not say so. */
  function sayResetSent(address: string) {
    toast.success(t('sign-in.reset-sent'))
    setResetFor(address)
  }

  return (
    <>
      <Form data-early onSend={() => submit()}>
        <Field
          ref={email}
          label={t('word.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          key={known}
          defaultValue={known}
          error={missing.email}
        />
        <Field
          ref={password}
          label={t('word.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={missing.password}
          required
        />
        {flow.problem ? <FormError text={flow.problem} /> : null}
        <Button type="submit" size="lg" busy={flow.running === 'password'} className="w-full">
          {t('sign-in.button')}
        </Button>
        <div className="-my-2">
          <button
            type="button"
            disabled={mailing === 'reset'}
            className={`${textLink} min-h-11 cursor-pointer text-sm`}
            onClick={() => void mail('reset', sendResetMail, sayResetSent)}
          >
            {t('sign-in.forgot')}
          </button>
          <p role="status" className="muted text-sm">
            {resetFor ? (
              <RichMessage
                id="sign-in.reset-note"
                values={{ email: resetFor }}
                parts={{ strong: <strong className="wrap-anywhere" /> }}
              />
            ) : null}
          </p>
        </div>
      </Form>
      <p className="mt-3">
        {t('sign-in.new')}{' '}
        <Link to="/signup" className={textLink}>
          {t('sign-in.sign-up')}
        </Link>
      </p>
      <OrDivider />
      <ProviderButtons flow={flow} from={from} />
      <div className="mt-3">
        <OtherSignInLinks
          linkBusy={mailing === 'link'}
          onLink={() =>
            void mail(
              'link',
              (address) => sendSignInLink(address, from),
              (address) => flow.setStage({ at: 'link-sent', email: address }),
            )
          }
          onPhone={() => flow.setStage({ at: 'phone' })}
        />
      </div>
    </>
  )
}
