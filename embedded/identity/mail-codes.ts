import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { mailCodes } from './identity.tables.ts'
import type { MailCode, MailCodePurpose } from './identity.tables.ts'
import { sha256 } from './sessions.ts'
import { WireError } from './wire-error.ts'

const hour = 3_600_000

const lifetimeMs: Record<MailCodePurpose, number> = {
  VERIFY_EMAIL: 24 * hour,
  PASSWORD_RESET: 1 * hour,
  EMAIL_SIGNIN: 1 * hour,
  VERIFY_AND_CHANGE_EMAIL: 24 * hour,
  // the old address may be read rarely, and this is its owner's only way back
  RECOVER_EMAIL: 7 * 24 * hour,
  REVERT_SECOND_FACTOR_ADDITION: 7 * 24 * hour,
}

/** A new code, stored hashed. It voids the older ones of the same purpose and address. */
export async function createMailCode(
  tx: Tx,
  order: { purpose: MailCodePurpose; localId: string | null; email: string; newEmail?: string; enrollmentId?: string },
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  // Each second step has a way back of its own: adding another one must not void it.
  const sameStep = order.enrollmentId ? eq(mailCodes.enrollmentId, order.enrollmentId) : undefined
  await tx
    .delete(mailCodes)
    .where(and(eq(mailCodes.email, order.email), eq(mailCodes.purpose, order.purpose), sameStep))
  await tx.insert(mailCodes).values({
    codeHash: sha256(code),
    purpose: order.purpose,
    localId: order.localId,
    email: order.email,
    newEmail: order.newEmail ?? null,
    enrollmentId: order.enrollmentId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs[order.purpose]),
  })
  return code
}

/** What a code stands for, without using it up. */
export async function getMailCode(db: Database | Tx, code: string | undefined, now: Date): Promise<MailCode> {
  if (!code) throw new WireError('MISSING_OOB_CODE')
  const [found] = await db
    .select()
    .from(mailCodes)
    .where(eq(mailCodes.codeHash, sha256(code)))
  return assertUsable(found, now)
}

/** Uses a code up: of two callers at once only one gets it. */
export async function redeemMailCode(tx: Tx, code: string, now: Date): Promise<MailCode> {
  const [found] = await tx
    .delete(mailCodes)
    .where(eq(mailCodes.codeHash, sha256(code)))
    .returning()
  return assertUsable(found, now)
}

/** Voids the codes of an account: all of them, or those of one purpose. */
export async function forgetMailCodes(tx: Tx, localId: string, purpose?: MailCodePurpose): Promise<void> {
  const ofAccount = eq(mailCodes.localId, localId)
  await tx.delete(mailCodes).where(purpose ? and(ofAccount, eq(mailCodes.purpose, purpose)) : ofAccount)
}

/** Codes stay a week after they ran out, so that a late click learns why it fails. */
export async function deleteOldMailCodes(tx: Tx, now: Date): Promise<void> {
  await tx.delete(mailCodes).where(lt(mailCodes.expiresAt, new Date(now.getTime() - 7 * 24 * hour)))
}

function assertUsable(found: MailCode | undefined, now: Date): MailCode {
  if (!found) throw new WireError('INVALID_OOB_CODE')
  if (found.expiresAt <= now) throw new WireError('EXPIRED_OOB_CODE')
  return found
}
