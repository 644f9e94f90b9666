import { queryClient } from '#web/api/queries.ts'
import { currentSession, followSession, type Session } from '#web/identity/session.ts'

// Queries of one user are removed when another signs in. Pages that keep queries of a user import this.
if (!import.meta.env.SSR) {
  let owner = ownerOf(currentSession())
  followSession(() => {
    const now = ownerOf(currentSession())
    if (now !== owner) queryClient.clear()
    owner = now
  })
}

function ownerOf(session: Session): string | undefined {
  return session.status === 'signed-in' ? session.email : undefined
}
