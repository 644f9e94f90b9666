import { WireError } from './wire-error.ts'

// One @, a domain of dotted labels, and ASCII only: other letters look like these, or mail programs take them for these.
// Whether it exists is for the mail to show.
const shape =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/

/** Normalizes an address: NFC, trimmed, lower case. Throws MISSING_EMAIL or INVALID_EMAIL. */
export function canonicalEmail(text: string | undefined): string {
  const email = text?.normalize('NFC').trim().toLowerCase()
  if (!email) throw new WireError('MISSING_EMAIL')
  if (email.length > 254 || !shape.test(email) || /(^|[.])[.]|[.]@/.test(email)) throw new WireError('INVALID_EMAIL')
  return email
}
