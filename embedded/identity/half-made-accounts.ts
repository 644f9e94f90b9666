import { and, eq, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, linkedProviders } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { removeAccount } from './end-access.ts'

const lifetimeMs = 24 * 3_600_000
const maxRemovedAtOnce = 1000

/*
 * A first sign-in by phone makes an account at once, and its owner adds an e-mail address next. An account where that never
 * happened opens by its phone number alone.
 */

/**
 * Removes the half-made account that has a phone number. Call it where the number was just proven for an account with an
 * address: both are the same person's.
 */
export async function removeHalfMade(tx: Tx, call: Call, phoneNumber: string): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.phoneNumber, phoneNumber)).for('update')
  if (!account || account.email !== null || account.disabledAt) return
  // The row is ours now: nothing is linked to it meanwhile.
  if ((await listLinkedProviders(tx, account.localId)).length > 0) return
  await removeAccount(tx, call, account)
}

/** Removes half-made accounts a day after their last sign-in, which frees their numbers. */
export async function removeExpiredHalfMade(
  tx: Tx,
  { at, revokeAccess, erasePersonalData }: Pick<Call, 'at' | 'erasePersonalData' | 'revokeAccess'>,
): Promise<void> {
  const before = new Date(at.getTime() - lifetimeMs)
  const providers = tx.select().from(linkedProviders).where(eq(linkedProviders.localId, accounts.localId))
  const expired: Pick<Account, 'localId' | 'email'>[] = await tx
    .select({ localId: accounts.localId, email: accounts.email })
    .from(accounts)
    .where(
      and(
        isNull(accounts.email),
        isNotNull(accounts.phoneNumber),
        isNull(accounts.disabledAt),
        lt(accounts.createdAt, before),
        lt(accounts.lastLoginAt, before),
        notExists(providers),
      ),
    )
    .limit(maxRemovedAtOnce)
    .for('update', { skipLocked: true })
  const by = { at, ...(revokeAccess && { revokeAccess }), ...(erasePersonalData && { erasePersonalData }) }
  for (const account of expired) await removeAccount(tx, by, account)
}
