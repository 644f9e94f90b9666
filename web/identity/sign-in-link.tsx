import { useRef, useState } from 'react'
import { AccountPage } from '#web/identity/account-page.tsx'
import { SignInStepForm, stepMessages } from '#web/identity/sign-in-steps.tsx'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { expiredLinkMessages } from '#web/identity/mail-link-messages.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import { RemovalNotice } from '#web/identity/removal-notice.tsx'
import type { Removal } from '#web/identity/mail-links.ts'
import { clearSignInLinkEmail, readSignInLinkEmail } from '#web/identity/sign-in-link-email.ts'
import { signInWithEmailLinkInBrowser } from '#web/identity/sign-in-methods.ts'
import { useSignInFlow } from '#web/identity/use-sign-in-flow.ts'
import { useStepHeading } from '#web/identity/use-step-heading.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Signs in by a mail's link: at a press, and on another device only with the address that it was mailed to. */
export function SignInLink({
  place,
  removal,
  onDead,
}: {
  place: string
  /** Says what signing in removes from the account. */
  removal: Removal
  onDead: (error: unknown) => void
}) {
  const flow = useSignInFlow(place)
  const { stage } = flow
  const heading = useStepHeading(stage.at)
  const field = useRef<HTMLInputElement>(null)
  const [known] = useState(readSignInLinkEmail)
  const [isAsked, setAsked] = useState(known === undefined)
  const [wrong, setWrong] = useState<string>()

  async function submit() {
    const email = isAsked ? (field.current?.value.trim() ?? '') : (known ?? '')
    if (!email) return refuse(t('sign-in-link.no-email'))
    setWrong(undefined)
    const error = await flow.attemptSignIn('link', () => signInWithEmailLinkInBrowser(email, location.href))
    if (error === undefined) return
    if (expiredLinkMessages(codeOfProblem(error))) return onDead(error)
    if (codeOfProblem(error) !== 'auth/invalid-email') return
    setAsked(true)
    refuse(t('sign-in-link.other-email'))
  }

  function chooseAnother() {
    clearSignInLinkEmail()
    setAsked(true)
  }

  function refuse(message: string) {
    setWrong(message)
    field.current?.focus()
  }

  if (stage.at !== 'start') {
    return (
      <AccountPage {...stepMessages(stage.at)} headingRef={heading}>
        <SignInStepForm stage={stage} flow={flow} />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={t('sign-in-link.title')}
      headingRef={heading}
      text={
        isAsked ? (
          t('sign-in-link.ask')
        ) : (
          <RichMessage
            id="sign-in-link.known"
            values={{ email: known }}
            parts={{ strong: <strong className="wrap-anywhere" /> }}
          />
        )
      }
    >
      <RemovalNotice removal={removal} instead={signInUrl(place)} />
      <Form onSend={() => submit()}>
        {isAsked ? (
          <Field
            ref={field}
            label={t('word.email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={known}
            required
            error={wrong}
          />
        ) : null}
        <Button type="submit" size="lg" busy={flow.running !== undefined} className="w-full">
          {t('sign-in.button')}
        </Button>
      </Form>
      {isAsked ? null : (
        <Button variant="quiet" className="mt-3" onClick={chooseAnother}>
          {t('sign-in-link.another')}
        </Button>
      )}
    </AccountPage>
  )
}
