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
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/sign-up.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up – Boltyard' },
  {
    name: 'description',
    content: 'Open an account at Boltyard and order parts, tools and machines in trade quantities.',
  },
]

const place = '/home'

export default function SignUpRoute() {
  const entering = useEntering(place)
  const { stage, joining } = entering
  const heading = useStageHeading(joining ? 'joining' : stage.at)
  if (joining) return <AccountExists joining={joining} />
  const { title, text } =
    stage.at === 'start'
      ? { title: 'SignUp to your account', text: 'It takes a minute. We send you a mail to confirm your address.' }
      : stageWords[stage.at]
  return (
    <AccountPage title={title} text={text} headingRef={heading}>
      <NeedsScript what="Signing up" />
      {stage.at === 'start' ? <SignUpForm entering={entering} /> : <EntryStage stage={stage} entering={entering} />}
    </AccountPage>
  )
}

function AccountExists({ joining }: { joining: { providerId: string; email: string } }) {
  return (
    <AccountPage
      title="You have an account already"
      text={
        <>
          It belongs to <strong className="wrap-anywhere">{joining.email}</strong>. Sign in the way you did before, and{' '}
          {providerName(joining.providerId)} will open it, too, from then on.
        </>
      }
    >
      <ButtonLink to="/sign-in">Sign In</ButtonLink>
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
      ...(!wish.name && { name: 'Enter your first name.' }),
      ...(!wish.email && { email: 'Enter your e-mail address.' }),
      ...(!wish.password && { password: 'Choose a password.' }),
    })
    if (!wish.name || !wish.email || !wish.password) return toast.error('Please enter valid details')
    setBusy(true)
    try {
      await signUp(wish)
    } catch (error) {
      setBusy(false)
      return toast.error(problemSentence(error))
    }
    toast.success('Please verifying your email again')
    void navigate(place)
  }

  return (
    <>
      <form
        noValidate
        method="post"
        data-early
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        <div className="grid gap-5 xs:grid-cols-2">
          <Field label="First Name" name="firstName" autoComplete="given-name" required error={missing.name} />
          <Field label="Last Name" name="lastName" autoComplete="family-name" />
        </div>
        <Field label="Email" name="email" type="email" autoComplete="username" required error={missing.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          error={missing.password}
          hint="At least 8 characters."
          required
        />
        <div className="grid gap-3">
          <ProviderButtons entering={entering} from={place} />
          <Button type="submit" size="lg" busy={busy} className="w-full">
            Create my account
          </Button>
        </div>
      </form>
      <p className="mt-6">
        Have an account already?{' '}
        <Link to="/signin" className={textLink}>
          Sign In here
        </Link>
      </p>
    </>
  )
}
