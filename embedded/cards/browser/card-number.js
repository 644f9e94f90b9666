// @ts-check
// Tells about a card number what its digits say: for the card form, and for the API on the server.

/** @typedef {'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'unknown' | 'visa'} Brand */

/** @type {readonly [Brand, RegExp][]} */
const prefixes = [
  ['amex', /^3[47]/],
  ['diners', /^3(?:0[0-59]|[689])/],
  ['jcb', /^35(?:2[89]|[3-8])/],
  ['discover', /^(?:6011|64[4-9]|65)/],
  ['unionpay', /^62/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
]

/** @type {Readonly<Record<Brand, readonly number[]>>} */
export const cardLengths = {
  amex: [15],
  diners: [14, 16],
  discover: [16],
  jcb: [16],
  mastercard: [16],
  unionpay: [16, 17, 18, 19],
  visa: [16],
  unknown: [16],
}

/** @param {string} digits @returns {Brand} */
export const cardBrand = (digits) => prefixes.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'unknown'

/** Whether the length fits the brand and the check digit (Luhn) is right. @param {string} digits */
export function isCardNumber(digits) {
  if (!/^\d+$/.test(digits) || !cardLengths[cardBrand(digits)].includes(digits.length)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** @param {Brand} brand */
export const cvcLength = (brand) => (brand === 'amex' ? 4 : 3)
