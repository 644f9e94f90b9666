import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate, authenticateForChange, holdSession } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { revokeAccess } from './end-access.ts'
import { removeHalfMade } from './half-made-accounts.ts'
import type { Call, Tx } from './identity-deps.ts'
import { recoveryCodes, secondFactors } from './identity.tables.ts'
import type { SecondFactor } from './identity.tables.ts'
import { createMailCode } from './mail-codes.ts'
import { mailLink, notifyOwner } from './mails.ts'
import { assertPhonesAllowed, readPhoneNumber } from './phone-number.ts'
import { redeemPhoneSession, sendTextCode, checkCode } from './phone-sessions.ts'
import { seal } from './seal.ts'
import { assertMayAdd, assertNotBothSteps, deleteSecondFactors, listSecondFactors } from './second-factors.ts'
import { issueTokens, upgradeSession } from './sessions.ts'
import { offerTotpSecret, readTotpEnrollment } from './totp.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { lockAccount } from './write-account.ts'

/** Offers a secret for an authenticator app, or texts a code to a phone. Nothing counts until a right code comes back. */
export async function startEnrollment(call: Call): Promise<object> {
  const { account, session } = await authenticate(call, readText(call.body, 'idToken'))
  const phone = readFields(call.body, 'phoneEnrollmentInfo')
  if (!phone && !readFields(call.body, 'totpEnrollmentInfo')) throw new WireError('INVALID_ARGUMENT')
  if (phone) assertPhonesAllowed(call)
  if (['anonymous', 'phone'].includes(session.signInProvider)) throw unsupportedFirstFactor()
  await assertMayEnroll(call, { account, session })
  const factors = await listSecondFactors(call.db, account.localId)
  if (!phone) {
    assertMayAdd(factors, { kind: 'totp' })
    return offerTotpSecret(call, account.localId)
  }
  const phoneNumber = readPhoneNumber(call, readText(phone, 'phoneNumber'))
  assertMayAdd(factors, { kind: 'phone', phoneNumber })
  assertNotBothSteps(account.phoneNumber, [phoneNumber])
  const captchaToken = readText(phone, 'recaptchaToken')
  const { localId } = account
  const sessionInfo = await sendTextCode(call, {
    purpose: 'enrollment',
    phoneNumber,
    captchaToken,
    localId,
  })
  return { phoneSessionInfo: { sessionInfo } }
}

/** Adds the second factor, ends all other sessions and mails the owner how to undo it. */
export async function finishEnrollment(call: Call): Promise<object> {
  const who = await authenticate(call, readText(call.body, 'idToken'))
  const { localId } = who.account
  const email = await assertMayEnroll(call, who)
  const phone = readFields(call.body, 'phoneVerificationInfo')
  const totp = readFields(call.body, 'totpVerificationInfo')
  if (!phone && !totp) throw new WireError('MISSING_SESSION_INFO')
  const prove = phone
    ? await verifyPhoneEnrollment(call, localId, phone)
    : verifyTotpEnrollment(call, localId, totp ?? {})
  const displayName = readText(call.body, 'displayName')?.slice(0, 100) || null

  const open = await inTransaction(call.db, async (tx) => {
    // two enrolments at once count each other
    const current = await lockAccount(tx, localId)
    const added = await addFactor(tx, { localId, displayName, enrolledAt: call.at }, await prove(tx))
    assertNotBothSteps(current?.phoneNumber ?? null, [added.phoneNumber])
    if (added.phoneNumber !== null) await removeHalfMade(tx, call, added.phoneNumber)
    const { kind, enrollmentId } = added
    await revokeAccess(tx, call, who.account, who.session.sessionId)
    await record(tx, call, { event: 'second-factor-added', localId, method: kind })
    const order = { purpose: 'REVERT_SECOND_FACTOR_ADDITION', localId, email, enrollmentId, isNotice: true } as const
    const code = await createMailCode(tx, order, call.at)
    await mailLink(tx, call, 'second-factor-added', { to: email, factor: kind }, { code, account: who.account })
    return upgradeSession(tx, call, who.session, { secondFactor: kind, secondFactorId: enrollmentId })
  })
  return {
    ...(await issueTokens(call, who.account, open)),
    ...(phone ? { phoneAuthInfo: {} } : { totpAuthInfo: {} }),
  }
}

/** Removes a second factor and notifies the owner, with a link to reset the password. */
export async function withdrawSecondFactor(call: Call): Promise<object> {
  const { account, session } = await authenticateForChange(call, readText(call.body, 'idToken'))
  const { localId } = account
  const enrollmentId = readText(call.body, 'mfaEnrollmentId')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  const open = await inTransaction(call.db, async (tx) => {
    await holdSession(tx, session)
    const [removed] = await deleteSecondFactors(tx, localId, enrollmentId)
    if (!removed) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
    await record(tx, call, { event: 'second-factor-removed', localId, method: removed.kind })
    await notifyOwner(tx, call, account, 'second-factor-removed', { factor: removed.kind })
    const { secondFactor, secondFactorId } =
      session.secondFactorId === enrollmentId ? { secondFactor: null, secondFactorId: null } : session
    return upgradeSession(tx, call, session, { secondFactor, secondFactorId })
  })
  return { ...(await issueTokens(call, account, open)) }
}

type Proof = { enrollmentId: string } & (
  | { kind: 'totp'; sealedSecret: Buffer; lastUsedStep: number }
  | { kind: 'phone'; phoneNumber: string }
)

function verifyTotpEnrollment(call: Call, localId: string, fields: Fields): (tx: Tx) => Promise<Proof> {
  const { secret, step } = readTotpEnrollment(call, localId, fields)
  const enrollmentId = newEnrollmentId()
  const sealedSecret = seal(call.encryptionKey, enrollmentId, secret.toString('base64'))
  return async () => ({ kind: 'totp', enrollmentId, sealedSecret, lastUsedStep: step })
}

async function verifyPhoneEnrollment(call: Call, localId: string, fields: Fields): Promise<(tx: Tx) => Promise<Proof>> {
  assertPhonesAllowed(call)
  const session = await checkCode(call, fields, 'enrollment')
  if (session.localId !== localId) throw new WireError('INVALID_SESSION_INFO')
  return async (tx) => {
    await redeemPhoneSession(tx, session)
    return { kind: 'phone', enrollmentId: newEnrollmentId(), phoneNumber: session.phoneNumber }
  }
}

async function addFactor(
  tx: Tx,
  whose: { localId: string; displayName: string | null; enrolledAt: Date },
  proof: Proof,
): Promise<SecondFactor> {
  const others = await listSecondFactors(tx, whose.localId)
  assertMayAdd(others, proof)
  // Codes of an earlier time, when the last factor went, must not open anything now.
  if (others.length === 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.localId, whose.localId))
  const [added] = await tx
    .insert(secondFactors)
    .values({ ...whose, ...proof })
    .returning()
  if (!added) throw new Error('INSERT … RETURNING gave no row')
  return added
}

/** Returns the address to notify. */
async function assertMayEnroll(call: Call, who: Authenticated): Promise<string> {
  const { account } = who
  if (!account.email) throw unsupportedFirstFactor()
  if (!account.emailVerifiedAt) {
    throw new WireError('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.')
  }
  await assertRecentSignIn(call, who)
  return account.email
}

function unsupportedFirstFactor(): WireError {
  return new WireError('UNSUPPORTED_FIRST_FACTOR', 'MFA is not available for the given first factor.')
}

function newEnrollmentId(): string {
  return randomBytes(16).toString('base64url')
}
