const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'X (Twitter)',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
  phone: 'Phone',
  password: 'E-mail',
}

/** What people call a way to sign in that the identity library names `google.com`, `phone` and the like. */
export function providerName(providerId: string): string {
  return names[providerId] ?? providerId
}
