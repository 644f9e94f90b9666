import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { reclaimAccount, revokeAccess } from './end-access.ts'
import type { Call } from './identity-deps.ts'
import { accounts, secondFactors } from './identity.tables.ts'
import { resetGuesses } from './limits.ts'
import { getMailCode, redeemMailCode, voidResetCodes } from './mail-codes.ts'
import { notifyOwner } from './mails.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { presentSecondFactor } from './present-account.ts'
import { secondFactorSubject } from './second-factor-sign-in.ts'
import { inTransaction } from './transaction.ts'
import { undoAdditions } from './undo-additions.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/**
 * Describes a mailed code, or with a new password sets it and ends all sessions. The code of a notice also removes what was added to the
 * account with the change that it told of, or after it.
 */
export async function resetPassword(call: Call): Promise<object> {
  const code = readText(call.body, 'oobCode')
  const newPassword = readText(call.body, 'newPassword')
  const found = await getMailCode(call.db, code, call.at)
  if (newPassword === undefined) {
    return {
      requestType: found.purpose,
      ...(found.purpose !== 'EMAIL_SIGNIN' && { email: found.email }),
      ...(found.newEmail && { newEmail: found.newEmail }),
      ...(found.enrollmentId && { mfaInfo: await presentFactor(call, found.enrollmentId) }),
    }
  }
  if (found.purpose !== 'PASSWORD_RESET' || !code) throw new WireError('INVALID_OOB_CODE')
  assertAcceptablePassword(newPassword, found.email)
  const passwordHash = await call.passwords.hash(newPassword)

  await inTransaction(call.db, async (tx) => {
    const redeemed = await redeemMailCode(tx, code, call.at)
    const { localId, email, isNotice, createdAt } = redeemed
    const mailedTo = and(eq(accounts.localId, localId ?? ''), eq(accounts.email, email))
    const [account] = await tx.select().from(accounts).where(mailedTo).for('update')
    if (!account) throw new WireError('INVALID_OOB_CODE')
    if (account.disabledAt) throw new WireError('USER_DISABLED')
    // reading the mail has verified the address
    if (account.emailVerifiedAt) await revokeAccess(tx, call, account)
    else await reclaimAccount(tx, call, { ...account, email })
    const undone = account.emailVerifiedAt && isNotice ? await undoAdditions(tx, call, account, createdAt) : {}
    const changes = { ...undone, passwordHash, passwordChangedAt: call.at, validSince: call.at }
    await tx.update(accounts).set(changes).where(mailedTo)
    await voidResetCodes(tx, redeemed)
    // these guesses knew the old password
    await resetGuesses(tx, secondFactorSubject(account))
    await record(tx, call, { event: 'password-reset', localId: account.localId })
    // The owner of a reclaimed account just got a mail.
    if (account.emailVerifiedAt) await notifyOwner(tx, call, account, 'password-changed', {})
  })
  return { email: found.email, requestType: 'PASSWORD_RESET' }
}

async function presentFactor(call: Call, enrollmentId: string): Promise<object> {
  const [factor] = await call.db.select().from(secondFactors).where(eq(secondFactors.enrollmentId, enrollmentId))
  if (!factor) throw new WireError('INVALID_OOB_CODE')
  return presentSecondFactor(factor)
}
