import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { keepAnswers, useAnswer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript } from '#web/identity/account-page.tsx'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { deadLinkWords, mailLinkWords } from '#web/identity/mail-link-words.ts'
import { originLocation, signInPath } from '#web/identity/origin-location.ts'
import { applyMailLink, type MailLink, readMailLink, resetPassword } from '#web/identity/mail-links.ts'
import { useSession } from '#web/identity/session.ts'
import { SignInLink } from '#web/identity/sign-in-link.tsx'
import { sendResetMail, sendVerificationMail } from '#web/identity/sign-in-ways.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/mail-action.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: t('mail-link.page-title') },
  { name: 'robots', content: 'noindex' },
]

const links = keepAnswers(readMailLink)

/** Where links in mails lead. Programs open them too, so nothing happens before a person presses the button. */
export default function MailActionRoute() {
  const [search] = useSearchParams()
  const code = search.get('oobCode') ?? ''
  const answer = useAnswer(links, code)
  const [used, setUsed] = useState<MailLink>()
  const [refusal, setRefusal] = useState<unknown>()

  if (used) return <UsedLink link={used} />
  const error = refusal ?? (answer.state === 'failed' ? answer.error : undefined)
  if (error !== undefined) return <FailedLink error={error} onRetry={answer.retry} />
  if (answer.state === 'ready' && answer.value.purpose === 'EMAIL_SIGNIN') {
    return <SignInLink place={continuePlace(search)} onDead={setRefusal} />
  }
  if (answer.state === 'ready') {
    return <OpenLink code={code} link={answer.value} onUsed={setUsed} onDead={setRefusal} />
  }
  return (
    <AccountPage title={t('mail-link.moment')} text={t('mail-link.moment-text')}>
      <NeedsScript what={t('mail-link.what')} />
      <Spinner label={t('mail-link.reading')} />
    </AccountPage>
  )
}

function OpenLink({
  code,
  link,
  onUsed,
  onDead,
}: {
  code: string
  link: MailLink
  onUsed: (link: MailLink) => void
  onDead: (error: unknown) => void
}) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  const words = mailLinkWords(link)
  const isReset = link.purpose === 'PASSWORD_RESET'

  async function submit() {
    const chosen = password.current?.value ?? ''
    if (isReset && !chosen) return refusePassword(t('sign-up.no-password'))
    setWrong(undefined)
    setBusy(true)
    try {
      await (isReset ? resetPassword(code, chosen) : applyMailLink(code))
      onUsed(link)
    } catch (error) {
      setBusy(false)
      if (isAboutPassword(error)) refusePassword(problemSentence(error))
      else if (deadLinkWords(codeOfProblem(error))) onDead(error)
      else toast.error(problemSentence(error))
    }
  }

  function refusePassword(sentence: string) {
    setWrong(sentence)
    password.current?.focus()
  }

  if (!words) {
    return (
      <ChangingPage title={t('mail-link.other')} text={t('mail-link.other-text')}>
        <ButtonLink to="/">{t('mail-link.shop')}</ButtonLink>
      </ChangingPage>
    )
  }
  return (
    <ChangingPage title={words.title} text={words.text}>
      <Form onSend={() => submit()}>
        {isReset ? (
          <>
            <Field
              label={t('form.email')}
              name="email"
              type="email"
              autoComplete="username"
              value={link.email}
              readOnly
            />
            <Field
              ref={password}
              label={t('mail-link.new-password')}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={t('sign-up.password-hint')}
              error={wrong}
              required
            />
          </>
        ) : null}
        <Button type="submit" size="lg" busy={busy} className="w-full">
          {words.button}
        </Button>
      </Form>
    </ChangingPage>
  )
}

function UsedLink({ link }: { link: MailLink }) {
  const session = useSession()
  const place = continuePlace(useSearchParams()[0])
  const words = mailLinkWords(link)
  const mayBeStolen = link.purpose === 'RECOVER_EMAIL' || link.purpose === 'REVERT_SECOND_FACTOR_ADDITION'
  return (
    <ChangingPage title={words?.doneTitle ?? ''} text={words?.doneText}>
      <div className="flex flex-wrap gap-3">
        {mayBeStolen ? (
          <MailButton send={() => sendResetMail(link.email)} to={link.email}>
            {t('mail-link.reset')}
          </MailButton>
        ) : null}
        {session.status === 'signed-in' ? (
          <ButtonLink to={place}>{place === '/' ? t('mail-link.shop') : t('sign-in.continue')}</ButtonLink>
        ) : (
          <>
            <ButtonLink to={signInPath(place)} look={mayBeStolen ? 'outline' : 'primary'}>
              {t('sign-in.button')}
            </ButtonLink>
            <ButtonLink to="/" look="outline">
              {t('mail-link.shop')}
            </ButtonLink>
          </>
        )}
      </div>
    </ChangingPage>
  )
}

function FailedLink({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [search] = useSearchParams()
  const mode = search.get('mode')
  const dead = deadLinkWords(codeOfProblem(error))
  if (!dead) {
    return (
      <ChangingPage title={t('mail-link.failed')} text={problemSentence(error)}>
        <Button onClick={onRetry}>{t('ui.try-again')}</Button>
      </ChangingPage>
    )
  }
  if (mode === 'verifyEmail') return <DeadVerification {...dead} />
  if (mode === 'signIn') {
    return (
      <ChangingPage title={dead.title} text={t('mail-link.dead-sign-in', { why: dead.text })}>
        <ButtonLink to={signInPath(continuePlace(search))}>{t('mail-link.new-link')}</ButtonLink>
      </ChangingPage>
    )
  }
  if (mode === 'resetPassword') {
    return (
      <ChangingPage title={dead.title} text={t('mail-link.dead-reset', { why: dead.text })}>
        <ButtonLink to="/sign-in">{t('mail-link.new-mail')}</ButtonLink>
      </ChangingPage>
    )
  }
  return (
    <ChangingPage title={dead.title} text={t('mail-link.dead-other', { why: dead.text })}>
      <ButtonLink to="/sign-in">{t('sign-in.button')}</ButtonLink>
    </ChangingPage>
  )
}

function DeadVerification({ title, text }: { title: string; text: string }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    <ChangingPage title={title} text={t('mail-link.dead-verify', { why: text })}>
      {session.status === 'signed-in' ? (
        <MailButton send={sendVerificationMail} to={session.email}>
          {t('mail-link.send-new')}
        </MailButton>
      ) : (
        <ButtonLink to={signInPath(pathname + search)}>{t('mail-link.sign-in-new')}</ButtonLink>
      )}
    </ChangingPage>
  )
}

/** Sends a mail at each press, and says so. */
function MailButton({ send, to, children }: { send: () => Promise<void>; to: string; children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await send()
      toast.success(t('mail-link.sent', { email: to }))
    } catch (error) {
      toast.error(problemSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  )
}

/** What was pressed is gone when the page says something new: people go on from its heading. */
function ChangingPage({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <AccountPage headingRef={heading} title={title} text={<span className="wrap-anywhere">{text}</span>}>
      {children}
    </AccountPage>
  )
}

/** Where the mail was asked for, if that is a page of this shop. */
function continuePlace(search: URLSearchParams): string {
  const address = search.get('continueUrl') ?? ''
  if (!URL.canParse(address)) return '/'
  const { origin, pathname, search: query, hash } = new URL(address)
  return origin === location.origin ? originLocation(new URLSearchParams({ from: pathname + query + hash })) : '/'
}

const isAboutPassword = (error: unknown) =>
  ['auth/weak-password', 'auth/password-does-not-meet-requirements'].includes(codeOfProblem(error))
