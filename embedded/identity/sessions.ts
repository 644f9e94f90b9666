import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, or } from 'drizzle-orm'
import { record } from './audit.ts'
import type { Database, Identity, Tx } from './identity-deps.ts'
import { accounts, pendingSignIns, refreshTokens, sessions } from './identity.tables.ts'
import type { Account, AuditEvent, SecondFactor, Session } from './identity.tables.ts'
import { tokenLifetimeSeconds } from './keys.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { idTokenClaims } from './present-account.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const day = 86_400_000
const idleMs = 30 * day
const absoluteMs = 180 * day
const handlesPerSession = 8

/** What the SDK keeps of a sign-in. */
export interface IssuedTokens {
  idToken: string
  refreshToken: string
  expiresIn: string
}

/** A session that has begun in a transaction; `issueTokens` makes its tokens once that has committed. */
export interface OpenSession {
  session: Session
  refreshToken: string
}

export interface SessionStart {
  signInProvider: string
  authenticatedAt: Date
  now: Date
  request: WireRequest
  /** The second step, when there was one. */
  secondFactor?: Pick<SecondFactor, 'kind' | 'enrollmentId'>
  /** What the audit log calls it, if not a sign-in. */
  event?: AuditEvent
}

/** Begins a session; `authenticatedAt` is when the person last proved who they are. */
export async function startSession(tx: Tx, account: Pick<Account, 'localId'>, how: SessionStart): Promise<OpenSession> {
  const [session] = await tx
    .insert(sessions)
    .values({
      sessionId: randomBytes(16).toString('base64url'),
      localId: account.localId,
      signInProvider: how.signInProvider,
      authenticatedAt: how.authenticatedAt,
      createdAt: how.now,
      lastUsedAt: how.now,
      ipAddress: how.request.ipAddress,
      userAgent: how.request.userAgent?.slice(0, 300) ?? null,
      secondFactor: how.secondFactor?.kind ?? null,
      secondFactorId: how.secondFactor?.enrollmentId ?? null,
    })
    .returning()
  if (!session) throw new Error('INSERT … RETURNING gave no row')
  const { event = 'sign-in', signInProvider: method, now, request } = how
  await record(tx, { event, localId: account.localId, method, now, request })
  return { session, refreshToken: await insertRefreshToken(tx, session.sessionId, how.now) }
}

/** A running session that now stands on another proof, with tokens that say so. */
export async function upgradeSession(
  tx: Tx,
  { sessionId }: Pick<Session, 'sessionId'>,
  proof: Partial<Pick<Session, 'signInProvider' | 'secondFactor' | 'secondFactorId'>>,
  now: Date,
): Promise<OpenSession> {
  const [session] = await tx.update(sessions).set(proof).where(eq(sessions.sessionId, sessionId)).returning()
  if (!session) throw new WireError('TOKEN_EXPIRED')
  return { session, refreshToken: await addRefreshToken(tx, sessionId, now) }
}

/** One more refresh token for a running session; the older ones stay good, the oldest of too many goes. */
async function addRefreshToken(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const surplus = await tx
    .select({ tokenHash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessionId))
    .orderBy(desc(refreshTokens.createdAt))
    .offset(handlesPerSession - 1)
  for (const { tokenHash } of surplus) await tx.delete(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash))
  return insertRefreshToken(tx, sessionId, now)
}

export async function issueTokens(identity: Identity, account: Account, open: OpenSession): Promise<IssuedTokens> {
  const linked = await listLinkedProviders(identity.db, account.localId)
  return {
    idToken: await identity.keys.sign(idTokenClaims(account, open.session, linked)),
    refreshToken: open.refreshToken,
    expiresIn: String(tokenLifetimeSeconds),
  }
}

/** The session and account behind a refresh token; undefined when it is unknown, ended or too old. */
export async function findSessionByRefreshToken(
  db: Database | Tx,
  refreshToken: string,
  now: Date,
): Promise<{ session: Session; account: Account } | undefined> {
  const [found] = await db
    .select({ session: sessions, account: accounts })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.sessionId, refreshTokens.sessionId))
    .innerJoin(accounts, eq(accounts.localId, sessions.localId))
    .where(
      and(
        eq(refreshTokens.tokenHash, sha256(refreshToken)),
        gt(sessions.lastUsedAt, new Date(now.getTime() - idleMs)),
        gt(sessions.createdAt, new Date(now.getTime() - absoluteMs)),
      ),
    )
  return found
}

/** Ends all sessions and half-made sign-ins of an account, or all but one. Their tokens are refused from here on. */
export async function endSessions(tx: Tx, localId: string, exceptSessionId?: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.localId, localId))
  await tx
    .delete(sessions)
    .where(
      exceptSessionId === undefined
        ? eq(sessions.localId, localId)
        : and(eq(sessions.localId, localId), ne(sessions.sessionId, exceptSessionId)),
    )
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      or(
        lt(sessions.lastUsedAt, new Date(now.getTime() - idleMs)),
        lt(sessions.createdAt, new Date(now.getTime() - absoluteMs)),
      ),
    )
}

async function insertRefreshToken(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const refreshToken = randomBytes(32).toString('base64url')
  await tx.insert(refreshTokens).values({ tokenHash: sha256(refreshToken), sessionId, createdAt: now })
  return refreshToken
}

export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
