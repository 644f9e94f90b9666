import { ownValue } from '#contract/own-value.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'X (Twitter)',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
}

const ownWays: Readonly<Record<string, MessageId>> = { phone: 'word.phone', password: 'provider.password' }

/** Returns the display name of a sign-in method such as `google.com` or `phone`. */
export function providerName(providerId: string): string {
  const own = ownValue(ownWays, providerId)
  return own ? t(own) : (ownValue(names, providerId) ?? providerId)
}
