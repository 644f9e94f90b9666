import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { EntryStage, stageWords } from '#web/identity/entry-stages.tsx'
import { ProviderButtons } from '#web/identity/other-ways.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { signUp } from '#web/identity/sign-in-ways.ts'
import { type Entering, useEntering } from '#web/identity/use-entering.ts'
import { useStageHeading } from '#web/identity/use-stage-heading.ts'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/sign-up.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t('sign-up.page-title'), description: t('sign-up.page-description'), path: '/signup' })

const place = '/home'

export default function SignUpRoute() {
  const entering = useEntering(place)
  const { stage, joining } = entering
  const heading = useStageHeading(joining ? 'joining' : stage.at)
  if (joining) return <AccountExists joining={joining} />
  const { title, text } =
    stage.at === 'start' ? { title: t('sign-up.title'), text: t('sign-up.text') } : stageWords(stage.at)
  return (
    <AccountPage title={title} text={text} headingRef={heading}>
      <NeedsScript what={t('sign-up.what')} />
      {stage.at === 'start' ? <SignUpForm entering={entering} /> : <EntryStage stage={stage} entering={entering} />}
    </AccountPage>
  )
}

function AccountExists({ joining }: { joining: { providerId: string; email: string } }) {
  return (
    <AccountPage
      title={t('sign-up.exists')}
      text={
        <Sentence
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

function SignUpForm({ entering }: { entering: Entering }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: string; password?: string }>({})

  async function submit(form: FormData) {
    const wish = {
      name: formText(form, 'firstName').trim(),
      email: formText(form, 'email').trim(),
      password: formText(form, 'password'),
    }
    setMissing({
      ...(!wish.name && { name: t('sign-up.no-name') }),
      ...(!wish.email && { email: t('sign-in.no-email') }),
      ...(!wish.password && { password: t('sign-up.no-password') }),
    })
    if (!wish.name || !wish.email || !wish.password) return toast.error(t('sign-in.invalid'))
    setBusy(true)
    try {
      await signUp(wish)
    } catch (error) {
      setBusy(false)
      return toast.error(problemSentence(error))
    }
    toast.success(t('sign-up.done'))
    void navigate(place)
  }

  return (
    <>
      <Form data-early onSend={(data) => submit(data)}>
        <div className="grid gap-5 xs:grid-cols-2">
          <Field
            label={t('sign-up.first-name')}
            name="firstName"
            autoComplete="given-name"
            required
            error={missing.name}
          />
          <Field label={t('sign-up.last-name')} name="lastName" autoComplete="family-name" />
        </div>
        <Field
          label={t('form.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={missing.email}
        />
        <Field
          label={t('sign-in.password')}
          name="password"
          type="password"
          autoComplete="new-password"
          error={missing.password}
          hint={t('sign-up.password-hint')}
          required
        />
        <div className="grid gap-3">
          <ProviderButtons entering={entering} from={place} />
          <Button type="submit" size="lg" busy={busy} className="w-full">
            {t('sign-up.button')}
          </Button>
        </div>
      </Form>
      <p className="mt-6">
        {t('sign-up.have')}{' '}
        <Link to="/signin" className={textLink}>
          {t('sign-up.sign-in')}
        </Link>
      </p>
    </>
  )
}
