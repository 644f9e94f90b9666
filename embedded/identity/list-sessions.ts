import { desc, eq } from 'drizzle-orm'
import { authenticate } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/** Where the caller is signed in, the latest used first. */
export async function listSessions(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session: current } = await authenticate(identity, readText(request.body, 'idToken'))
  const rows = await identity.db
    .select()
    .from(sessions)
    .where(eq(sessions.localId, account.localId))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100)
  return {
    kind: 'boltyard#ListSessionsResponse',
    sessions: rows.map((row) => ({
      sessionId: row.sessionId,
      current: row.sessionId === current.sessionId,
      signInProvider: row.signInProvider,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      ...(row.ipAddress && { ipAddress: row.ipAddress }),
      ...(row.userAgent && { userAgent: row.userAgent }),
    })),
  }
}
