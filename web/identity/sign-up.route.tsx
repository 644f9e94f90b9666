import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isPersonName } from '#contract/person-name.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { EmailTaken } from '#web/identity/email-taken.tsx'
import { SignInStepForm, stepMessages } from '#web/identity/sign-in-steps.tsx'
import { isAboutEmail, isAboutPassword, isEmailTaken } from '#web/identity/identity-problem.ts'
import { ProviderButtons } from '#web/identity/other-sign-in-methods.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { signUp } from '#web/identity/sign-in-methods.ts'
import { useFirstField } from '#web/identity/use-first-field.ts'
import { type SignInFlow, useSignInFlow } from '#web/identity/use-sign-in-flow.ts'
import { useStepHeading } from '#web/identity/use-step-heading.ts'
import { useRootData } from '#web/page/root-data.ts'
import { storedText } from '#web/page/stored-text.ts'
import { pageMeta } from '#web/page/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/sign-up.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t('sign-up.page-title'), description: t('sign-up.page-description'), path: '/signup' })

const place = '/home'

export default function SignUpRoute() {
  const flow = useSignInFlow(place)
  const { stage, joining } = flow
  const heading = useStepHeading(joining ? 'joining' : stage.at)
  if (joining) return <AccountExists joining={joining} />
  const { title, text } =
    stage.at === 'start' ? { title: t('sign-up.title'), text: t('sign-up.text') } : stepMessages(stage.at)
  return (
    <AccountPage title={title} text={text} headingRef={heading}>
      <NeedsScript what={t('sign-up.what')} />
      {stage.at === 'start' ? <SignUpForm flow={flow} /> : <SignInStepForm stage={stage} flow={flow} />}
    </AccountPage>
  )
}

function AccountExists({ joining }: { joining: { providerId: string; email: string } }) {
  return (
    <AccountPage
      title={t('sign-up.exists')}
      text={
        <RichMessage
          id="sign-up.exists-text"
          values={{ email: joining.email, provider: providerName(joining.providerId) }}
          parts={{ strong: <strong className="wrap-anywhere" /> }}
        />
      }
    >
      <ButtonLink to="/sign-in">{t('sign-in.button')}</ButtonLink>
    </AccountPage>
  )
}

function SignUpForm({ flow }: { flow: SignInFlow }) {
  const navigate = useNavigate()
  const privacy = useRootData()?.legal.find(({ kind }) => kind === 'privacy')
  const first = useRef<HTMLInputElement>(null)
  useFirstField(first)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: ReactNode; password?: string }>({})

  async function submit(form: FormData) {
    const input = {
      name: formText(form, 'firstName').trim(),
      email: formText(form, 'email').trim(),
      password: formText(form, 'password'),
    }
    const lacks = {
      ...(!input.name && { name: t('sign-up.no-name') }),
      ...(input.name && !isPersonName(input.name) && { name: t('form.person-name') }),
      ...(!input.email && { email: t('sign-in.no-email') }),
      ...(!input.password && { password: t('sign-up.no-password') }),
    }
    setMissing(lacks)
    flow.setProblem(undefined)
    if (Object.keys(lacks).length > 0) return toast.error(t('sign-in.invalid'))
    setBusy(true)
    try {
      await signUp(input)
    } catch (error) {
      setBusy(false)
      const message = errorMessageOf(error)
      if (isAboutPassword(error)) setMissing({ password: message })
      if (isEmailTaken(error)) setMissing({ email: <EmailTaken email={input.email} place={place} /> })
      else if (isAboutEmail(error)) setMissing({ email: message })
      else if (!isAboutPassword(error)) flow.setProblem(message)
      return toast.error(message)
    }
    // It is not part of the account; the checkout suggests it for the first address.
    storedText('localStorage', `boltyard.last-name.${input.email}`).write(formText(form, 'lastName').trim() || null)
    toast.success(t('sign-up.done'))
    void navigate(place)
  }

  return (
    <>
      <Form data-early onSend={(data) => submit(data)}>
        <div className="grid gap-5 xs:grid-cols-2">
          <Field
            ref={first}
            label={t('sign-up.first-name')}
            name="firstName"
            autoComplete="given-name"
            required
            error={missing.name}
          />
          <Field label={t('sign-up.last-name')} name="lastName" autoComplete="family-name" />
        </div>
        <Field
          label={t('word.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={missing.email}
        />
        <Field
          label={t('word.password')}
          name="password"
          type="password"
          autoComplete="new-password"
          error={missing.password}
          hint={t('sign-up.password-hint')}
          required
        />
        {flow.problem ? <FormError text={flow.problem} /> : null}
        <div className="grid gap-3">
          <ProviderButtons flow={flow} from={place} />
          <Button type="submit" size="lg" busy={busy} className="w-full">
            {t('sign-up.button')}
          </Button>
        </div>
      </Form>
      {privacy ? (
        <p className="muted mt-4 text-sm">
          <RichMessage id="sign-up.privacy" parts={{ link: <Link to={privacy.url} className={textLink} /> }} />
        </p>
      ) : null}
      <p className="mt-6">
        {t('sign-up.have')}{' '}
        <Link to="/signin" className={textLink}>
          {t('sign-up.sign-in')}
        </Link>
      </p>
    </>
  )
}
