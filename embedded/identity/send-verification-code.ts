import type { Identity } from './identity-deps.ts'
import { assertPhonesAllowed, readPhoneNumber } from './phone-number.ts'
import { textCode } from './phone-sessions.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/** Texts a code to a number that somebody wants to sign in with, or to add to an account. */
export async function sendVerificationCode(identity: Identity, request: WireRequest): Promise<object> {
  assertPhonesAllowed(identity)
  const phoneNumber = readPhoneNumber(identity, readText(request.body, 'phoneNumber'))
  const captchaToken = readText(request.body, 'recaptchaToken')
  return { sessionInfo: await textCode(identity, request, { purpose: 'sign-in', phoneNumber, captchaToken }) }
}
