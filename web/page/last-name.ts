import { storedText } from '#web/page/stored-text.ts'

const stored = storedText('localStorage', 'boltyard.last-name')

/** Remembers on this device the last name that was typed at sign-up, which is not part of the account; an empty one forgets it. */
export const rememberLastName = (email: string, lastName: string): void =>
  stored.write(lastName === '' ? null : JSON.stringify([email.toLowerCase(), lastName]))

/** Returns the last name that was typed for an account; empty if none is remembered. */
export function lastNameOf(email: string): string {
  try {
    const [owner, lastName] = JSON.parse(stored.read() ?? '[]') as string[]
    return owner === email.toLowerCase() ? (lastName ?? '') : ''
  } catch {
    return ''
  }
}
