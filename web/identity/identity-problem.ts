import { Problem } from '#web/api/api-problem.ts'

/** What the identity provider refused, in a sentence for the person in front of it. */
export class IdentityProblem extends Problem {
  override readonly name = 'IdentityProblem'
  /** As the identity library names it, e.g. `auth/invalid-credential`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Turns an error of the identity library into one with a sentence; anything else stays as it is. */
export function toIdentityProblem(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !code.startsWith('auth/')) return error
  return new IdentityProblem(code, sentences[code.slice('auth/'.length)] ?? providersOwnWords(error, code))
}

/** The library says 'Firebase: sentence (auth/code).'; the sentence may be missing. */
function providersOwnWords(error: unknown, code: string): string {
  const words = String(error instanceof Error ? error.message : '')
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?$/, '')
    .trim()
  return words && words !== 'Error' ? words : `Signing in did not work (${code}). Please try again.`
}

const tryAgain = 'Something went wrong while signing in. Please try again.'
const endedSession = 'Your session has ended. Please sign in again.'
const wrongSetUp = 'This shop’s sign-in is not set up correctly. Please tell the shop.'

const sentences: Record<string, string> = {
  'invalid-credential': 'The e-mail address or the password is not right.',
  'wrong-password': 'The e-mail address or the password is not right.',
  'user-not-found': 'There is no account with this e-mail address.',
  'invalid-email': 'This does not look like an e-mail address.',
  'missing-email': 'Please enter email',
  'missing-password': 'Please enter your password.',
  'email-already-in-use': 'There is an account with this e-mail address already. Sign in instead.',
  'weak-password': 'This password is too easy to guess. Use at least 8 characters.',
  'password-does-not-meet-requirements': 'This password is too easy to guess. Use at least 8 characters.',
  'user-disabled': 'This account is locked. Please contact the shop.',
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'network-request-failed': 'The shop cannot be reached. Check your connection and try again.',
  timeout: 'The shop takes too long to answer. Please try again.',
  'operation-not-allowed': 'This way of signing in is switched off.',
  'admin-restricted-operation': 'This way of signing in is switched off.',
  'user-token-expired': endedSession,
  'invalid-user-token': endedSession,
  'requires-recent-login': 'Please sign in again before you change this.',
  'user-mismatch': 'This belongs to another account.',
  'login-blocked': 'Signing in was refused. Please contact the shop.',
  'account-exists-with-different-credential':
    'There is an account with this e-mail address that signs in another way. Use that one.',
  'credential-already-in-use': 'This sign-in belongs to another account already.',
  'multi-factor-auth-required': 'This account asks for a second step to sign in.',
  'missing-multi-factor-info': tryAgain,
  'popup-blocked': 'The browser blocked the window for signing in. Allow pop-ups for this shop and try again.',
  'popup-closed-by-user': 'The window for signing in was closed before it was done.',
  'cancelled-popup-request': 'Another window for signing in is open already.',
  'expired-action-code': 'This link is too old. Ask for a new one.',
  'invalid-action-code': 'This link does not work any more. Ask for a new one.',
  'web-storage-unsupported': 'The browser does not let this shop store anything, so you cannot sign in here.',
  'unauthorized-domain': wrongSetUp,
  'unauthorized-continue-uri': wrongSetUp,
  'auth-domain-config-required': wrongSetUp,
  'invalid-api-key': wrongSetUp,
  'api-key-not-valid.-please-pass-a-valid-api-key.': wrongSetUp,
  'configuration-not-found': wrongSetUp,
  'dependent-sdk-initialized-before-auth': wrongSetUp,
  'invalid-continue-uri': wrongSetUp,
  'missing-continue-uri': wrongSetUp,
  'invalid-dynamic-link-domain': wrongSetUp,
  'missing-ios-bundle-id': wrongSetUp,
  'missing-android-pkg-name': wrongSetUp,
  'tenant-id-mismatch': wrongSetUp,
  'argument-error': tryAgain,
  'internal-error': tryAgain,
  'invalid-auth-event': tryAgain,
  'no-auth-event': tryAgain,
}
