import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import type { Call, Tx } from './identity-deps.ts'
import { pendingSignIns, secondFactors } from './identity.tables.ts'
import type { Account, SecondFactor } from './identity.tables.ts'
import { resetAttempts, guessAt, limits, consumeAttempt } from './limits.ts'
import type { Guess } from './limits.ts'
import { assertPhonesAllowed } from './phone-number.ts'
import { redeemPhoneSession, sendTextCode, checkCode } from './phone-sessions.ts'
import { presentMaskedFactor } from './present-account.ts'
import { unseal } from './seal.ts'
import { listSecondFactors } from './second-factors.ts'
import { issueTokens, sha256, startSession } from './sessions.ts'
import type { OpenSession } from './sessions.ts'
import { matchingStep } from './totp.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { lockAccount } from './write-account.ts'

const pendingMs = 10 * 60_000
const maxWrongCodes = 5

/** Holds the state after a correct first factor. */
interface PendingSignIn {
  pendingCredential: string
  factors: SecondFactor[]
}

/** Begins a session, or for an account with a second step only the wait for that. */
export async function startSessionOrSecondFactor(
  tx: Tx,
  call: Call,
  account: Account,
  signInProvider: string,
): Promise<OpenSession | PendingSignIn> {
  const { localId } = account
  const factors = await listSecondFactors(tx, localId)
  if (factors.length === 0) return startSession(tx, call, account, { signInProvider })
  const pendingCredential = randomBytes(32).toString('base64url')
  const expiresAt = new Date(call.at.getTime() + pendingMs)
  await tx
    .insert(pendingSignIns)
    .values({ credentialHash: sha256(pendingCredential), localId, signInProvider, expiresAt })
  return { pendingCredential, factors }
}

/** Presents tokens, or the request for a second factor; never both, and no empty keys. */
export async function presentSignIn(
  call: Call,
  account: Account,
  outcome: OpenSession | PendingSignIn,
): Promise<object> {
  if ('session' in outcome) return issueTokens(call, account, outcome)
  return { mfaPendingCredential: outcome.pendingCredential, mfaInfo: outcome.factors.map(presentMaskedFactor) }
}

/** Texts the code of the second step to the number that the account has for it. */
export async function startSecondFactorSignIn(call: Call): Promise<object> {
  const credentialHash = readCredential(call)
  const enrollmentId = readText(call.body, 'mfaEnrollmentId')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  const pending = await getPendingSignIn(call)
  const { phoneNumber } = await getFactor(call, pending.localId, enrollmentId)
  if (!phoneNumber) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  assertPhonesAllowed(call)
  const sessionInfo = await sendTextCode(call, {
    purpose: 'second-step',
    phoneNumber,
    captchaToken: readText(readFields(call.body, 'phoneSignInInfo') ?? {}, 'recaptchaToken'),
    localId: pending.localId,
    enrollmentId,
    credentialHash,
  })
  return { phoneResponseInfo: { sessionInfo } }
}

/** Begins the session once the code is right. A wrong one may be tried again, five times in all. */
export async function finishSecondFactor(call: Call): Promise<object> {
  const credentialHash = readCredential(call)
  const phone = readFields(call.body, 'phoneVerificationInfo')
  const totp = readFields(call.body, 'totpVerificationInfo')
  const enrollmentId = readText(call.body, 'mfaEnrollmentId')
  const code = readText(phone ?? totp ?? {}, phone ? 'code' : 'verificationCode')
  if (!phone && !enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  if (!code) throw new WireError('MISSING_CODE')
  const pending = await getPendingSignIn(call)
  const { localId } = pending
  const guess = secondFactorGuess(pending, call)
  await consumeAttempt(call, guess)
  await countTry(call)
  const { factor, redeem } = phone
    ? await verifyPhoneCode(call, credentialHash, phone)
    : await verifyTotpCode(call, await getFactor(call, localId, enrollmentId), code)

  const { account, open } = await finishPendingSignIn(call, credentialHash, redeem, factor)
  await resetAttempts(call, guess)
  return { ...(await issueTokens(call, account, open)), ...(phone ? { phoneAuthInfo: {} } : { totpAuthInfo: {} }) }
}

/** Completes the sign-in that waited for a second factor. `redeem` uses up the proof in the same transaction. */
export async function finishPendingSignIn(
  call: Call,
  credentialHash: Buffer,
  redeem: (tx: Tx) => Promise<void>,
  secondFactor?: SecondFactor,
): Promise<{ account: Account; open: OpenSession }> {
  return inTransaction(call.db, async (tx) => {
    const isPending = eq(pendingSignIns.credentialHash, credentialHash)
    const [begun] = await tx.select().from(pendingSignIns).where(isPending)
    const current = begun && (await lockAccount(tx, begun.localId))
    // the same code must not count twice, nor the same credential
    await redeem(tx)
    const [pending] = await tx.delete(pendingSignIns).where(isPending).returning()
    if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
    if (!current) throw new WireError('USER_NOT_FOUND')
    if (current.disabledAt) throw new WireError('USER_DISABLED')
    const { signInProvider } = pending
    return { account: current, open: await startSession(tx, call, current, { signInProvider, secondFactor }) }
  })
}

/** Holds a correct code, and how to redeem it in the transaction. */
interface Proof {
  factor: SecondFactor
  redeem: (tx: Tx) => Promise<void>
}

async function verifyPhoneCode(call: Call, credentialHash: Buffer, fields: Fields): Promise<Proof> {
  const session = await checkCode(call, fields, 'second-step')
  if (!session.credentialHash?.equals(credentialHash)) throw new WireError('INVALID_SESSION_INFO')
  const factor = await getFactor(call, session.localId ?? '', session.enrollmentId ?? '')
  return { factor, redeem: (tx) => redeemPhoneSession(tx, session) }
}

async function verifyTotpCode(call: Call, factor: SecondFactor, code: string): Promise<Proof> {
  const { enrollmentId, localId, sealedSecret } = factor
  if (!sealedSecret) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  const encoded = unseal(call.encryptionKey, enrollmentId, sealedSecret)
  const step = encoded && matchingStep(Buffer.from(encoded, 'base64'), code, call.at)
  if (!step) {
    await record(call.db, call, { event: 'second-factor-failed', localId, method: 'totp' })
    throw new WireError('INVALID_CODE')
  }
  return {
    factor,
    async redeem(tx) {
      const fresh = await tx
        .update(secondFactors)
        .set({ lastUsedStep: step })
        .where(and(eq(secondFactors.enrollmentId, enrollmentId), lt(secondFactors.lastUsedStep, step)))
        .returning()
      if (fresh.length === 0) throw new WireError('INVALID_CODE')
    },
  }
}

async function getFactor(call: Call, localId: string, enrollmentId: string | undefined): Promise<SecondFactor> {
  const factors = await listSecondFactors(call.db, localId)
  const factor = factors.find((one) => one.enrollmentId === enrollmentId)
  if (!factor) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

/** Returns the account of a request's credential, after its first factor. */
export async function getPendingSignIn(call: Call): Promise<{ localId: string }> {
  const [pending] = await call.db.select().from(pendingSignIns).where(usable(call))
  if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
  return pending
}

/** Returns the limits for codes of an account, over all its pending sign-ins. */
export function secondFactorGuess(pending: { localId: string }, call: Pick<Call, 'network'>): Guess {
  return guessAt(secondFactorSubject(pending), call, limits.codeGuessesOfAccount)
}

export const secondFactorSubject = ({ localId }: { localId: string }): string => `second step ${localId}`

export function readCredential(call: Pick<Call, 'body'>): Buffer {
  const credential = readText(call.body, 'mfaPendingCredential')
  if (!credential) throw new WireError('MISSING_MFA_PENDING_CREDENTIAL')
  return sha256(credential)
}

// Counted before the code is looked at, so that parallel guesses count too.
export async function countTry(call: Call): Promise<void> {
  const [pending] = await call.db
    .update(pendingSignIns)
    .set({ wrongCodes: sql`${pendingSignIns.wrongCodes} + 1` })
    .where(usable(call))
    .returning()
  if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
}

function usable(call: Call) {
  return and(
    eq(pendingSignIns.credentialHash, readCredential(call)),
    gt(pendingSignIns.expiresAt, call.at),
    lt(pendingSignIns.wrongCodes, maxWrongCodes),
  )
}
