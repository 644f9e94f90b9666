import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { endAccess } from './end-access.ts'
import type { IdentityDeps, Tx } from './identity-deps.ts'
import { linkedProviders, secondFactors } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { forgetMailCodes } from './mail-codes.ts'
import type { WireRequest } from './wire-body.ts'

/**
 * Who made the account never proved the address, and its owner is here now: whatever could still open it goes.
 * Answers what is to change on the account itself.
 */
export async function evictStranger(
  deps: Pick<IdentityDeps, 'endAccess'>,
  tx: Tx,
  account: Account,
  request: WireRequest,
  now: Date,
): Promise<Partial<Account>> {
  await endAccess(deps, tx, account)
  await forgetMailCodes(tx, account.localId)
  await tx.delete(linkedProviders).where(eq(linkedProviders.localId, account.localId))
  await tx.delete(secondFactors).where(eq(secondFactors.localId, account.localId))
  await record(tx, { event: 'account-reclaimed', localId: account.localId, now, request })
  return { passwordHash: null, emailLinkUsedAt: null, phoneNumber: null, emailVerifiedAt: now, validSince: now }
}
