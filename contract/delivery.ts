/** Matches digits with the characters that are written between them. */
const phoneCharacters = /^\+?[\d\s()/.-]+$/

/** Returns whether a parcel could be sent to a text: at least 8 characters, three of them letters. */
export function isDeliveryAddress(text: string): boolean {
  const address = text.trim()
  return address.length >= 8 && (address.match(/\p{L}/gu) ?? []).length >= 3
}

/** Matches a phone number with its extension: `ext. 12`, `x12`, `#12`, `Durchwahl 12`. One as DIN 5008 writes it, `-12`, is dialed with the number. */
const withExtension = /^(.*?)[\s,;]*(?:(?:ext(?:ension|n)?|x|durchwahl|dw)\.?[\s:=]*|#\s*)(\d{1,8})$/i

/** Returns whether a text is a phone number: 6 to 15 digits (ITU-T E.164), what separates them, and perhaps an extension. */
export function isPhoneNumber(text: string): boolean {
  const { number } = splitPhoneNumber(text)
  const hasDigits = (part: string) => /^(?:\D*\d){6,15}\D*$/.test(part)
  return phoneCharacters.test(number) && (hasDigits(number) || hasDigits(number.replace(/\s*-\s*\d{1,6}$/, '')))
}

/** Returns the address of a phone number for links (RFC 3966). */
export function phoneLink(text: string): string {
  const { number, extension } = splitPhoneNumber(text)
  return `tel:${number.replaceAll(/[^+\d]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
}

function splitPhoneNumber(text: string): { number: string; extension: string | undefined } {
  const [, number = text.trim(), extension] = withExtension.exec(text.trim()) ?? []
  return { number, extension }
}
