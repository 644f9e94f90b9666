import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberType } from 'libphonenumber-js/max'
import type { Identity, IdentityDeps } from './identity-deps.ts'
import { WireError } from './wire-error.ts'

// Premium numbers pay their owner for each message.
const costly: (NumberType | undefined)[] = ['PREMIUM_RATE', 'SHARED_COST']

/** Throws unless the operator lets telephone numbers sign in. */
export function assertPhonesAllowed(identity: Identity): void {
  if (!identity.phone?.()) throw new WireError('OPERATION_NOT_ALLOWED', 'Phone numbers are not in use here.')
}

/** Returns the number in E.164; throws unless it is valid and its country is allowed. */
export function readPhoneNumber(identity: Identity, text: string | undefined): string {
  const parsed = text && text.length <= 40 ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible()) throw invalidNumber()
  if (testCode(identity, parsed.number) !== undefined) return parsed.number
  if (!parsed.isValid() || costly.includes(parsed.getType())) throw invalidNumber()
  const countries = identity.phoneCountries?.()
  if (countries && !(parsed.country && countries.includes(parsed.country))) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Codes are not sent to numbers of this country.')
  }
  return parsed.number
}

/** Returns the code of a test number. */
export function testCode(deps: Pick<IdentityDeps, 'phoneTestNumbers'>, phoneNumber: string): string | undefined {
  return deps.phoneTestNumbers?.get(phoneNumber)
}

/** Masks a number as `+*******0199`. */
export function maskedNumber(phoneNumber: string): string {
  return `+${'*'.repeat(Math.max(0, phoneNumber.length - 5))}${phoneNumber.slice(-4)}`
}

function invalidNumber(): WireError {
  return new WireError('INVALID_PHONE_NUMBER', 'Invalid format.')
}
