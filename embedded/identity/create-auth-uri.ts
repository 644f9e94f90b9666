import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup, isEnumerationProtected } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
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
  if (!account) return { registered: false, allProviders: [], signinMethods: [] }
  const linked = (await listLinkedProviders(call.db, account.localId)).map(({ providerId }) => providerId)
  const { passwordHash, emailLinkUsedAt } = account
  return {
    registered: true,
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
