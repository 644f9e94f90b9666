import { randomBytes } from 'node:crypto'
import { and, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { mailCodes } from './identity.tables.ts'
import type { MailCode, MailCodePurpose } from './identity.tables.ts'
import { sha256 } from './sessions.ts'
import { WireError } from './wire-error.ts'
import { lockAccount } from './write-account.ts'

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

// A notice of a change may be read in the evening, and its link is the owner's only way back.
const noticeLifetimeMs = 24 * hour

interface MailCodeOrder {
  purpose: MailCodePurpose
  localId: string | null
  email: string
  newEmail?: string
  /** The verification time of the address that the code restores. */
  emailVerifiedAt?: Date | null
  enrollmentId?: string
  /** Milliseconds; that of the purpose if absent. */
  lifetimeMs?: number
  /** Whether the mail tells of a change, rather than being asked for. */
  isNotice?: boolean
}

/**
 * Creates a code, stored hashed. One that was asked for voids the earlier ones of the same account, purpose and address that were asked
 * for. The code of a notice voids none: a thief who changes one thing after the other must not take the owner's way back.
 */
export async function createMailCode(tx: Tx, order: MailCodeOrder, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  if (order.localId) await lockAccount(tx, order.localId, 'key share')
  const { purpose, email, isNotice = false } = order
  if (!isNotice) {
    const sameAccount = order.localId ? eq(mailCodes.localId, order.localId) : isNull(mailCodes.localId)
    const askedFor = eq(mailCodes.isNotice, false)
    await tx
      .delete(mailCodes)
      .where(and(eq(mailCodes.email, email), eq(mailCodes.purpose, purpose), sameAccount, askedFor))
  }
  await tx.insert(mailCodes).values({
    codeHash: sha256(code),
    purpose,
    localId: order.localId,
    email,
    isNotice,
    newEmail: order.newEmail ?? null,
    emailVerifiedAt: order.emailVerifiedAt ?? null,
    enrollmentId: order.enrollmentId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (order.lifetimeMs ?? lifetimeMs[purpose])),
  })
  return code
}

/** Creates the password reset code of a notice to the owner, which lives longer than one that the owner asked for. */
export const createNoticeCode = (tx: Tx, localId: string, email: string, now: Date): Promise<string> =>
  createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email, lifetimeMs: noticeLifetimeMs, isNotice: true }, now)

/** Returns a code without using it up. */
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
  const isCode = eq(mailCodes.codeHash, sha256(code))
  const [sent] = await tx.select().from(mailCodes).where(isCode)
  if (sent?.localId) await lockAccount(tx, sent.localId)
  const [found] = await tx.delete(mailCodes).where(isCode).returning()
  return assertUsable(found, now)
}

/** Voids the codes of an account for one purpose. */
export async function voidMailCodes(tx: Tx, localId: string, purpose: MailCodePurpose): Promise<void> {
  await tx.delete(mailCodes).where(and(eq(mailCodes.localId, localId), eq(mailCodes.purpose, purpose)))
}

/** Voids the codes that could reset a password and that the use of another one makes superfluous: those asked for, and those of later notices. */
export async function voidResetCodes(tx: Tx, { localId, email, isNotice, createdAt }: MailCode): Promise<void> {
  if (!localId) return
  const isLater = isNotice ? gte(mailCodes.createdAt, createdAt) : undefined
  const covered = or(eq(mailCodes.isNotice, false), isLater)
  const isReset = and(eq(mailCodes.purpose, 'PASSWORD_RESET'), eq(mailCodes.email, email))
  await tx.delete(mailCodes).where(and(eq(mailCodes.localId, localId), isReset, covered))
}

/** Whether the former, verified address of an account can still undo its change. */
export async function canUndoEmailChange(tx: Tx, localId: string, now: Date): Promise<boolean> {
  const [open] = await tx
    .select({ createdAt: mailCodes.createdAt })
    .from(mailCodes)
    .where(
      and(
        eq(mailCodes.localId, localId),
        eq(mailCodes.purpose, 'RECOVER_EMAIL'),
        isNotNull(mailCodes.emailVerifiedAt),
        gt(mailCodes.expiresAt, now),
      ),
    )
    .limit(1)
  return open !== undefined
}

/** Deletes codes a week after expiry, so that a late click gets the right error. */
export async function deleteOldMailCodes(tx: Tx, now: Date): Promise<void> {
  await tx.delete(mailCodes).where(lt(mailCodes.expiresAt, new Date(now.getTime() - 7 * 24 * hour)))
}

function assertUsable(found: MailCode | undefined, now: Date): MailCode {
  if (!found) throw new WireError('INVALID_OOB_CODE')
  if (found.expiresAt <= now) throw new WireError('EXPIRED_OOB_CODE')
  return found
}

/** Returns in SQL whether the code of this hash still works; without a clock of its own, so by that of the database. */
export const isMailCodeValid = (codeHash: SQLWrapper): SQL =>
  sql`EXISTS (SELECT FROM ${mailCodes} WHERE ${mailCodes.codeHash} = ${codeHash} AND ${mailCodes.expiresAt} > now())`
