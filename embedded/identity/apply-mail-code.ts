import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { endAccess } from './end-access.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts, secondFactors } from './identity.tables.ts'
import type { Account, MailCode } from './identity.tables.ts'
import { createMailCode, forgetMailCodes, redeemMailCode } from './mail-codes.ts'
import { actionLink, emailChangedMail } from './mails.ts'
import { inTransaction } from './transaction.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Does once what the link in a mail promised: verify an address, move to a new one, or bring the old one back. */
export async function applyMailCode(identity: Identity, request: WireRequest, code: string): Promise<object> {
  const now = identity.now()
  const account = await inTransaction(identity.db, async (tx) => {
    const redeemed = await redeemMailCode(tx, code, now)
    const changed = await applyTo(tx, identity, request, redeemed, now)
    if (!changed) throw new WireError('INVALID_OOB_CODE')
    if (changed.disabledAt) throw new WireError('USER_DISABLED')
    return changed
  })
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.localId,
    email: account.email,
    emailVerified: true,
  }
}

async function applyTo(
  tx: Tx,
  identity: Identity,
  request: WireRequest,
  code: MailCode,
  now: Date,
): Promise<Account | undefined> {
  switch (code.purpose) {
    case 'VERIFY_EMAIL':
      return verifyEmail(tx, request, code, now)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return changeEmail(tx, identity, request, code, now)
    case 'RECOVER_EMAIL':
      return recoverEmail(tx, identity, request, code, now)
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return removeSecondFactor(tx, identity, request, code, now)
    default:
      return undefined
  }
}

// The code speaks for the address it was mailed to, and for no later one.
async function verifyEmail(
  tx: Tx,
  request: WireRequest,
  { localId, email }: MailCode,
  now: Date,
): Promise<Account | undefined> {
  const [account] = await tx
    .update(accounts)
    .set({ emailVerifiedAt: now })
    .where(and(eq(accounts.localId, localId ?? ''), eq(accounts.email, email)))
    .returning()
  if (account) await record(tx, { event: 'email-verified', localId: account.localId, now, request })
  return account
}

/** Everybody is signed out, and the old address is told how to undo it. */
async function changeEmail(
  tx: Tx,
  identity: Identity,
  request: WireRequest,
  { localId, email, newEmail }: MailCode,
  now: Date,
): Promise<Account | undefined> {
  if (!localId || !newEmail) return undefined
  const [account] = await tx
    .update(accounts)
    .set({ email: newEmail, emailVerifiedAt: now, validSince: now })
    .where(and(eq(accounts.localId, localId), eq(accounts.email, email)))
    .returning()
  if (!account) return undefined
  await endAccess(identity, tx, { localId, email })
  await record(tx, { event: 'email-changed', localId, now, request })
  await forgetMailCodes(tx, localId, 'VERIFY_EMAIL')
  await forgetMailCodes(tx, localId, 'PASSWORD_RESET')
  const undo = await createMailCode(tx, { purpose: 'RECOVER_EMAIL', localId, email, newEmail }, now)
  await identity.sendMail(tx, emailChangedMail(email, newEmail, actionLink(identity, request, 'recoverEmail', undo)))
  return account
}

/** Works whatever the address is by now: a thief who moves the account twice must not outrun its owner. */
async function recoverEmail(
  tx: Tx,
  identity: Identity,
  request: WireRequest,
  { localId, email }: MailCode,
  now: Date,
): Promise<Account | undefined> {
  if (!localId) return undefined
  const [before] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
  if (!before) return undefined
  const [account] = await tx
    .update(accounts)
    .set({ email, emailVerifiedAt: now, validSince: now })
    .where(eq(accounts.localId, localId))
    .returning()
  await endAccess(identity, tx, before)
  await forgetMailCodes(tx, localId)
  await record(tx, { event: 'email-recovered', localId, now, request })
  return account
}

/** Whoever added the second step knows the password too, so everybody is signed out. */
async function removeSecondFactor(
  tx: Tx,
  identity: Identity,
  request: WireRequest,
  { localId, enrollmentId }: MailCode,
  now: Date,
): Promise<Account | undefined> {
  if (!localId || !enrollmentId) return undefined
  const [removed] = await tx.delete(secondFactors).where(eq(secondFactors.enrollmentId, enrollmentId)).returning()
  const [account] = await tx.update(accounts).set({ validSince: now }).where(eq(accounts.localId, localId)).returning()
  if (!account || !removed) return undefined
  await endAccess(identity, tx, account)
  await record(tx, { event: 'second-factor-removed', localId, method: removed.kind, now, request })
  return account
}
