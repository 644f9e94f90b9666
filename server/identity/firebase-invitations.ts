import { randomBytes } from 'node:crypto'
import type { Invitations } from '#server/accounts/invitations.ts'
import type { IdentityConfig } from '#server/platform/config.ts'
import { problem } from '#server/platform/http/problem.ts'

type FirebaseConfig = Extract<IdentityConfig, { mode: 'firebase' }>

/**
 * Creates the invitations of a Firebase project, by the calls of its SDK: an account with a random password that nobody learns, and the
 * project's own mail to reset it.
 */
export function firebaseInvitations({ apiBase, apiKey }: FirebaseConfig): Invitations {
  async function call(method: 'signUp' | 'sendOobCode', body: object): Promise<{ localId?: string; refusal?: string }> {
    const response = await fetch(`${apiBase}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined || response.status >= 500) throw problem('identity-provider-unavailable')
    const { localId, error } = parse(text)
    if (response.ok) return localId === undefined ? {} : { localId }
    return { refusal: error?.message ?? '' }
  }

  return {
    async open({ email, displayName }) {
      const password = randomBytes(32).toString('base64url')
      const { localId, refusal } = await call('signUp', { email, password, displayName, returnSecureToken: false })
      // Its owner comes to the shop with a verified address, by which the user is found.
      if (refusal === 'EMAIL_EXISTS') return undefined
      if (refusal !== undefined) throw problem('identity-provider-unavailable')
      return localId
    },
    async send({ email }) {
      const { refusal } = await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
      if (refusal !== undefined) throw problem('identity-provider-unavailable')
    },
  }
}

function parse(text: string): { localId?: string; error?: { message?: string } } {
  try {
    return JSON.parse(text) as { localId?: string; error?: { message?: string } }
  } catch {
    throw problem('identity-provider-unavailable')
  }
}
