import { solveWork } from '#web/api/solve-work.ts'
import { callIdentityService, identityError } from '#web/identity/identity-service.ts'

/** Solves a puzzle of the shop's own server, about a tenth of a second of work; answers its token, good for one call. */
export async function solveProofOfWork(): Promise<string> {
  // Browsers lend their arithmetic to safe connections only.
  if (!globalThis.isSecureContext) throw identityError('insecure-connection')
  // As the server's own copy of the library made it.
  const challenge = (await callIdentityService('/v2/captchaChallenge')) as unknown as Parameters<typeof solveWork>[0]
  const proof = await solveWork(challenge)
  if (!proof) throw identityError('captcha-check-failed')
  return proof
}

/** Submits proof of work after too many failures, for more attempts at the account that `whose` identifies. */
export async function proveHuman(whose: object): Promise<void> {
  await callIdentityService('/v1/accounts:proveHuman', { ...whose, captchaToken: await solveProofOfWork() })
}
