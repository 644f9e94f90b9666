/** Matches digits with the characters that are written between them. */
const phoneCharacters = /^\+?[\d\s()/.-]+$/

/** Returns whether a parcel could be sent to a text: at least 8 characters, three of them letters. */
export function isDeliveryAddress(text: string): boolean {
  const address = text.trim()
  return address.length >= 8 && (address.match(/\p{L}/gu) ?? []).length >= 3
}

/** Returns whether a text is a phone number: 6 to 15 digits (ITU-T E.164), and nothing else but what separates them. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return phoneCharacters.test(text.trim()) && digits >= 6 && digits <= 15
}
