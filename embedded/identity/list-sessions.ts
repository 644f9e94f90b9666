import { desc, eq } from 'drizzle-orm'
import { authenticate } from './authenticate.ts'
import type { Call } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { readText } from './wire-body.ts'

/** Lists the sessions of the caller, most recently used first. */
export async function listSessions(call: Call): Promise<object> {
  const { account, session: current } = await authenticate(call, readText(call.body, 'idToken'))
  const rows = await call.db
    .select()
    .from(sessions)
    .where(eq(sessions.localId, account.localId))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100)
  return {
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
