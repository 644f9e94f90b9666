const tryAgain = 'Something went wrong while signing in. Please try again.'
const endedSession = 'Your session has ended. Please sign in again.'
const wrongSetUp = 'This shop’s sign-in is not set up correctly. Please tell the shop.'
const switchedOff = 'This way of signing in is switched off.'
const startAgain = 'That took too long. Please start signing in again.'
const newCode = 'This code is too old. Ask for a new one.'
const checkFailed = 'We could not make sure that you are not a machine. Please try again.'

/** What each code of the identity library means for the person in front of it; the codes stand without `auth/`. */
export const identitySentences: Readonly<Record<string, string>> = {
  // Who somebody is, and how they prove it.
  'invalid-credential': 'The e-mail address or the password is not right.',
  'wrong-password': 'The e-mail address or the password is not right.',
  'user-not-found': 'There is no account with this e-mail address.',
  'user-mismatch': 'This belongs to another account.',
  'user-disabled': 'This account is locked. Please contact the shop.',
  'login-blocked': 'Signing in was refused. Please contact the shop.',
  'invalid-email': 'This does not look like an e-mail address.',
  'missing-email': 'Please enter email',
  'invalid-recipient-email': 'This does not look like an e-mail address.',
  'invalid-new-email': 'This is your address already, or not an e-mail address.',
  'missing-new-email': 'Please enter your new e-mail address.',
  'unverified-email': 'Please verify your e-mail address first: open the link in the mail that we sent you.',
  'email-already-in-use': 'There is an account with this e-mail address already. Sign in instead.',
  'email-change-needs-verification': 'Your new address must be confirmed first: open the link in the mail to it.',
  'missing-password': 'Please enter your password.',
  'weak-password': 'This password is too easy to guess. Use at least 8 characters.',
  'password-does-not-meet-requirements': 'This password is too easy to guess. Use at least 8 characters.',
  'unsupported-password-policy-schema-version': tryAgain,
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'quota-exceeded': 'Too many messages were sent today. Please try again later, or sign in in another way.',
  'operation-not-allowed': switchedOff,
  'admin-restricted-operation': switchedOff,
  'operation-not-supported-in-this-environment': 'This browser cannot sign in this way. Please choose another one.',

  // Sessions.
  'user-token-expired': endedSession,
  'invalid-user-token': endedSession,
  'user-signed-out': endedSession,
  'null-user': endedSession,
  'no-such-session': endedSession,
  'requires-recent-login': 'Please sign in again before you change this.',

  // Ways to sign in that belong together, or do not.
  'account-exists-with-different-credential':
    'There is an account with this e-mail address that signs in another way. Use that one, and both are joined.',
  'credential-already-in-use': 'This sign-in belongs to another account already.',
  'provider-already-linked': 'Your account has this way to sign in already.',
  'no-such-provider': 'Your account does not have this way to sign in.',
  'phone-number-already-exists': 'This phone number belongs to another account already.',

  // Second steps.
  'multi-factor-auth-required': 'This account asks for a second step to sign in.',
  'missing-multi-factor-info': tryAgain,
  'missing-multi-factor-session': startAgain,
  'invalid-multi-factor-session': startAgain,
  'multi-factor-info-not-found': 'This second step is not on your account any more.',
  'second-factor-already-in-use': 'Your account has this second step already.',
  'maximum-second-factor-count-exceeded': 'Your account has as many second steps as it can. Remove one first.',
  'unsupported-first-factor': 'A second step needs an account with an e-mail address.',

  // Codes of text messages and apps.
  'invalid-verification-code': 'This code is not right. Look at it again.',
  'missing-verification-code': 'Please enter the code.',
  'missing-code': 'Please enter the code.',
  'code-expired': newCode,
  'session-expired': newCode,
  'invalid-verification-id': newCode,
  'missing-verification-id': newCode,
  'invalid-phone-number':
    'This does not look like a phone number. Write it with its country code, such as +1 555 555 0100.',
  'missing-phone-number': 'Please enter your phone number, with its country code.',
  'captcha-check-failed': checkFailed,
  'missing-app-credential': checkFailed,
  'invalid-app-credential': checkFailed,
  'missing-recaptcha-token': checkFailed,
  'invalid-recaptcha-token': checkFailed,
  'missing-recaptcha-version': checkFailed,
  'invalid-recaptcha-version': checkFailed,
  'missing-client-type': checkFailed,
  'invalid-recaptcha-action': checkFailed,
  'invalid-req-type': checkFailed,
  'recaptcha-not-enabled': wrongSetUp,
  'insecure-connection': 'This works on encrypted pages only. Open the shop by an address that starts with https.',

  // Windows of other providers.
  'popup-blocked': 'The browser blocked the window for signing in. Allow pop-ups for this shop and try again.',
  'popup-closed-by-user': 'The window for signing in was closed before it was done.',
  'redirect-cancelled-by-user': 'Signing in was cancelled before it was done.',
  'cancelled-popup-request': 'Another window for signing in is open already.',
  'redirect-operation-pending': 'Signing in is under way already. Please wait a moment.',
  'user-cancelled': 'Signing in was cancelled before it was done.',
  'rejected-credential': 'The other provider did not let you in. Please try again.',
  'missing-or-invalid-nonce': tryAgain,
  'invalid-auth-event': tryAgain,
  'no-auth-event': tryAgain,
  'cors-unsupported': 'This browser is too old to sign in with. Please use a newer one.',
  'web-storage-unsupported': 'The browser does not let this shop store anything, so you cannot sign in here.',

  // Links in mails.
  'expired-action-code': 'This link is too old. Ask for a new one.',
  'invalid-action-code': 'This link does not work any more. Ask for a new one.',

  // Around it.
  'network-request-failed': 'The shop cannot be reached. Check your connection and try again.',
  timeout: 'The shop takes too long to answer. Please try again.',
  'internal-error': tryAgain,
  'argument-error': tryAgain,
  'invalid-argument': tryAgain,
  'service-unavailable': 'Signing in is not possible right now. Please try again in a moment.',

  // How the shop is set up.
  'unauthorized-domain': wrongSetUp,
  'unauthorized-continue-uri': wrongSetUp,
  'auth-domain-config-required': wrongSetUp,
  'app-not-authorized': wrongSetUp,
  'app-not-installed': wrongSetUp,
  'app-deleted': wrongSetUp,
  'invalid-api-key': wrongSetUp,
  'api-key-not-valid.-please-pass-a-valid-api-key.': wrongSetUp,
  'configuration-not-found': wrongSetUp,
  'dependent-sdk-initialized-before-auth': wrongSetUp,
  'invalid-continue-uri': wrongSetUp,
  'missing-continue-uri': wrongSetUp,
  'invalid-dynamic-link-domain': wrongSetUp,
  'dynamic-link-not-activated': wrongSetUp,
  'invalid-hosting-link-domain': wrongSetUp,
  'missing-ios-bundle-id': wrongSetUp,
  'invalid-app-id': wrongSetUp,
  'missing-android-pkg-name': wrongSetUp,
  'missing-iframe-start': wrongSetUp,
  'invalid-cordova-configuration': wrongSetUp,
  'invalid-oauth-provider': wrongSetUp,
  'invalid-oauth-client-id': wrongSetUp,
  'invalid-provider-id': wrongSetUp,
  'unsupported-persistence-type': wrongSetUp,
  'invalid-persistence-type': wrongSetUp,
  'unsupported-tenant-operation': wrongSetUp,
  'invalid-tenant-id': wrongSetUp,
  'tenant-id-mismatch': wrongSetUp,
  'custom-token-mismatch': wrongSetUp,
  'invalid-custom-token': wrongSetUp,
  'emulator-config-failed': wrongSetUp,
  'invalid-emulator-scheme': wrongSetUp,
  'already-initialized': wrongSetUp,
  'cordova-not-ready': wrongSetUp,
  'invalid-message-payload': wrongSetUp,
  'invalid-sender': wrongSetUp,
  'invalid-cert-hash': wrongSetUp,
}
