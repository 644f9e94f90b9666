import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { endAccess } from './end-access.ts'
import { evictStranger } from './evict-stranger.ts'
import type { Identity } from './identity-deps.ts'
import { accounts, secondFactors } from './identity.tables.ts'
import { getMailCode, redeemMailCode } from './mail-codes.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { presentSecondFactor } from './present-account.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const kind = 'identitytoolkit#ResetPasswordResponse'

/** Without a new password it says what a mailed code is for; with one it sets the password and ends all sessions. */
export async function resetPassword(identity: Identity, request: WireRequest): Promise<object> {
  const code = readText(request.body, 'oobCode')
  const newPassword = readText(request.body, 'newPassword')
  const found = await getMailCode(identity.db, code, identity.now())
  if (newPassword === undefined) {
    return {
      kind,
      requestType: found.purpose,
      ...(found.purpose !== 'EMAIL_SIGNIN' && { email: found.email }),
      ...(found.newEmail && { newEmail: found.newEmail }),
      ...(found.enrollmentId && { mfaInfo: await presentFactor(identity, found.enrollmentId) }),
    }
  }
  if (found.purpose !== 'PASSWORD_RESET' || !code) throw new WireError('INVALID_OOB_CODE')
  assertAcceptablePassword(newPassword, found.email)
  const passwordHash = await identity.passwords.hash(newPassword)
  const now = identity.now()

  await inTransaction(identity.db, async (tx) => {
    const { localId, email } = await redeemMailCode(tx, code, now)
    const mailedTo = and(eq(accounts.localId, localId ?? ''), eq(accounts.email, email))
    const [account] = await tx.select().from(accounts).where(mailedTo).for('update')
    if (!account) throw new WireError('INVALID_OOB_CODE')
    if (account.disabledAt) throw new WireError('USER_DISABLED')
    // whoever could read the mail has shown that the address is theirs
    if (account.emailVerifiedAt) await endAccess(identity, tx, account)
    const changes = account.emailVerifiedAt ? {} : await evictStranger(identity, tx, account, request, now)
    await tx
      .update(accounts)
      .set({ ...changes, passwordHash, passwordChangedAt: now, validSince: now, emailVerifiedAt: now })
      .where(mailedTo)
    await record(tx, { event: 'password-reset', localId: account.localId, now, request })
  })
  return { kind, email: found.email, requestType: 'PASSWORD_RESET' }
}

async function presentFactor(identity: Identity, enrollmentId: string): Promise<object> {
  const [factor] = await identity.db.select().from(secondFactors).where(eq(secondFactors.enrollmentId, enrollmentId))
  if (!factor) throw new WireError('INVALID_OOB_CODE')
  return presentSecondFactor(factor)
}
