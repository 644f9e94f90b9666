import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, or } from 'drizzle-orm'
import { record } from './audit.ts'
import type { Call, Database, Tx } from './identity-deps.ts'
import { accounts, pendingSignIns, refreshTokens, sessions, tokensOfDisabled } from './identity.tables.ts'
import type { Account, AuditEvent, SecondFactor, Session } from './identity.tables.ts'
import { tokenLifetimeSeconds } from './keys.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { idTokenClaims } from './present-account.ts'
import { WireError } from './wire-error.ts'
import { changeAccount } from './write-account.ts'

const day = 86_400_000
const idleMs = 30 * day
const absoluteMs = 180 * day
const handlesPerSession = 8

/** Holds the tokens of a sign-in for the SDK. */
export interface IssuedTokens {
  idToken: string
  refreshToken: string
  expiresIn: string
}

/** Holds a session started in a transaction; `issueTokens` creates its tokens after the commit. */
export interface OpenSession {
  session: Session
  refreshToken: string
}

export interface SessionStart {
  signInProvider: string
  /** The time of the last authentication; now if absent. */
  authenticatedAt?: Date
  /** The second factor, if any. */
  secondFactor?: Pick<SecondFactor, 'kind' | 'enrollmentId'> | undefined
  /** The audit event, if not a sign-in; null if it is recorded already. */
  event?: AuditEvent | null
}

/** Starts a session, which completes a sign-in. */
export async function startSession(
  tx: Tx,
  call: Call,
  { localId }: Pick<Account, 'localId'>,
  { signInProvider, authenticatedAt = call.at, secondFactor, event = 'sign-in' }: SessionStart,
): Promise<OpenSession> {
  const { at, language } = call
  const [session] = await tx
    .insert(sessions)
    .values({
      sessionId: randomBytes(16).toString('base64url'),
      localId,
      signInProvider,
      authenticatedAt,
      createdAt: at,
      lastUsedAt: at,
      ipAddress: call.ipAddress,
      userAgent: call.userAgent?.slice(0, 300) ?? null,
      secondFactor: secondFactor?.kind ?? null,
      secondFactorId: secondFactor?.enrollmentId ?? null,
    })
    .returning()
  if (!session) throw new Error('INSERT … RETURNING gave no row')
  await changeAccount(
    tx,
    { localId },
    { ...(event === 'sign-in' && { lastLoginAt: at }), ...(language && { language }) },
  )
  if (event) await record(tx, call, { event, localId, method: signInProvider })
  return { session, refreshToken: await insertRefreshToken(tx, session.sessionId, at) }
}

/** Updates a session after a new authentication, with new tokens. Its earlier refresh tokens stay valid up to a limit. */
export async function upgradeSession(
  tx: Tx,
  { at }: Pick<Call, 'at'>,
  { sessionId }: Pick<Session, 'sessionId'>,
  proof: Partial<Pick<Session, 'signInProvider' | 'secondFactor' | 'secondFactorId'>>,
): Promise<OpenSession> {
  const [session] = await tx.update(sessions).set(proof).where(eq(sessions.sessionId, sessionId)).returning()
  if (!session) throw new WireError('TOKEN_EXPIRED')
  const surplus = tx
    .select({ tokenHash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessionId))
    .orderBy(desc(refreshTokens.createdAt))
    .offset(handlesPerSession - 1)
  await tx.delete(refreshTokens).where(inArray(refreshTokens.tokenHash, surplus))
  return { session, refreshToken: await insertRefreshToken(tx, sessionId, at) }
}

export async function issueTokens(call: Call, account: Account, open: OpenSession): Promise<IssuedTokens> {
  const linked = await listLinkedProviders(call.db, account.localId)
  return {
    idToken: await call.keys.sign(idTokenClaims(account, open.session, linked)),
    refreshToken: open.refreshToken,
    expiresIn: String(tokenLifetimeSeconds),
  }
}

/** Returns session and account of a refresh token; undefined if it is unknown, ended or expired. */
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

/** Ends the sessions of an account that came by one of these sign-in methods, but for the one that removes the method. */
export async function endSessionsBy(
  tx: Tx,
  { sessionId, localId }: Pick<Session, 'sessionId' | 'localId'>,
  signInProviders: readonly string[],
): Promise<void> {
  const methods = [...signInProviders]
  await tx
    .delete(pendingSignIns)
    .where(and(eq(pendingSignIns.localId, localId), inArray(pendingSignIns.signInProvider, methods)))
  const others = and(eq(sessions.localId, localId), ne(sessions.sessionId, sessionId))
  await tx.delete(sessions).where(and(others, inArray(sessions.signInProvider, methods)))
}

/** Keeps the refresh tokens of an account that is disabled, so that their devices are told so rather than only signed out. */
export async function keepTokensOfDisabled(tx: Tx, localId: string): Promise<void> {
  const tokens = tx
    .select({ tokenHash: refreshTokens.tokenHash, localId: sessions.localId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.sessionId, refreshTokens.sessionId))
    .where(eq(sessions.localId, localId))
  await tx.insert(tokensOfDisabled).select(tokens)
}

/** Whether a refresh token belonged to an account that is disabled. */
export async function isTokenOfDisabled(db: Database, refreshToken: string): Promise<boolean> {
  const found = await db
    .select({ localId: tokensOfDisabled.localId })
    .from(tokensOfDisabled)
    .where(eq(tokensOfDisabled.tokenHash, sha256(refreshToken)))
  return found.length > 0
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

/** Whether the session of an ID token (its `sid`) is active. */
export async function isSessionAlive({ db }: Pick<Call, 'db'>, sessionId: string): Promise<boolean> {
  const found = await db
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(eq(sessions.sessionId, sessionId))
  return found.length > 0
}
