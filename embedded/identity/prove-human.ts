import { record } from './audit.ts'
import { redeemCaptcha } from './captcha.ts'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import { allowExtraTries, assertUsesLeft, limits } from './limits.ts'
import { signInLimits } from './sign-in-with-password.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

const extraTries = 3

/**
 * After too many wrong passwords: a proof of work buys a few more tries at once, for this address from this network.
 * So nobody can lock somebody else out, and guessing stays slow. Tells nothing about the address.
 */
export async function proveHuman(identity: Identity, request: WireRequest): Promise<object> {
  const email = canonicalEmail(readText(request.body, 'email'))
  const { attemptsName, failuresName } = signInLimits(email, request)
  // the hourly limit of a network holds against machines that can afford the work
  await assertUsesLeft(identity, failuresName, limits.failedSignInsOfAddress)
  await redeemCaptcha(identity, readText(request.body, 'captchaToken'))
  await allowExtraTries(identity, attemptsName, extraTries)
  await record(identity.db, { event: 'proved-human', now: identity.now(), request })
  return { kind: 'boltyard#ProveHumanResponse', attempts: extraTries }
}
