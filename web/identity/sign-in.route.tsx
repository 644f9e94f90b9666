import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { AccountPage, NeedsScript, textLink } from '#web/identity/account-page.tsx'
import { originLocation } from '#web/identity/origin-location.ts'
import { sendResetMail, signIn, useSession } from '#web/identity/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/sign-in.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in – Boltyard' },
  { name: 'description', content: 'Sign in to order, pay and follow your orders at Boltyard.' },
]

const successDelayMs = 1000

export default function SignInRoute() {
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit() {
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    setMissing({
      ...(!given.email && { email: 'Enter your e-mail address.' }),
      ...(!given.password && { password: 'Enter your password.' }),
    })
    if (!given.email && !given.password) return toast.error('Please enter valid details')
    setBusy(true)
    try {
      await signIn(given.email, given.password)
    } catch (error) {
      setBusy(false)
      return toast.error(problemSentence(error))
    }
    setTimeout(() => {
      toast.success('Successfully Login')
      void navigate(originLocation(search), { replace: true })
    }, successDelayMs)
  }

  async function forgot() {
    const address = email.current?.value.trim() ?? ''
    if (!address) {
      email.current?.focus()
      setMissing({ email: 'Enter the address to send the mail to.' })
      return toast.error('Please enter email')
    }
    setMissing({})
    try {
      await sendResetMail(address)
      toast.success('Password reset email sent successfully')
    } catch (error) {
      toast.error(problemSentence(error))
    }
  }

  return (
    <AccountPage title="Sign In" text="Welcome back. Sign in to order and to see what is on its way.">
      <NeedsScript what="Signing in" />
      {session.status === 'signed-in' && !busy ? (
        <p className="mb-5 rounded-field border border-base-300 bg-base-200 px-4 py-3">
          You are signed in as <strong className="break-all">{session.email}</strong>.{' '}
          <Link to={originLocation(search)} className={textLink}>
            Continue
          </Link>
        </p>
      ) : null}
      <form
        noValidate
        method="post"
        data-early
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          ref={email}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={missing.email}
        />
        <Field
          ref={password}
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={missing.password}
          required
        />
        <div className="-mt-2">
          <button
            type="button"
            data-early
            className={`${textLink} min-h-11 cursor-pointer text-sm`}
            onClick={() => void forgot()}
          >
            Forget Password
          </button>
        </div>
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Sign In
        </Button>
      </form>
      <p className="mt-6">
        New here?{' '}
        <Link to="/signup" className={textLink}>
          Sign up here
        </Link>
      </p>
    </AccountPage>
  )
}
