import { and, eq, gt, ne, or } from 'drizzle-orm'
import { record } from './audit.ts'
import { removeAccount, revokeAccess } from './end-access.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, linkedProviders, mailCodes, recoveryCodes } from './identity.tables.ts'
import type { Account, MailCode } from './identity.tables.ts'
import { canUndoEmailChange } from './mail-codes.ts'
import { notifyOwner } from './mails.ts'
import { deleteSecondFactors, listSecondFactors } from './second-factors.ts'
import { WireError } from './wire-error.ts'

/**
 * Restores the address from which an account was changed, as verified as before, whatever happened since: the undo link was
 * mailed to it. Ends all sessions and removes what was added after the change.
 */
export async function recoverEmail(tx: Tx, call: Call, code: MailCode): Promise<Account | undefined> {
  const { localId, email, emailVerifiedAt, createdAt: movedAt } = code
  if (!localId) return undefined
  const [before] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
  if (!before) return undefined
  await freeAddress(tx, call, code)
  await tx
    .delete(linkedProviders)
    .where(and(eq(linkedProviders.localId, localId), gt(linkedProviders.linkedAt, movedAt)))
  for (const { enrollmentId, enrolledAt } of await listSecondFactors(tx, localId)) {
    if (enrolledAt > movedAt) await deleteSecondFactors(tx, localId, enrollmentId)
  }
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.localId, localId), gt(recoveryCodes.createdAt, movedAt)))
  const isAfter = (moment: Date | null) => moment !== null && moment > movedAt
  const [account] = await tx
    .update(accounts)
    .set({
      email,
      emailVerifiedAt,
      validSince: call.at,
      ...(isAfter(before.passwordChangedAt) && { passwordHash: null, passwordChangedAt: null }),
      ...(isAfter(before.emailLinkUsedAt) && { emailLinkUsedAt: null }),
      ...(isAfter(before.phoneLinkedAt) && { phoneNumber: null, phoneLinkedAt: null }),
    })
    .where(eq(accounts.localId, localId))
    .returning()
  await revokeAccess(tx, call, before)
  // A thief who moved the account twice must not outrun the owner with an undo of the second move.
  await tx
    .delete(mailCodes)
    .where(
      and(eq(mailCodes.localId, localId), or(ne(mailCodes.purpose, 'RECOVER_EMAIL'), gt(mailCodes.createdAt, movedAt))),
    )
  await call.changeEmail?.(tx, { localId, email: before.email }, { email, verified: emailVerifiedAt !== null })
  await record(tx, call, { event: 'email-recovered', localId })
  if (account) await notifyOwner(tx, call, account, 'email-recovered', {})
  return account
}

/** Removes the account that has the address by now. One that has verified it gives way only to one that had, too; one that can itself be brought back to another address stays. */
async function freeAddress(tx: Tx, call: Call, { localId, email, emailVerifiedAt }: MailCode): Promise<void> {
  const [holder] = await tx.select().from(accounts).where(eq(accounts.email, email)).for('update')
  if (!holder || holder.localId === localId) return
  const isStronger = holder.emailVerifiedAt && !emailVerifiedAt
  if (isStronger || (await canUndoEmailChange(tx, holder.localId, call.at))) throw new WireError('EMAIL_EXISTS')
  await removeAccount(tx, call, holder)
}
