import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts, pendingSignIns, secondFactors } from './identity.tables.ts'
import type { Account, SecondFactor } from './identity.tables.ts'
import { forgetAttempts, takeAttempt } from './limits.ts'
import { assertPhonesAllowed } from './phone-number.ts'
import { redeemPhoneSession, textCode, tryCode } from './phone-sessions.ts'
import { presentFactorToStranger } from './present-account.ts'
import { unseal } from './seal.ts'
import { listSecondFactors } from './second-factors.ts'
import { issueTokens, sha256, startSession } from './sessions.ts'
import type { OpenSession, SessionStart } from './sessions.ts'
import { matchingStep } from './totp.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { Fields, WireRequest } from './wire-body.ts'
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
  return { mfaPendingCredential: outcome.pendingCredential, mfaInfo: outcome.factors.map(presentFactorToStranger) }
}

/** Texts the code of the second step to the number that the account has for it. */
export async function startSecondStep(identity: Identity, request: WireRequest): Promise<object> {
  const credentialHash = readCredential(request)
  const enrollmentId = readText(request.body, 'mfaEnrollmentId')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  const [pending] = await identity.db.select().from(pendingSignIns).where(usable(credentialHash, identity.now()))
  if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
  const { phoneNumber } = await getFactor(identity, pending.localId, enrollmentId)
  if (!phoneNumber) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  assertPhonesAllowed(identity)
  const sessionInfo = await textCode(identity, request, {
    purpose: 'second-step',
    phoneNumber,
    captchaToken: readText(readFields(request.body, 'phoneSignInInfo') ?? {}, 'recaptchaToken'),
    localId: pending.localId,
    enrollmentId,
    credentialHash,
  })
  return { phoneResponseInfo: { sessionInfo } }
}

/** Begins the session once the code is right. A wrong one may be tried again, five times in all. */
export async function finishSecondStep(identity: Identity, request: WireRequest): Promise<object> {
  const credentialHash = readCredential(request)
  const phone = readFields(request.body, 'phoneVerificationInfo')
  const totp = readFields(request.body, 'totpVerificationInfo')
  const enrollmentId = readText(request.body, 'mfaEnrollmentId')
  const code = readText(phone ?? totp ?? {}, phone ? 'code' : 'verificationCode')
  if (!phone && !enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  if (!code) throw new WireError('MISSING_CODE')

  const now = identity.now()
  const { localId } = await countTry(identity, credentialHash, now)
  const attemptsName = `second step ${localId}`
  await takeAttempt(identity, attemptsName)
  const { factor, redeem } = phone
    ? await proveByPhone(identity, request, credentialHash, phone)
    : await proveByTotp(identity, request, await getFactor(identity, localId, enrollmentId), code)

  const { account, open } = await inTransaction(identity.db, async (tx) => {
    // the same code must not count twice, nor the same credential
    await redeem(tx)
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
  return { ...(await issueTokens(identity, account, open)), ...(phone ? { phoneAuthInfo: {} } : { totpAuthInfo: {} }) }
}

/** A right code, and how it is used up in the transaction that believes it. */
interface Proof {
  factor: SecondFactor
  redeem: (tx: Tx) => Promise<void>
}

async function proveByPhone(
  identity: Identity,
  request: WireRequest,
  credentialHash: Buffer,
  fields: Fields,
): Promise<Proof> {
  const session = await tryCode(identity, request, fields, 'second-step')
  if (!session.credentialHash?.equals(credentialHash)) throw new WireError('INVALID_SESSION_INFO')
  const factor = await getFactor(identity, session.localId ?? '', session.enrollmentId ?? '')
  return { factor, redeem: (tx) => redeemPhoneSession(tx, session) }
}

async function proveByTotp(
  identity: Identity,
  request: WireRequest,
  factor: SecondFactor,
  code: string,
): Promise<Proof> {
  const { enrollmentId, localId, sealedSecret } = factor
  if (!sealedSecret) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  const now = identity.now()
  const encoded = unseal(identity.encryptionKey, enrollmentId, sealedSecret)
  const step = encoded && matchingStep(Buffer.from(encoded, 'base64'), code, now)
  if (!step) {
    await record(identity.db, { event: 'second-factor-failed', localId, method: 'totp', now, request })
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

async function getFactor(identity: Identity, localId: string, enrollmentId: string | undefined): Promise<SecondFactor> {
  const factors = await listSecondFactors(identity.db, localId)
  const factor = factors.find((one) => one.enrollmentId === enrollmentId)
  if (!factor) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

function readCredential(request: WireRequest): Buffer {
  const credential = readText(request.body, 'mfaPendingCredential')
  if (!credential) throw new WireError('MISSING_MFA_PENDING_CREDENTIAL')
  return sha256(credential)
}

// Counted before the code is looked at, so that parallel guesses count too.
async function countTry(identity: Identity, credentialHash: Buffer, now: Date): Promise<{ localId: string }> {
  const [pending] = await identity.db
    .update(pendingSignIns)
    .set({ wrongCodes: sql`${pendingSignIns.wrongCodes} + 1` })
    .where(usable(credentialHash, now))
    .returning()
  if (!pending) throw new WireError('INVALID_MFA_PENDING_CREDENTIAL')
  return pending
}

function usable(credentialHash: Buffer, now: Date) {
  return and(
    eq(pendingSignIns.credentialHash, credentialHash),
    gt(pendingSignIns.expiresAt, now),
    lt(pendingSignIns.wrongCodes, wrongCodesAllowed),
  )
}
