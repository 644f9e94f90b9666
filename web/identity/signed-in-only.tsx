import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInPath } from '#web/identity/origin-location.ts'
import { type Session, useSession } from '#web/identity/session.ts'
import { bringBackTyped, watchTyping } from '#web/identity/typed-text.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

export type SignedIn = Extract<Session, { status: 'signed-in' }>

/** Shows its content to signed-in people; sends others to sign in and back to here. A spinner until it is known who looks. */
export function SignedInOnly({
  children,
  waiting,
}: {
  children: (person: SignedIn) => ReactNode
  waiting?: ReactNode
}) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const signedOut = session.status === 'signed-out'
  useEffect(() => {
    if (signedOut) void navigate(signInPath(pathname + search), { replace: true })
  }, [signedOut, navigate, pathname, search])
  useEffect(watchTyping, [])
  const email = session.status === 'signed-in' ? session.email : undefined
  useEffect(() => (email === undefined ? undefined : bringBackTyped(email)), [email, pathname])
  return session.status === 'signed-in' ? children(session) : (waiting ?? <PageSpinner />)
}
