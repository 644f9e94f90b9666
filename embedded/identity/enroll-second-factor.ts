import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { secondFactors } from './identity.tables.ts'
import { createMailCode } from './mail-codes.ts'
import { actionLink, secondFactorAddedMail } from './mails.ts'
import { seal, unseal } from './seal.ts'
import { listSecondFactors } from './second-factors.ts'
import { endSessions, issueTokens, upgradeSession } from './sessions.ts'
import { base32, codeLength, matchingStep, periodSeconds } from './totp.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const enrollmentMs = 10 * 60_000

/** A secret for an authenticator app. It counts for nothing until a code made with it comes back. */
export async function startEnrollment(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  if (!readFields(request.body, 'totpEnrollmentInfo')) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Only authenticator apps can be a second step.')
  }
  if (!account.email || session.signInProvider === 'anonymous') throw new WireError('UNSUPPORTED_FIRST_FACTOR')
  if (!account.emailVerifiedAt) throw new WireError('UNVERIFIED_EMAIL')
  assertRecentSignIn(identity, session)
  const factors = await listSecondFactors(identity.db, account.localId)
  if (factors.length > 0) throw new WireError('SECOND_FACTOR_EXISTS')

  const secret = randomBytes(20)
  const endsAt = identity.now().getTime() + enrollmentMs
  const promise = JSON.stringify({ secret: secret.toString('base64'), endsAt })
  return {
    totpSessionInfo: {
      sharedSecretKey: base32(secret),
      verificationCodeLength: codeLength,
      hashingAlgorithm: 'SHA1',
      periodSec: periodSeconds,
      sessionInfo: seal(identity.encryptionKey, enrollmentLabel(account.localId), promise).toString('base64url'),
      finalizeEnrollmentTime: new Date(endsAt).toISOString(),
    },
  }
}

/** Adds the second step, signs out everybody else and tells the owner by mail how to undo it. */
export async function finishEnrollment(identity: Identity, request: WireRequest): Promise<object> {
  const who = await authenticate(identity, readText(request.body, 'idToken'))
  const { localId, email } = who.account
  if (!email || !who.account.emailVerifiedAt) throw new WireError('UNVERIFIED_EMAIL')
  assertRecentSignIn(identity, who.session)
  const { secret, step } = readProof(identity, request, who)
  const displayName = readText(request.body, 'displayName')?.slice(0, 100) || null
  const now = identity.now()
  const enrollmentId = randomBytes(16).toString('base64url')

  const open = await inTransaction(identity.db, async (tx) => {
    const [added] = await tx
      .insert(secondFactors)
      .values({
        enrollmentId,
        localId,
        kind: 'totp',
        displayName,
        sealedSecret: seal(identity.encryptionKey, enrollmentId, secret.toString('base64')),
        lastUsedStep: step,
        enrolledAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!added) throw new WireError('SECOND_FACTOR_EXISTS')
    await endSessions(tx, localId, who.session.sessionId)
    const order = { purpose: 'REVERT_SECOND_FACTOR_ADDITION', localId, email, enrollmentId } as const
    const code = await createMailCode(tx, order, now)
    const link = actionLink(identity, request, 'revertSecondFactorAddition', code)
    await identity.sendMail(tx, secondFactorAddedMail(email, link))
    return upgradeSession(tx, who.session, { secondFactor: 'totp', secondFactorId: enrollmentId }, now)
  })
  return { ...(await issueTokens(identity, who.account, open)), totpAuthInfo: {} }
}

/** Takes a second step off the account. */
export async function withdrawEnrollment(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  const enrollmentId = readText(request.body, 'mfaEnrollmentId')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  assertRecentSignIn(identity, session)
  const open = await inTransaction(identity.db, async (tx) => {
    const removed = await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.enrollmentId, enrollmentId), eq(secondFactors.localId, account.localId)))
      .returning()
    if (removed.length === 0) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
    return upgradeSession(tx, session, { secondFactor: null, secondFactorId: null }, identity.now())
  })
  return { ...(await issueTokens(identity, account, open)) }
}

function readProof(identity: Identity, request: WireRequest, { account }: Authenticated) {
  const proof = readFields(request.body, 'totpVerificationInfo')
  const sessionInfo = proof && readText(proof, 'sessionInfo')
  const code = proof && readText(proof, 'verificationCode')
  if (!sessionInfo) throw new WireError('MISSING_SESSION_INFO')
  if (!code) throw new WireError('MISSING_CODE')
  const sealed = Buffer.from(sessionInfo, 'base64url')
  const promise = unseal(identity.encryptionKey, enrollmentLabel(account.localId), sealed)
  if (promise === undefined) throw new WireError('INVALID_SESSION_INFO')
  // sealed by us, so its shape is ours
  const { secret: encoded, endsAt } = JSON.parse(promise) as { secret: string; endsAt: number }
  const now = identity.now()
  if (endsAt <= now.getTime()) throw new WireError('SESSION_EXPIRED')
  const secret = Buffer.from(encoded, 'base64')
  const step = matchingStep(secret, code, now)
  if (step === undefined) throw new WireError('INVALID_CODE')
  return { secret, step }
}

function enrollmentLabel(localId: string): string {
  return `totp enrollment of ${localId}`
}
