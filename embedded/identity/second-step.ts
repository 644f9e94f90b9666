import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts, pendingSignIns, secondFactors } from './identity.tables.ts'
import type { Account, SecondFactor } from './identity.tables.ts'
import { forgetAttempts, takeAttempt } from './limits.ts'
import { presentSecondFactor } from './present-account.ts'
import { unseal } from './seal.ts'
import { listSecondFactors } from './second-factors.ts'
import { issueTokens, sha256, startSession } from './sessions.ts'
import type { OpenSession, SessionStart } from './sessions.ts'
import { matchingStep } from './totp.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const pendingMs = 10 * 60_000
const wrongCodesAllowed = 5

/** A first step that was right, waiting for the second. */
interface PendingSignIn {
  pendingCredential: string
  factors: SecondFactor[]
}

/** Begins a session, or for an account with a second step only the wait for that. */
export async function startSessionOrAsk(
  tx: Tx,
  account: Account,
  how: SessionStart,
): Promise<OpenSession | PendingSignIn> {
  const factors = await listSecondFactors(tx, account.localId)
  if (factors.length === 0) return startSession(tx, account, how)
  const pendingCredential = randomBytes(32).toString('base64url')
  await tx.insert(pendingSignIns).values({
    credentialHash: sha256(pendingCredential),
    localId: account.localId,
    signInProvider: how.signInProvider,
    expiresAt: new Date(how.now.getTime() + pendingMs),
  })
  return { pendingCredential, factors }
}

/** Tokens, or what the SDK needs to ask for the second step; never both, and no empty key of either. */
export async function presentSignIn(
  identity: Identity,
  account: Account,
  outcome: OpenSession | PendingSignIn,
): Promise<object> {
  if ('session' in outcome) return issueTokens(identity, account, outcome)
  return { mfaPendingCredential: outcome.pendingCredential, mfaInfo: outcome.factors.map(presentSecondFactor) }
}

/** Begins the session once the code is right. A wrong one may be tried again, five times in all. */
export async function finishSecondStep(identity: Identity, request: WireRequest): Promise<object> {
  const credential = readText(request.body, 'mfaPendingCredential')
  const enrollmentId = readText(request.body, 'mfaEnrollmentId')
  const proof = readFields(request.body, 'totpVerificationInfo')
  const code = proof && readText(proof, 'verificationCode')
  if (!credential) throw new WireError('MISSING_MFA_PENDING_CREDENTIAL')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  if (!code) throw new WireError('MISSING_CODE')

  const now = identity.now()
  const credentialHash = sha256(credential)
  const counted = await countTry(identity, credentialHash, now)
  const attemptsName = `second step ${counted.localId}`
  await takeAttempt(identity, attemptsName)
  const factor = (await listSecondFactors(identity.db, counted.localId)).find(
    (one) => one.enrollmentId === enrollmentId,
  )
  if (!factor) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  const encoded = factor.sealedSecret && unseal(identity.encryptionKey, factor.enrollmentId, factor.sealedSecret)
  const step = encoded && matchingStep(Buffer.from(encoded, 'base64'), code, now)
  if (!step) throw new WireError('INVALID_CODE')

  const { account, open } = await inTransaction(identity.db, async (tx) => {
    // the same code must not count twice, nor the same credential
    const fresh = await tx
      .update(secondFactors)
      .set({ lastUsedStep: step })
      .where(and(eq(secondFactors.enrollmentId, enrollmentId), lt(secondFactors.lastUsedStep, step)))
      .returning()
    if (fresh.length === 0) throw new WireError('INVALID_CODE')
    const [pending] = await tx
      .delete(pendingSignIns)
      .where(eq(pendingSignIns.credentialHash, credentialHash))
      .returning()
    if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
    const [current] = await tx
      .update(accounts)
      .set({ lastLoginAt: now })
      .where(eq(accounts.localId, pending.localId))
      .returning()
    if (!current) throw new WireError('USER_NOT_FOUND')
    if (current.disabledAt) throw new WireError('USER_DISABLED')
    const { signInProvider } = pending
    const how = { signInProvider, authenticatedAt: now, now, request, secondFactor: factor }
    return { account: current, open: await startSession(tx, current, how) }
  })
  await forgetAttempts(identity, attemptsName)
  return { ...(await issueTokens(identity, account, open)), totpAuthInfo: {} }
}

// Counted before the code is looked at, so that parallel guesses count too.
async function countTry(identity: Identity, credentialHash: Buffer, now: Date): Promise<{ localId: string }> {
  const [pending] = await identity.db
    .update(pendingSignIns)
    .set({ wrongCodes: sql`${pendingSignIns.wrongCodes} + 1` })
    .where(
      and(
        eq(pendingSignIns.credentialHash, credentialHash),
        gt(pendingSignIns.expiresAt, now),
        lt(pendingSignIns.wrongCodes, wrongCodesAllowed),
      ),
    )
    .returning()
  if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
  return pending
}
