import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { signUp } from '#web/identity/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/sign-up.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up – Boltyard' },
  {
    name: 'description',
    content: 'Open an account at Boltyard and order parts, tools and machines in trade quantities.',
  },
]

export default function SignUpRoute() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: string; password?: string }>({})

  async function submit(form: FormData) {
    const wish = {
      name: text(form, 'firstName').trim(),
      email: text(form, 'email').trim(),
      password: text(form, 'password'),
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
    void navigate('/home')
  }

  return (
    <AccountPage title="SignUp to your account" text="It takes a minute. We send you a mail to confirm your address.">
      <NeedsScript what="Signing up" />
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
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Create my account
        </Button>
      </form>
      <p className="mt-6">
        Have an account already?{' '}
        <Link to="/signin" className={textLink}>
          Sign In here
        </Link>
      </p>
    </AccountPage>
  )
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
