import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInUrl } from '#web/identity/return-path.ts'
import { type Session, useSession } from '#web/identity/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

export type SignedIn = Extract<Session, { status: 'signed-in' }>

/** Shows its content to signed-in people; sends others to sign in and back to here. A spinner until it is known who looks. */
export function RequireSignIn({
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
    if (signedOut) void navigate(signInUrl(pathname + search), { replace: true })
  }, [signedOut, navigate, pathname, search])
  return session.status === 'signed-in' ? children(session) : (waiting ?? <PageSpinner />)
}
