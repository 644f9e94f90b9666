import { eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import type { HashingCost } from './hashing-thread.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { newLocalId } from './new-local-id.ts'
import { passwordHasher } from './passwords.ts'

/**
 * For whoever runs the service: an account with this address exists afterwards, its address counted as proven.
 * An account that is there already is left as it is. Takes any password.
 */
export async function ensureAccount(
  deps: Pick<IdentityDeps, 'db' | 'now' | 'passwordCost'>,
  wish: { email: string; password: string; displayName?: string },
): Promise<{ localId: string; created: boolean }> {
  const email = canonicalEmail(wish.email)
  const find = () => deps.db.select({ localId: accounts.localId }).from(accounts).where(eq(accounts.email, email))
  const [known] = await find()
  if (known) return { localId: known.localId, created: false }
  const now = deps.now()
  const [created] = await deps.db
    .insert(accounts)
    .values({
      localId: newLocalId(),
      email,
      emailVerifiedAt: now,
      passwordHash: await hashOnce(wish.password, deps.passwordCost),
      passwordChangedAt: now,
      displayName: wish.displayName ?? null,
      createdAt: now,
      lastLoginAt: now,
      validSince: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ localId: accounts.localId })
  if (created) return { localId: created.localId, created: true }
  const [other] = await find()
  if (!other) throw new Error('the account was removed while it was being made')
  return { localId: other.localId, created: false }
}

async function hashOnce(password: string, cost: HashingCost | undefined): Promise<string> {
  const passwords = passwordHasher({ cost })
  try {
    return await passwords.hash(password)
  } finally {
    await passwords.close()
  }
}
