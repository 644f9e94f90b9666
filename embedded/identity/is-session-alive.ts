import { eq } from 'drizzle-orm'
import type { IdentityDeps } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'

/** For whoever runs the service: whether the session of an ID token (its `sid`) still runs. */
export async function isSessionAlive({ db }: Pick<IdentityDeps, 'db'>, sessionId: string): Promise<boolean> {
  const found = await db
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(eq(sessions.sessionId, sessionId))
  return found.length > 0
}
