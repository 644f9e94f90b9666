import { eq, and } from 'drizzle-orm'
import { record } from './audit.ts'
import { changeEmailAddress } from './change-email.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account, MailCode } from './identity.tables.ts'
import { redeemMailCode } from './mail-codes.ts'
import { recoverEmail } from './recover-email.ts'
import { revokeAccess } from './end-access.ts'
import { deleteSecondFactors } from './second-factors.ts'
import { inTransaction } from './transaction.ts'
import { WireError } from './wire-error.ts'

/** Applies a mail link once: verifies an address, changes it, or restores the old one. */
export async function applyMailCode(call: Call, code: string): Promise<object> {
  return inTransaction(call.db, async (tx) => {
    const redeemed = await redeemMailCode(tx, code, call.at)
    const account = await appliers[redeemed.purpose]?.(tx, call, redeemed)
    if (!account) throw new WireError('INVALID_OOB_CODE')
    if (account.disabledAt) throw new WireError('USER_DISABLED')
    const newEmail = redeemed.purpose === 'VERIFY_AND_CHANGE_EMAIL' && redeemed.newEmail
    return {
      localId: account.localId,
      email: account.email,
      ...(newEmail && { newEmail }),
      emailVerified: account.emailVerifiedAt !== null,
    }
  })
}

const appliers: Partial<
  Record<MailCode['purpose'], (tx: Tx, call: Call, code: MailCode) => Promise<Account | undefined>>
> = {
  VERIFY_EMAIL: verifyEmail,
  VERIFY_AND_CHANGE_EMAIL: changeEmail,
  RECOVER_EMAIL: recoverEmail,
  REVERT_SECOND_FACTOR_ADDITION: removeSecondFactor,
}

// The code speaks for the address it was mailed to, and for no later one.
async function verifyEmail(tx: Tx, call: Call, { localId, email }: MailCode): Promise<Account | undefined> {
  const [account] = await tx
    .update(accounts)
    .set({ emailVerifiedAt: call.at })
    .where(and(eq(accounts.localId, localId ?? ''), eq(accounts.email, email)))
    .returning()
  if (account) await record(tx, call, { event: 'email-verified', localId: account.localId })
  return account
}

/** Changes the address, ends all sessions and mails the old address how to undo it. */
async function changeEmail(tx: Tx, call: Call, { localId, email, newEmail }: MailCode): Promise<Account | undefined> {
  if (!localId || !newEmail) return undefined
  const mailedTo = and(eq(accounts.localId, localId), eq(accounts.email, email))
  const [from] = await tx.select().from(accounts).where(mailedTo).for('update')
  return from && changeEmailAddress(tx, call, { from, to: newEmail, proven: true })
}

/** Removes the factor and ends all sessions, since the person who added it knows the password. */
async function removeSecondFactor(
  tx: Tx,
  call: Call,
  { localId, enrollmentId }: MailCode,
): Promise<Account | undefined> {
  if (!localId || !enrollmentId) return undefined
  const [removed] = await deleteSecondFactors(tx, localId, enrollmentId)
  const validSince = call.at
  const [account] = await tx.update(accounts).set({ validSince }).where(eq(accounts.localId, localId)).returning()
  if (!account || !removed) return undefined
  await revokeAccess(tx, call, account)
  await record(tx, call, { event: 'second-factor-removed', localId, method: removed.kind })
  return account
}
