import { and, eq, isNull } from 'drizzle-orm'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { getMailCode } from './mail-codes.ts'
import { listSecondFactors } from './second-factors.ts'
import { readText } from './wire-body.ts'

/**
 * Returns what using a mailed code would remove from an unverified account: its sign-in methods by SDK name, and `secondFactor`.
 * The code stays valid; its holder can read the address's mail.
 */
export async function previewMailCode(call: Call): Promise<object> {
  const { purpose, email } = await getMailCode(call.db, readText(call.body, 'oobCode'), call.at)
  const reclaims = purpose === 'EMAIL_SIGNIN' || purpose === 'PASSWORD_RESET'
  return {
    requestType: purpose,
    removes: reclaims ? await listRemovals(call, email, purpose === 'EMAIL_SIGNIN') : [],
  }
}

async function listRemovals({ db }: Call, email: string, withPassword: boolean): Promise<string[]> {
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), isNull(accounts.emailVerifiedAt)))
  if (!account) return []
  const [linked, factors] = await Promise.all([
    listLinkedProviders(db, account.localId),
    listSecondFactors(db, account.localId),
  ])
  return [
    ...(withPassword && account.passwordHash ? ['password'] : []),
    ...(account.phoneNumber ? ['phone'] : []),
    ...linked.map(({ providerId }) => providerId),
    ...(factors.length > 0 ? ['secondFactor'] : []),
  ]
}
