import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { endAccess } from './end-access.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts, secondFactors } from './identity.tables.ts'
import type { SecondFactor } from './identity.tables.ts'
import { createMailCode } from './mail-codes.ts'
import { actionLink, secondFactorAddedMail } from './mails.ts'
import { assertPhonesAllowed, readPhoneNumber } from './phone-number.ts'
import { redeemPhoneSession, textCode, tryCode } from './phone-sessions.ts'
import { seal } from './seal.ts'
import { assertMayAdd, listSecondFactors } from './second-factors.ts'
import { issueTokens, upgradeSession } from './sessions.ts'
import { offerTotpSecret, readTotpProof } from './totp-enrollment.ts'
import { inTransaction } from './transaction.ts'
import { readFields, readText } from './wire-body.ts'
import type { Fields, WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Offers a secret for an authenticator app, or texts a code to a phone. Nothing counts until a right code comes back. */
export async function startEnrollment(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  const phone = readFields(request.body, 'phoneEnrollmentInfo')
  if (!phone && !readFields(request.body, 'totpEnrollmentInfo')) throw new WireError('INVALID_ARGUMENT')
  if (phone) assertPhonesAllowed(identity)
  if (['anonymous', 'phone'].includes(session.signInProvider)) throw new WireError('UNSUPPORTED_FIRST_FACTOR')
  assertMayEnroll(identity, { account, session })
  const factors = await listSecondFactors(identity.db, account.localId)
  if (!phone) {
    assertMayAdd(factors, { kind: 'totp' })
    return offerTotpSecret(identity, account.localId)
  }
  const phoneNumber = readPhoneNumber(identity, readText(phone, 'phoneNumber'))
  assertMayAdd(factors, { kind: 'phone', phoneNumber })
  const captchaToken = readText(phone, 'recaptchaToken')
  const { localId } = account
  const sessionInfo = await textCode(identity, request, { purpose: 'enrollment', phoneNumber, captchaToken, localId })
  return { phoneSessionInfo: { sessionInfo } }
}

/** Adds the second step, signs out everybody else and tells the owner by mail how to undo it. */
export async function finishEnrollment(identity: Identity, request: WireRequest): Promise<object> {
  const who = await authenticate(identity, readText(request.body, 'idToken'))
  const { localId } = who.account
  const email = assertMayEnroll(identity, who)
  const phone = readFields(request.body, 'phoneVerificationInfo')
  const totp = readFields(request.body, 'totpVerificationInfo')
  if (!phone && !totp) throw new WireError('MISSING_SESSION_INFO')
  const prove = phone ? await provePhone(identity, request, localId, phone) : proveTotp(identity, localId, totp ?? {})
  const displayName = readText(request.body, 'displayName')?.slice(0, 100) || null
  const now = identity.now()

  const open = await inTransaction(identity.db, async (tx) => {
    // two enrolments at once count each other
    await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
    const added = await addFactor(tx, { localId, displayName, enrolledAt: now }, await prove(tx))
    const { kind, enrollmentId } = added
    await endAccess(identity, tx, who.account, who.session.sessionId)
    await record(tx, { event: 'second-factor-added', localId, method: kind, now, request })
    const order = { purpose: 'REVERT_SECOND_FACTOR_ADDITION', localId, email, enrollmentId } as const
    const code = await createMailCode(tx, order, now)
    const link = actionLink(identity, request, 'revertSecondFactorAddition', code)
    await identity.sendMail(tx, secondFactorAddedMail(email, link, kind))
    return upgradeSession(tx, who.session, { secondFactor: kind, secondFactorId: enrollmentId }, now)
  })
  return {
    ...(await issueTokens(identity, who.account, open)),
    ...(phone ? { phoneAuthInfo: {} } : { totpAuthInfo: {} }),
  }
}

type Proof = { enrollmentId: string } & (
  | { kind: 'totp'; sealedSecret: Buffer; lastUsedStep: number }
  | { kind: 'phone'; phoneNumber: string }
)

function proveTotp(identity: Identity, localId: string, fields: Fields): (tx: Tx) => Promise<Proof> {
  const { secret, step } = readTotpProof(identity, localId, fields)
  const enrollmentId = newEnrollmentId()
  const sealedSecret = seal(identity.encryptionKey, enrollmentId, secret.toString('base64'))
  return async () => ({ kind: 'totp', enrollmentId, sealedSecret, lastUsedStep: step })
}

async function provePhone(
  identity: Identity,
  request: WireRequest,
  localId: string,
  fields: Fields,
): Promise<(tx: Tx) => Promise<Proof>> {
  assertPhonesAllowed(identity)
  const session = await tryCode(identity, request, fields, 'enrollment')
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
  assertMayAdd(await listSecondFactors(tx, whose.localId), proof)
  const [added] = await tx
    .insert(secondFactors)
    .values({ ...whose, ...proof })
    .returning()
  if (!added) throw new Error('INSERT … RETURNING gave no row')
  return added
}

/** Answers the address that is told about it. */
function assertMayEnroll(identity: Identity, { account, session }: Authenticated): string {
  if (!account.email) throw new WireError('UNSUPPORTED_FIRST_FACTOR')
  if (!account.emailVerifiedAt) throw new WireError('UNVERIFIED_EMAIL')
  assertRecentSignIn(identity, session)
  return account.email
}

function newEnrollmentId(): string {
  return randomBytes(16).toString('base64url')
}
