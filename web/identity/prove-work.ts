import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { callOwnService, refusal } from '#web/identity/own-service.ts'

/** Solves a puzzle of the shop's own server, about a tenth of a second of work; answers its token, good for one call. */
export async function proveWork(): Promise<string> {
  // Browsers lend their arithmetic to safe connections only.
  if (!globalThis.isSecureContext) throw refusal('insecure-connection')
  // As the server's own copy of the library made it.
  const challenge = (await callOwnService('/v2/captchaChallenge')) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw refusal('captcha-check-failed')
  return btoa(JSON.stringify({ challenge, solution }))
}

/** After too many failures: whoever does some work may try a few times more with this address. */
export async function proveHuman(email: string): Promise<void> {
  await callOwnService('/v1/accounts:proveHuman', { email, captchaToken: await proveWork() })
}
