import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import { redeemCaptcha } from './captcha.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, phoneSessions } from './identity.tables.ts'
import type { PhoneSession, PhoneSessionPurpose } from './identity.tables.ts'
import { languageFor } from './languages.ts'
import { consumeLimits, limits } from './limits.ts'
import { phoneCodeText } from './mails.ts'
import { testCode } from './phone-number.ts'
import { sha256 } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const lifetimeMs = 10 * 60_000
const maxTries = 5
const codeDigits = 6
export const temporaryProofSeconds = 3600

/** Describes the purpose of a text message with a code. */
export interface CodeOrder {
  purpose: PhoneSessionPurpose
  phoneNumber: string
  captchaToken: string | undefined
  localId?: string
  enrollmentId?: string
  credentialHash?: Buffer
}

/** Sends a code after a proof of work; returns the session of the code. */
export async function sendTextCode(call: Call, order: CodeOrder): Promise<string> {
  const { captchaToken, ...session } = order
  await redeemCaptcha(call, captchaToken)
  const fixed = testCode(call, order.phoneNumber)
  if (fixed === undefined) await countText(call, order.phoneNumber)

  const code = fixed ?? String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const sessionInfo = randomBytes(32).toString('base64url')
  const sessionHash = sha256(sessionInfo)
  await inTransaction(call.db, async (tx) => {
    await tx.insert(phoneSessions).values({
      ...session,
      sessionHash,
      codeDigest: digest(call, sessionHash, code),
      createdAt: call.at,
      expiresAt: new Date(call.at.getTime() + lifetimeMs),
    })
    if (fixed !== undefined) return
    const whose = order.localId ? eq(accounts.localId, order.localId) : eq(accounts.phoneNumber, order.phoneNumber)
    const [account] = await tx.select().from(accounts).where(whose)
    const text = await phoneCodeText(tx, call, languageFor(call, account), code)
    await call.sendSms(tx, { to: order.phoneNumber, text })
  })
  return sessionInfo
}

/** Returns the session of a correct code, valid until `redeemPhoneSession`. Five attempts are allowed. */
export async function checkCode(call: Call, fields: Fields, purpose: PhoneSessionPurpose): Promise<PhoneSession> {
  const sessionInfo = readText(fields, 'sessionInfo')
  const code = readText(fields, 'code')
  if (!sessionInfo) throw new WireError('MISSING_SESSION_INFO')
  if (!code) throw new WireError('MISSING_CODE')
  const session = await countTry(call, sha256(sessionInfo), purpose)
  const typed = digest(call, session.sessionHash, code)
  if (!session.codeDigest || !timingSafeEqual(session.codeDigest, typed)) {
    const event = purpose === 'sign-in' ? 'sign-in-failed' : 'second-factor-failed'
    await record(call.db, call, { event, localId: session.localId ?? undefined, method: 'phone' })
    throw new WireError('INVALID_CODE')
  }
  return session
}

/** Uses a session up: of two callers at once only one gets it. */
export async function redeemPhoneSession(tx: Tx, { sessionHash }: Pick<PhoneSession, 'sessionHash'>): Promise<void> {
  const redeemed = await tx.delete(phoneSessions).where(eq(phoneSessions.sessionHash, sessionHash)).returning()
  if (redeemed.length === 0) throw new WireError('SESSION_EXPIRED')
}

/** Creates a proof that allows signing in to the account that already has the verified number, without a second message. */
export async function createTemporaryProof(tx: Tx, phoneNumber: string, now: Date): Promise<string> {
  const proof = randomBytes(32).toString('base64url')
  await tx.insert(phoneSessions).values({
    sessionHash: sha256(proof),
    purpose: 'temporary-proof',
    phoneNumber,
    createdAt: now,
    expiresAt: new Date(now.getTime() + temporaryProofSeconds * 1000),
  })
  return proof
}

/** Returns the session of a temporary proof for this number. */
export async function findTemporaryProof(
  call: Call,
  proof: string,
  phoneNumber: string | undefined,
): Promise<PhoneSession> {
  const [session] = await call.db
    .select()
    .from(phoneSessions)
    .where(
      and(
        eq(phoneSessions.sessionHash, sha256(proof)),
        eq(phoneSessions.purpose, 'temporary-proof'),
        eq(phoneSessions.phoneNumber, phoneNumber ?? ''),
        gt(phoneSessions.expiresAt, call.at),
      ),
    )
  if (!session) throw new WireError('INVALID_TEMPORARY_PROOF')
  return session
}

// Counted before the code is looked at, so that parallel guesses count too.
async function countTry(call: Call, sessionHash: Buffer, purpose: PhoneSessionPurpose): Promise<PhoneSession> {
  const asked = and(eq(phoneSessions.sessionHash, sessionHash), eq(phoneSessions.purpose, purpose))
  const [session] = await call.db
    .update(phoneSessions)
    .set({ tries: sql`${phoneSessions.tries} + 1` })
    .where(and(asked, gt(phoneSessions.expiresAt, call.at), lt(phoneSessions.tries, maxTries)))
    .returning()
  if (session) return session
  const [spent] = await call.db.select({ tries: phoneSessions.tries }).from(phoneSessions).where(asked)
  throw new WireError(spent ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO')
}

async function countText(call: Call, phoneNumber: string): Promise<void> {
  await consumeLimits(call, [
    [`text now ${phoneNumber}`, limits.textsAtOnce],
    [`text hour ${phoneNumber}`, limits.textsOfNumberAnHour],
    [`text day ${phoneNumber}`, limits.textsOfNumberADay],
    [`text ${call.network}`, limits.textsOfAddress],
  ])
}

// Keyed, since a million codes are soon tried.
function digest(call: Call, sessionHash: Buffer, code: string): Buffer {
  return createHmac('sha256', call.encryptionKey).update('phone code').update(sessionHash).update(code).digest()
}
