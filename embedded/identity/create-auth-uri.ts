import { randomBytes } from 'node:crypto'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Answers as Firebase does with enumeration protection: never how, or whether, an address signs in. */
export async function createAuthUri(_identity: Identity, request: WireRequest): Promise<object> {
  const identifier = readText(request.body, 'identifier')
  if (!identifier) throw new WireError('MISSING_IDENTIFIER')
  try {
    canonicalEmail(identifier)
  } catch {
    throw new WireError('INVALID_IDENTIFIER')
  }
  const continueUri = readText(request.body, 'continueUri')
  if (!continueUri) throw new WireError('MISSING_CONTINUE_URI')
  if (!URL.canParse(continueUri)) throw new WireError('INVALID_CONTINUE_URI')
  return { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: randomBytes(20).toString('base64url') }
}
