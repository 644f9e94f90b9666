import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { EntryStage, stageWords } from '#web/identity/entry-stages.tsx'
import { originLocation } from '#web/identity/origin-location.ts'
import { OrLine, ProviderButtons, QuietWays } from '#web/identity/other-ways.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { type Session, useSession } from '#web/identity/session.ts'
import { sendResetMail, sendSignInLink, signIn } from '#web/identity/sign-in-ways.ts'
import { type Entering, useEntering } from '#web/identity/use-entering.ts'
import { useStageHeading } from '#web/identity/use-stage-heading.ts'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/sign-in.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t('sign-in.page-title'), description: t('sign-in.page-description'), path: '/sign-in' })

export default function SignInRoute() {
  const [search] = useSearchParams()
  const from = originLocation(search)
  const entering = useEntering(from)
  const { stage } = entering
  const heading = useStageHeading(stage.at)
  const { session, form } = useSessionUntilTouched()
  const { title, text } =
    stage.at === 'start' ? { title: t('sign-in.title'), text: t('sign-in.text') } : stageWords(stage.at)
  return (
    <AccountPage title={title} text={text} headingRef={heading}>
      <NeedsScript what={t('sign-in.what')} />
      {stage.at === 'start' ? (
        <>
          <Notice entering={entering} from={from} session={session} />
          <div {...form}>
            <SignInForm entering={entering} from={from} />
          </div>
        </>
      ) : (
        <EntryStage stage={stage} entering={entering} />
      )}
    </AccountPage>
  )
}

/**
 * The session as it was known when somebody began to fill in the form: a notice that comes later would move the button away from under
 * their hand.
 */
function useSessionUntilTouched() {
  const session = useSession()
  const [held, setHeld] = useState<Session>()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (ref.current?.contains(document.activeElement)) setHeld({ status: 'loading' })
  }, [])
  return { session: held ?? session, form: { ref, onFocus: () => setHeld(held ?? session) } }
}

/** Why somebody is here, if they did not come by themselves; or that there is nothing left to do. */
function Notice({ entering, from, session }: { entering: Entering; from: string; session: Session }) {
  const box = 'mb-5 rounded-field border px-4 py-3'
  if (entering.joining) {
    const name = providerName(entering.joining.providerId)
    return (
      <p role="status" className={`${box} border-info/40 bg-info/10`}>
        <Sentence
          id="sign-in.joining"
          values={{ email: entering.joining.email, provider: name }}
          parts={{ strong: <strong className="wrap-anywhere" /> }}
        />
      </p>
    )
  }
  if (session.status === 'signed-out' && session.ended) {
    return (
      <p role="status" className={`${box} border-warning bg-warning/15`}>
        <Sentence id="sign-in.ended" parts={{ strong: <strong /> }} />
      </p>
    )
  }
  if (session.status !== 'signed-in' || entering.running) return null
  return (
    <p className={`${box} border-base-300 bg-base-200`}>
      <Sentence
        id="sign-in.signed-in"
        values={{ email: session.email }}
        parts={{ strong: <strong className="break-all" /> }}
      />{' '}
      <Link to={from} className={textLink}>
        {t('sign-in.continue')}
      </Link>
    </p>
  )
}

function SignInForm({ entering, from }: { entering: Entering; from: string }) {
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [mailing, setMailing] = useState<'reset' | 'link'>()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  function submit() {
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    setMissing({
      ...(!given.email && { email: t('sign-in.no-email') }),
      ...(!given.password && { password: t('sign-in.no-password') }),
    })
    if (!given.email && !given.password) return toast.error(t('sign-in.invalid'))
    void entering.enterBy('password', () => signIn(given.email, given.password))
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
    setMailing(kind)
    try {
      await send(address)
      onSent(address)
    } catch (error) {
      toast.error(problemSentence(error))
    } finally {
      setMailing(undefined)
    }
  }

  return (
    <>
      <Form data-early onSend={() => submit()}>
        <Field
          ref={email}
          label={t('form.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          key={entering.joining?.email}
          defaultValue={entering.joining?.email}
          error={missing.email}
        />
        <Field
          ref={password}
          label={t('sign-in.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={missing.password}
          required
        />
        <Button type="submit" size="lg" busy={entering.running === 'password'} className="w-full">
          {t('sign-in.button')}
        </Button>
        <div className="-my-2">
          <button
            type="button"
            data-early
            disabled={mailing === 'reset'}
            className={`${textLink} min-h-11 cursor-pointer text-sm`}
            onClick={() => void mail('reset', sendResetMail, () => toast.success(t('sign-in.reset-sent')))}
          >
            {t('sign-in.forgot')}
          </button>
        </div>
      </Form>
      <OrLine />
      <ProviderButtons entering={entering} from={from} />
      <div className="mt-3">
        <QuietWays
          linkBusy={mailing === 'link'}
          onLink={() =>
            void mail(
              'link',
              (address) => sendSignInLink(address, from),
              (address) => entering.setStage({ at: 'link-sent', email: address }),
            )
          }
          onPhone={() => entering.setStage({ at: 'phone' })}
        />
      </div>
      <p className="mt-6">
        {t('sign-in.new')}{' '}
        <Link to="/signup" className={textLink}>
          {t('sign-in.sign-up')}
        </Link>
      </p>
    </>
  )
}
