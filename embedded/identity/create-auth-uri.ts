import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup, isEnumerationProtected } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { accounts, linkedProviders } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Returns the sign-in methods of an address only if enumeration protection is off. */
export async function createAuthUri(call: Call): Promise<object> {
  const identifier = readText(call.body, 'identifier')
  if (!identifier) throw new WireError('MISSING_IDENTIFIER')
  const email = readIdentifier(identifier)
  const continueUri = readText(call.body, 'continueUri')
  if (!continueUri) throw new WireError('MISSING_CONTINUE_URI')
  if (!URL.canParse(continueUri)) throw new WireError('INVALID_CONTINUE_URI')
  if (!isEnumerationProtected(call)) await countEmailLookup(call)
  return {
    sessionId: readText(call.body, 'sessionId') || randomBytes(20).toString('base64url'),
    ...(isEnumerationProtected(call) ? {} : await signInMethodsOf(call, email)),
  }
}

async function signInMethodsOf(call: Call, email: string): Promise<object> {
  const [account] = await call.db.select().from(accounts).where(eq(accounts.email, email))
  // An account at another provider opens the account that it is linked to, whatever the address of that is.
  const ofAddress = await call.db.select().from(linkedProviders).where(eq(linkedProviders.email, email))
  const ofAccount = account ? await listLinkedProviders(call.db, account.localId) : []
  const linked = [...new Set([...ofAccount, ...ofAddress].map(({ providerId }) => providerId))]
  const { passwordHash = null, emailLinkUsedAt = null } = account ?? {}
  return {
    registered: account !== undefined || linked.length > 0,
    allProviders: [...(passwordHash || emailLinkUsedAt ? ['password'] : []), ...linked],
    signinMethods: [...(passwordHash ? ['password'] : []), ...(emailLinkUsedAt ? ['emailLink'] : []), ...linked],
  }
}

function readIdentifier(identifier: string): string {
  try {
    return canonicalEmail(identifier)
  } catch {
    throw new WireError('INVALID_IDENTIFIER')
  }
}
