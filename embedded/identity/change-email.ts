import { and, eq, isNull } from 'drizzle-orm'
import { record } from './audit.ts'
import { revokeAccess } from './end-access.ts'
import { isEnumerationProtected } from './email-lookup-limit.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { createMailCode, voidMailCodes } from './mail-codes.ts'
import { mailLink } from './mails.ts'
import { WireError } from './wire-error.ts'

interface EmailChange {
  /** The account before the change. */
  from: Account
  to: string
  /** Whether the new address was verified. */
  proven: boolean
  /** The session that stays; all others end. */
  currentSessionId?: string
}

/** Changes the address of an account, ends all other sessions, and mails the old address how to undo it. */
export async function changeEmailAddress(
  tx: Tx,
  call: Call,
  { from, to, proven, currentSessionId }: EmailChange,
): Promise<Account> {
  const { localId, email } = from
  const isUnmoved = email === null ? isNull(accounts.email) : eq(accounts.email, email)
  const [account] = await tx
    .update(accounts)
    .set({ email: to, emailVerifiedAt: proven ? call.at : null, validSince: call.at })
    .where(and(eq(accounts.localId, localId), isUnmoved))
    .returning()
  if (!account) throw new WireError('TOKEN_EXPIRED')
  await revokeAccess(tx, call, from, currentSessionId)
  await call.changeEmail?.(tx, { localId, email }, { email: to, verified: proven })
  await voidMailCodes(tx, localId, 'VERIFY_EMAIL')
  await record(tx, call, { event: 'email-changed', localId })
  if (email) {
    const { emailVerifiedAt } = from
    const order = { purpose: 'RECOVER_EMAIL', localId, email, newEmail: to, emailVerifiedAt, isNotice: true } as const
    const code = await createMailCode(tx, order, call.at)
    await mailLink(tx, call, 'email-changed', { to: email, newEmail: withoutLink(to) }, { code, account })
  }
  return account
}

// The old address may be a stranger's: the part that the mover chose freely must not read like a web address there.
const withoutLink = (email: string) => (/^[\p{L}\p{N}_.+-]+@/u.test(email) ? email : email.replace(/^[^@]+/, '…'))

/**
 * Throws unless the operator allows unverified changes, which reveal whether an address has an account. A verified address is
 * never replaced by an unverified one, since its owner could reclaim the account.
 */
export function assertMayChangeUnverified(call: Call, { emailVerifiedAt }: Account): void {
  if (emailVerifiedAt || isEnumerationProtected(call)) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }
}
