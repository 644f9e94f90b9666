import { record } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { redeemCaptcha } from './captcha.ts'
import { canonicalEmail } from './email-address.ts'
import { emailLookupLimits } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { allowExtraTries, assertLimitLeft, limits } from './limits.ts'
import type { Provable } from './limits.ts'
import { getPendingSignIn, secondFactorGuess } from './second-factor-sign-in.ts'
import { signInLimits } from './sign-in-with-password.ts'
import { readText } from './wire-body.ts'

/**
 * Redeems a proof of work for a few more attempts after too many failures, for this account from this network. So no account can be
 * locked out, and guessing stays slow. It reveals nothing about an address. With the purpose EMAIL_QUESTION it raises the limit
 * of responses that reveal accounts.
 */
export async function proveHuman(call: Call): Promise<object> {
  const wanted = await readProofRequest(call)
  await redeemCaptcha(call, readText(call.body, 'captchaToken'))
  const allowed = await Promise.all(wanted.map((each) => allowExtraTries(call, each)))
  await record(call.db, call, { event: 'proved-human' })
  return { attempts: Math.min(...allowed) }
}

async function readProofRequest(call: Call): Promise<Provable[]> {
  if (readText(call.body, 'purpose') === 'EMAIL_QUESTION') {
    const idToken = readText(call.body, 'idToken')
    return emailLookupLimits(call, idToken ? (await authenticate(call, idToken)).account.localId : undefined)
  }
  if (readText(call.body, 'mfaPendingCredential')) {
    return [secondFactorGuess(await getPendingSignIn(call), call)]
  }
  const { guess, failuresName } = signInLimits(canonicalEmail(readText(call.body, 'email')), call)
  // the hourly limit of a network holds against machines that can afford the work
  await assertLimitLeft(call, failuresName, limits.failedSignInsOfAddress)
  return [guess]
}
