import { WireError } from './wire-error.ts'

// One @, no spaces or control characters, a domain of dotted labels. Whether it exists is for the mail to show.
const shape =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/** One spelling per address: NFC, trimmed, lower case. Throws MISSING_EMAIL or INVALID_EMAIL. */
export function canonicalEmail(text: string | undefined): string {
  const email = text?.normalize('NFC').trim().toLowerCase()
  if (!email) throw new WireError('MISSING_EMAIL')
  if (email.length > 254 || !shape.test(email) || /(^|[.])[.]|[.]@/.test(email)) throw new WireError('INVALID_EMAIL')
  return email
}
