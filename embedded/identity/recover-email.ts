import { and, eq, gte, or } from 'drizzle-orm'
import { record } from './audit.ts'
import { removeAccount, revokeAccess } from './end-access.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, mailCodes } from './identity.tables.ts'
import type { Account, MailCode } from './identity.tables.ts'
import { canUndoEmailChange } from './mail-codes.ts'
import { notifyOwner } from './mails.ts'
import { undoAdditions } from './undo-additions.ts'
import { WireError } from './wire-error.ts'

/**
 * Restores the address from which an account was changed, as verified as before, whatever happened since: the undo link was
 * mailed to it. Ends all sessions and removes what was added with the change or after it.
 */
export async function recoverEmail(tx: Tx, call: Call, code: MailCode): Promise<Account | undefined> {
  const { localId, email, emailVerifiedAt, createdAt: movedAt } = code
  if (!localId) return undefined
  const [before] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
  if (!before) return undefined
  await freeAddress(tx, call, code)
  const undone = await undoAdditions(tx, call, before, movedAt)
  const [account] = await tx
    .update(accounts)
    .set({ ...undone, email, emailVerifiedAt, validSince: call.at })
    .where(eq(accounts.localId, localId))
    .returning()
  await revokeAccess(tx, call, before)
  // A thief who moved the account twice must not outrun the owner with an undo of the second move. The owner's notices of what came before stay good.
  const isOutdated = or(eq(mailCodes.isNotice, false), gte(mailCodes.createdAt, movedAt))
  await tx.delete(mailCodes).where(and(eq(mailCodes.localId, localId), isOutdated))
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
