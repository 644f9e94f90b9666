import { narrowText } from '#contract/narrow-text.ts'

/** Matches digits with the characters that are written between them. */
const phoneCharacters = /^\+?[\d\s()/.-]+$/

/** Returns whether a parcel could be sent to a text: at least 8 characters, three of them letters. */
export function isDeliveryAddress(text: string): boolean {
  const address = text.trim()
  return address.length >= 8 && (address.match(/\p{L}/gu) ?? []).length >= 3
}

/** Matches the extension of a phone number: `ext. 12`, `x12`, `#12`, `App. 12`, `Durchwahl 12`. One as DIN 5008 writes it, `-12`, is dialed with the number. */
const extensionAtEnd = /(?:(?<![a-z])(?:ext(?:ension|n)?|x|app|durchwahl|dw)\.?[\s:=]{0,3}|#\s{0,3})(\d{1,8})$/i
/** No number is longer, with all that people write around it. */
const maxPhoneText = 100

/** Returns whether a text is a phone number: 6 to 15 digits (ITU-T E.164), what separates them, and perhaps an extension. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > maxPhoneText) return false
  const { number } = splitPhoneNumber(text)
  const hasDigits = (part: string) => /^(?:\D*\d){6,15}\D*$/.test(part)
  return phoneCharacters.test(number) && (hasDigits(number) || hasDigits(number.replace(/-\s{0,3}\d{1,6}$/, '')))
}

/** Returns the address of a phone number for links (RFC 3966). */
export function phoneLink(text: string): string {
  const { number, extension } = splitPhoneNumber(text)
  return `tel:${number.replaceAll(/[^+\d]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
}

function splitPhoneNumber(text: string): { number: string; extension: string | undefined } {
  const whole = narrowText(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .slice(0, maxPhoneText)
  const found = extensionAtEnd.exec(whole)
  return found
    ? { number: whole.slice(0, found.index).replace(/(?<![\s,;])[\s,;]+$/, ''), extension: found[1] }
    : { number: whole, extension: undefined }
}
