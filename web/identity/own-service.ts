import { pageSettings } from '#web/api/page-settings.ts'

/** Calls what the shop's own identity service has beyond Google's. Throws its refusals as the library would. */
export async function callOwnService(path: string, body?: object): Promise<Record<string, unknown>> {
  const { apiKey } = pageSettings().identity
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await ask(`${path}?key=${encodeURIComponent(apiKey)}`, request)
  if (!('error' in answer)) return answer
  const { message = '' } = answer.error as { message?: string }
  const [code = '', words = ''] = message.split(' : ')
  throw refusal(codes[code] ?? code.toLowerCase().replaceAll('_', '-'), words)
}

/** What the identity library would throw, by its code without `auth/`. */
export const refusal = (code: string, words = '') => Object.assign(new Error(words), { code: `auth/${code}` })

const codes: Record<string, string> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  TOKEN_EXPIRED: 'user-token-expired',
  USER_NOT_FOUND: 'user-token-expired',
  INVALID_ID_TOKEN: 'invalid-user-token',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
}

async function ask(address: string, request: RequestInit | undefined): Promise<Record<string, unknown>> {
  try {
    return (await (await fetch(address, request)).json()) as Record<string, unknown>
  } catch {
    throw refusal('network-request-failed')
  }
}
