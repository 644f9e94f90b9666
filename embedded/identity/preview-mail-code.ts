import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { MailCode } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { getMailCode } from './mail-codes.ts'
import { listSecondFactors } from './second-factors.ts'
import { listAdditions } from './undo-additions.ts'
import { readText } from './wire-body.ts'

/**
 * Returns what using a mailed code would remove, sign-in methods by SDK name and `secondFactor`: all that an unverified account has, and
 * with the code of a notice (`undoes`) what was added since its change. The code stays valid; its holder can read the address's mail.
 */
export async function previewMailCode(call: Call): Promise<object> {
  const code = await getMailCode(call.db, readText(call.body, 'oobCode'), call.at)
  const { purpose, email } = code
  if (purpose === 'PASSWORD_RESET' && code.isNotice) {
    const additions = await listNoticeRemovals(call, code)
    if (additions) return { requestType: purpose, undoes: true, removes: additions }
  }
  const reclaims = purpose === 'EMAIL_SIGNIN' || purpose === 'PASSWORD_RESET'
  if (purpose === 'PASSWORD_RESET' && (await hasNoSignIn(call, email)))
    return { requestType: purpose, removes: [], activates: true }
  return {
    requestType: purpose,
    removes: reclaims ? await listRemovals(call, email, purpose === 'EMAIL_SIGNIN') : [],
  }
}

/** Undefined if the address is not verified: then everything goes. */
async function listNoticeRemovals(
  { db }: Call,
  { localId, email, createdAt }: MailCode,
): Promise<string[] | undefined> {
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.localId, localId ?? ''), eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt)))
  if (!account) return undefined
  const { phone, providerIds, factors } = await listAdditions(db, account, createdAt)
  return [...(phone ? ['phone'] : []), ...providerIds, ...(factors.length > 0 ? ['secondFactor'] : [])]
}

/** Whether an account has been opened for its owner, who has no way to sign in yet. */
async function hasNoSignIn({ db }: Call, email: string): Promise<boolean> {
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt)))
  if (!account || account.passwordHash || account.phoneNumber || account.emailLinkUsedAt) return false
  return (await listLinkedProviders(db, account.localId)).length === 0
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
