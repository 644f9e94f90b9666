import { pageSettings } from '#web/api/page-settings.ts'

/** Calls what the shop's own identity service has beyond Google's. Throws its refusals as the library would. */
export async function callIdentityService(path: string, body?: object): Promise<Record<string, unknown>> {
  const { apiKey } = pageSettings().identity
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await send(`${path}?key=${encodeURIComponent(apiKey)}`, request)
  if (!('error' in response)) return response
  const { message = '' } = response.error as { message?: string }
  const [code = '', words = ''] = message.split(' : ')
  throw identityError(codes[code] ?? code.toLowerCase().replaceAll('_', '-'), words)
}

/** Creates an error like the SDK's, by its code without `auth/`. */
export const identityError = (code: string, words = '') => Object.assign(new Error(words), { code: `auth/${code}` })

const codes: Record<string, string> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  TOKEN_EXPIRED: 'user-token-expired',
  USER_NOT_FOUND: 'user-token-expired',
  INVALID_ID_TOKEN: 'invalid-user-token',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  INVALID_MFA_PENDING_CREDENTIAL: 'invalid-multi-factor-session',
  MFA_ENROLLMENT_NOT_FOUND: 'multi-factor-info-not-found',
}

async function send(address: string, request: RequestInit | undefined): Promise<Record<string, unknown>> {
  try {
    return (await (await fetch(address, request)).json()) as Record<string, unknown>
  } catch {
    throw identityError('network-request-failed')
  }
}
