import { t, type WordId } from '#web/words/words.ts'

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'X (Twitter)',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
}

const ownWays: Readonly<Record<string, WordId>> = { phone: 'provider.phone', password: 'provider.password' }

/** What people call a way to sign in that the identity library names `google.com`, `phone` and the like. */
export function providerName(providerId: string): string {
  const own = ownWays[providerId]
  return own ? t(own) : (names[providerId] ?? providerId)
}
