import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberType } from 'libphonenumber-js/max'
import type { Identity, IdentityDeps } from './identity-deps.ts'
import { WireError } from './wire-error.ts'

// Whoever owns such a number earns by every message to it.
const costly: (NumberType | undefined)[] = ['PREMIUM_RATE', 'SHARED_COST']

/** Throws unless the operator lets telephone numbers sign in. */
export function assertPhonesAllowed(identity: Identity): void {
  if (!identity.phone?.()) throw new WireError('OPERATION_NOT_ALLOWED', 'Phone numbers are not in use here.')
}

/** The number in E.164; throws unless it is a real one of a country that the operator sends messages to. */
export function readPhoneNumber(identity: Identity, text: string | undefined): string {
  if (!text) throw new WireError('MISSING_PHONE_NUMBER')
  const parsed = text.length <= 40 ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible()) throw invalidNumber()
  if (testCode(identity, parsed.number) !== undefined) return parsed.number
  if (!parsed.isValid() || costly.includes(parsed.getType())) throw invalidNumber()
  const countries = identity.phoneCountries?.()
  if (countries && !(parsed.country && countries.includes(parsed.country))) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Codes are not sent to numbers of this country.')
  }
  return parsed.number
}

/** The code of a number that is only for tests. */
export function testCode(deps: Pick<IdentityDeps, 'phoneTestNumbers'>, phoneNumber: string): string | undefined {
  return deps.phoneTestNumbers?.get(phoneNumber)
}

/** A fixed code is an open door, so it must not reach production by mistake. */
export function assertNoTestNumbersInProduction(deps: Pick<IdentityDeps, 'phoneTestNumbers'>): void {
  if (process.env['NODE_ENV'] === 'production' && (deps.phoneTestNumbers?.size ?? 0) > 0) {
    throw new Error('phone numbers with fixed codes are only for tests, not for production')
  }
}

/** `+*******0199`: enough for its owner to know it. */
export function maskedNumber(phoneNumber: string): string {
  return `+${'*'.repeat(Math.max(0, phoneNumber.length - 5))}${phoneNumber.slice(-4)}`
}

function invalidNumber(): WireError {
  return new WireError('INVALID_PHONE_NUMBER', 'Invalid format.')
}
