import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import { isEnumerationProtected } from './enumeration-protection.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Never tells how, or whether, an address signs in, unless the operator switched enumeration protection off. */
export async function createAuthUri(identity: Identity, request: WireRequest): Promise<object> {
  const identifier = readText(request.body, 'identifier')
  if (!identifier) throw new WireError('MISSING_IDENTIFIER')
  const email = readIdentifier(identifier)
  const continueUri = readText(request.body, 'continueUri')
  if (!continueUri) throw new WireError('MISSING_CONTINUE_URI')
  if (!URL.canParse(continueUri)) throw new WireError('INVALID_CONTINUE_URI')
  return {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: randomBytes(20).toString('base64url'),
    ...(isEnumerationProtected(identity) ? {} : await waysIn(identity, email)),
  }
}

async function waysIn(identity: Identity, email: string): Promise<object> {
  const [account] = await identity.db.select().from(accounts).where(eq(accounts.email, email))
  if (!account) return { registered: false }
  const linked = (await listLinkedProviders(identity.db, account.localId)).map(({ providerId }) => providerId)
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
