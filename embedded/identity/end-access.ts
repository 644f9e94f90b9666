import { eq } from 'drizzle-orm'
import { type AuditSource, record } from './audit.ts'
import type { Call, IdentityDeps, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { createMailCode, voidMailCodes } from './mail-codes.ts'
import { mailLink } from './mails.ts'
import { endSessions } from './sessions.ts'

/**
 * Ends all sessions of an account, or all but one, and revokes what the host issued for them, in one transaction. Pending address
 * changes are voided, since a thief could complete one.
 */
export async function revokeAccess(
  tx: Tx,
  deps: Pick<IdentityDeps, 'revokeAccess'>,
  { localId, email }: Pick<Account, 'localId' | 'email'>,
  exceptSessionId?: string,
): Promise<void> {
  await endSessions(tx, localId, exceptSessionId)
  await voidMailCodes(tx, localId, 'VERIFY_AND_CHANGE_EMAIL')
  await deps.revokeAccess?.(tx, { localId, email })
}

/** Deletes an account with everything that hangs on it, here and at the host. */
export async function removeAccount(
  tx: Tx,
  by: AuditSource & Pick<IdentityDeps, 'erasePersonalData' | 'revokeAccess'>,
  { localId, email }: Pick<Account, 'localId' | 'email'>,
): Promise<void> {
  // First, since the host locks more than the row of this person, in an order of its own.
  await by.erasePersonalData?.(tx, { localId, email })
  await revokeAccess(tx, by, { localId, email })
  await tx.delete(accounts).where(eq(accounts.localId, localId))
  await record(tx, by, { event: 'account-deleted', localId })
}

/**
 * Gives an account to the owner of its address, without anything from the person who used it unverified: a new row replaces the
 * old one, which is deleted with everything that references it.
 */
export async function reclaimAccount(
  tx: Tx,
  call: Call,
  { localId, email, language }: Account & { email: string },
): Promise<Account> {
  const { at } = call
  await revokeAccess(tx, call, { localId, email })
  await call.reclaimPerson?.(tx, { localId, email })
  await tx.delete(accounts).where(eq(accounts.localId, localId))
  const [account] = await tx
    .insert(accounts)
    .values({ localId, email, emailVerifiedAt: at, language, createdAt: at, lastLoginAt: at, validSince: at })
    .returning()
  if (!account) throw new Error('INSERT … RETURNING gave no row')
  await record(tx, call, { event: 'account-reclaimed', localId })
  const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email }, at)
  await mailLink(tx, call, 'account-reclaimed', { to: email }, { code, account })
  return account
}
