import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import { redeemCaptcha } from './captcha.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { phoneSessions } from './identity.tables.ts'
import type { PhoneSession, PhoneSessionPurpose } from './identity.tables.ts'
import { countUse, limits, network } from './limits.ts'
import { testCode } from './phone-number.ts'
import { sha256 } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { Fields, WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const lifetimeMs = 10 * 60_000
const triesAllowed = 5
const codeDigits = 6
export const temporaryProofSeconds = 3600

/** What a text message with a code is for. */
export interface CodeOrder {
  purpose: PhoneSessionPurpose
  phoneNumber: string
  captchaToken: string | undefined
  localId?: string
  enrollmentId?: string
  credentialHash?: Buffer
}

/** Texts a code to a number, once somebody has done some work for it; answers the session that the code belongs to. */
export async function textCode(identity: Identity, request: WireRequest, order: CodeOrder): Promise<string> {
  const { captchaToken, ...session } = order
  await redeemCaptcha(identity, captchaToken)
  const fixed = testCode(identity, order.phoneNumber)
  if (fixed === undefined) await countText(identity, request, order.phoneNumber)

  const code = fixed ?? String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const sessionInfo = randomBytes(32).toString('base64url')
  const sessionHash = sha256(sessionInfo)
  const now = identity.now()
  await inTransaction(identity.db, async (tx) => {
    await tx.insert(phoneSessions).values({
      ...session,
      sessionHash,
      codeDigest: digest(identity, sessionHash, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
    if (fixed === undefined) await identity.sendSms(tx, { to: order.phoneNumber, text: message(identity, code) })
  })
  return sessionInfo
}

/** The session of a right code, which stays good until `redeemPhoneSession`. A wrong one may be tried again, five times in all. */
export async function tryCode(
  identity: Identity,
  request: WireRequest,
  fields: Fields,
  purpose: PhoneSessionPurpose,
): Promise<PhoneSession> {
  const sessionInfo = readText(fields, 'sessionInfo')
  const code = readText(fields, 'code')
  if (!sessionInfo) throw new WireError('MISSING_SESSION_INFO')
  if (!code) throw new WireError('MISSING_CODE')
  const now = identity.now()
  const session = await countTry(identity, sha256(sessionInfo), purpose, now)
  const typed = digest(identity, session.sessionHash, code)
  if (!session.codeDigest || !timingSafeEqual(session.codeDigest, typed)) {
    const event = purpose === 'sign-in' ? 'sign-in-failed' : 'second-factor-failed'
    await record(identity.db, { event, localId: session.localId ?? undefined, method: 'phone', now, request })
    throw new WireError('INVALID_CODE')
  }
  return session
}

/** Uses a session up: of two callers at once only one gets it. */
export async function redeemPhoneSession(tx: Tx, { sessionHash }: Pick<PhoneSession, 'sessionHash'>): Promise<void> {
  const redeemed = await tx.delete(phoneSessions).where(eq(phoneSessions.sessionHash, sessionHash)).returning()
  if (redeemed.length === 0) throw new WireError('SESSION_EXPIRED')
}

/** Lets somebody who has just proven a number that another account has sign in to that one without a second message. */
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

/** The session of a temporary proof for this very number. */
export async function findTemporaryProof(
  identity: Identity,
  proof: string,
  phoneNumber: string | undefined,
): Promise<PhoneSession> {
  const [session] = await identity.db
    .select()
    .from(phoneSessions)
    .where(
      and(
        eq(phoneSessions.sessionHash, sha256(proof)),
        eq(phoneSessions.purpose, 'temporary-proof'),
        eq(phoneSessions.phoneNumber, phoneNumber ?? ''),
        gt(phoneSessions.expiresAt, identity.now()),
      ),
    )
  if (!session) throw new WireError('INVALID_TEMPORARY_PROOF')
  return session
}

// Counted before the code is looked at, so that parallel guesses count too.
async function countTry(
  identity: Identity,
  sessionHash: Buffer,
  purpose: PhoneSessionPurpose,
  now: Date,
): Promise<PhoneSession> {
  const asked = and(eq(phoneSessions.sessionHash, sessionHash), eq(phoneSessions.purpose, purpose))
  const [session] = await identity.db
    .update(phoneSessions)
    .set({ tries: sql`${phoneSessions.tries} + 1` })
    .where(and(asked, gt(phoneSessions.expiresAt, now), lt(phoneSessions.tries, triesAllowed)))
    .returning()
  if (session) return session
  const [spent] = await identity.db.select({ tries: phoneSessions.tries }).from(phoneSessions).where(asked)
  throw new WireError(spent ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO')
}

async function countText(identity: Identity, request: WireRequest, phoneNumber: string): Promise<void> {
  await countUse(identity, `text now ${phoneNumber}`, limits.textsAtOnce)
  await countUse(identity, `text hour ${phoneNumber}`, limits.textsOfNumberAnHour)
  await countUse(identity, `text day ${phoneNumber}`, limits.textsOfNumberADay)
  await countUse(identity, `text ${network(request.ipAddress)}`, limits.textsOfAddress)
}

// Keyed, since a million codes are soon tried.
function digest(identity: Identity, sessionHash: Buffer, code: string): Buffer {
  return createHmac('sha256', identity.encryptionKey).update('phone code').update(sessionHash).update(code).digest()
}

// The last line lets browsers fill the code in, on this site only.
function message(identity: Identity, code: string): string {
  const { host } = new URL(identity.issuer())
  return `${code} is your Boltyard code. It works for 10 minutes. Give it to nobody.\n\n@${host} #${code}`
}
