import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript } from '#web/identity/account-page.tsx'
import { codeOfProblem, isAboutPassword } from '#web/identity/identity-problem.ts'
import { expiredLinkMessages, mailLinkMessages } from '#web/identity/mail-link-messages.ts'
import { returnPath, signInUrl } from '#web/identity/return-path.ts'
import { RemovalNotice } from '#web/identity/removal-notice.tsx'
import { applyMailLink, type MailLink, readMailLink, resetPassword } from '#web/identity/mail-links.ts'
import { useSession } from '#web/identity/session.ts'
import { clearSignInLinkEmail } from '#web/identity/sign-in-link-email.ts'
import { SignInLink } from '#web/identity/sign-in-link.tsx'
import { sendResetMail, sendVerificationMail, signIn } from '#web/identity/sign-in-methods.ts'
import { toastProblem } from '#web/identity/toast-problem.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useWhenOnline } from '#web/ui/use-when-online.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/mail-action.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('mail-link.page-title'))

/** Handles links in mails. Scanners open links too, so nothing happens before a button is pressed. */
export default function MailActionRoute() {
  const [search] = useSearchParams()
  const code = search.get('oobCode') ?? ''
  const [link, setLink] = useState<MailLink>()
  const [isUsed, setUsed] = useState(false)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)
  useEffect(() => void readMailLink(code).then(setLink, setError), [code, attempt])
  const retry = () => {
    setError(undefined)
    setAttempt(attempt + 1)
  }
  useWhenOnline(retry, error !== undefined && !expiredLinkMessages(codeOfProblem(error)))

  if (error !== undefined) return <FailedLink error={error} onRetry={retry} />
  if (link && isUsed) return <UsedLink link={link} />
  if (link?.purpose === 'EMAIL_SIGNIN') {
    return <SignInLink place={continuePath(search)} removal={link.removal} onDead={setError} />
  }
  if (link) return <OpenLink code={code} link={link} onUsed={() => setUsed(true)} onDead={setError} />
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
  onUsed: () => void
  onDead: (error: unknown) => void
}) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  const words = mailLinkMessages(link)
  const isReset = link.purpose === 'PASSWORD_RESET'

  async function submit() {
    const chosen = password.current?.value ?? ''
    if (isReset && !chosen) return refusePassword(t('sign-up.no-password'))
    setWrong(undefined)
    setBusy(true)
    try {
      await (isReset ? resetPassword(code, chosen) : applyMailLink(code))
      // Should it fail, the next page leads to the sign-in.
      if (link.activates) await signIn(link.email, chosen).catch(toastProblem)
      onUsed()
    } catch (error) {
      setBusy(false)
      if (isAboutPassword(error)) refusePassword(errorMessageOf(error))
      else if (expiredLinkMessages(codeOfProblem(error))) onDead(error)
      else toast.error(errorMessageOf(error))
    }
  }

  function refusePassword(message: string) {
    setWrong(message)
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
      <RemovalNotice removal={link.removal} />
      <Form onSend={() => submit()}>
        {isReset ? (
          <>
            <Field
              label={t('word.email')}
              name="email"
              type="email"
              autoComplete="username"
              value={link.email}
              readOnly
            />
            <Field
              ref={password}
              label={t(link.activates ? 'word.password' : 'mail-link.new-password')}
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
  const place = continuePath(useSearchParams()[0])
  const words = mailLinkMessages(link)
  const isPossiblyStolen = link.purpose === 'RECOVER_EMAIL' || link.purpose === 'REVERT_SECOND_FACTOR_ADDITION'
  return (
    <ChangingPage title={words?.doneTitle ?? ''} text={words?.doneText}>
      <div className="flex flex-wrap gap-3">
        {isPossiblyStolen ? (
          <MailButton send={() => sendResetMail(link.email)} to={link.email}>
            {t('mail-link.reset')}
          </MailButton>
        ) : null}
        {session.status === 'signed-in' ? (
          <ButtonLink to={place}>{place === '/' ? t('mail-link.shop') : t('word.continue')}</ButtonLink>
        ) : (
          <>
            <ButtonLink to={signInUrl(place)} variant={isPossiblyStolen ? 'outline' : 'primary'}>
              {t('sign-in.button')}
            </ButtonLink>
            <ButtonLink to="/" variant="outline">
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
  const dead = expiredLinkMessages(codeOfProblem(error))
  const isDeadSignIn = dead !== undefined && mode === 'signIn'
  useEffect(() => {
    if (isDeadSignIn) clearSignInLinkEmail()
  }, [isDeadSignIn])
  if (!dead) {
    return (
      <ChangingPage title={t('mail-link.failed')} text={errorMessageOf(error)}>
        <Button onClick={onRetry}>{t('ui.try-again')}</Button>
      </ChangingPage>
    )
  }
  if (mode === 'verifyEmail') return <ExpiredVerification {...dead} />
  if (mode === 'signIn') {
    return (
      <ChangingPage title={dead.title} text={t('mail-link.dead-sign-in', { why: dead.text })}>
        <ButtonLink to={signInUrl(continuePath(search))}>{t('mail-link.new-link')}</ButtonLink>
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

function ExpiredVerification({ title, text }: { title: string; text: string }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    <ChangingPage title={title} text={t('mail-link.dead-verify', { why: text })}>
      <div className="flex flex-wrap gap-3">
        {session.status === 'signed-in' ? (
          <MailButton send={sendVerificationMail} to={session.email}>
            {t('mail-link.send-new')}
          </MailButton>
        ) : (
          <ButtonLink to={signInUrl(pathname + search)}>{t('mail-link.sign-in-new')}</ButtonLink>
        )}
        <ButtonLink to="/" variant="outline">
          {t('mail-link.shop')}
        </ButtonLink>
      </div>
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
      toastProblem(error)
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

/** Moves the focus to the heading when the content changes and the pressed button is gone. */
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

/** Returns the page on which the mail was requested, if it belongs to this shop. */
function continuePath(search: URLSearchParams): string {
  const address = search.get('continueUrl') ?? ''
  if (!URL.canParse(address)) return '/'
  const { origin, pathname, search: query, hash } = new URL(address)
  return origin === location.origin ? returnPath(new URLSearchParams({ from: pathname + query + hash })) : '/'
}
