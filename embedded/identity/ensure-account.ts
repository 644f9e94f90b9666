import { eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { passwordHasher } from './passwords.ts'
import { createAccount } from './write-account.ts'

/**
 * Ensures that an account with this verified address exists, for the operator. An existing account stays unchanged. Accepts any
 * password.
 */
export async function ensureAccount(
  deps: Pick<IdentityDeps, 'db' | 'now' | 'passwordCost'>,
  input: { email: string; password: string; displayName?: string },
): Promise<{ localId: string; created: boolean }> {
  const email = canonicalEmail(input.email)
  const find = () => deps.db.select({ localId: accounts.localId }).from(accounts).where(eq(accounts.email, email))
  const [known] = await find()
  if (known) return { localId: known.localId, created: false }
  const at = deps.now()
  const created = await createAccount(
    deps.db,
    { at },
    {
      email,
      emailVerifiedAt: at,
      passwordHash: await passwordHasher({ cost: deps.passwordCost }).hash(input.password),
      passwordChangedAt: at,
      displayName: input.displayName ?? null,
    },
    'password',
  )
  if (created) return { localId: created.localId, created: true }
  const [other] = await find()
  if (!other) throw new Error('the account was removed while it was being made')
  return { localId: other.localId, created: false }
}
