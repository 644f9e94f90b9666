import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type AuditSource, record } from './audit.ts'
import type { Database, Tx } from './identity-deps.ts'
import { type Account, accounts } from './identity.tables.ts'
import { WireError } from './wire-error.ts'

type NewAccount = Partial<Omit<Account, 'createdAt' | 'lastLoginAt' | 'localId' | 'validSince'>>

/** Creates an account; undefined if there is one with its address or number, perhaps by a concurrent request. */
export async function createAccount(
  tx: Database | Tx,
  by: AuditSource,
  values: NewAccount,
  method: string,
): Promise<Account | undefined> {
  const { at } = by
  // 28 random characters, like Firebase's ids.
  const localId = randomBytes(21).toString('base64url')
  const [created] = await tx
    .insert(accounts)
    .values({ ...values, localId, createdAt: at, lastLoginAt: at, validSince: at })
    .onConflictDoNothing()
    .returning()
  if (created) await record(tx, by, { event: 'account-created', localId, method })
  return created
}

/**
 * Locks an account until the transaction ends and returns it; undefined if it is gone. What ends sessions or uses up codes does this first,
 * so that such calls for one account follow each other: the first wins, and the others find what it has left.
 */
export async function lockAccount(
  tx: Tx,
  localId: string,
  strength: 'update' | 'key share' = 'update',
): Promise<Account | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for(strength)
  return account
}

/** Changes an account; throws USER_NOT_FOUND if it is gone, or has another address than `email` by now. */
export async function changeAccount(
  tx: Tx,
  { localId, email }: { localId: string; email?: string },
  changes: Partial<Account>,
): Promise<Account> {
  const whose = eq(accounts.localId, localId)
  const isUnmoved = email === undefined ? whose : and(whose, eq(accounts.email, email))
  const [account] =
    Object.keys(changes).length > 0
      ? await tx.update(accounts).set(changes).where(isUnmoved).returning()
      : await tx.select().from(accounts).where(isUnmoved)
  if (!account) throw new WireError('USER_NOT_FOUND')
  return account
}
