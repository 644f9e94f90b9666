import type { MessageId } from '#web/i18n/messages.ts'

/** Maps the SDK's error codes, without `auth/`, that the flows in use raise or the specification lists; one sentence tells all others. */
export const identityMessages: Readonly<Record<string, MessageId>> = {
  // Credentials.
  'invalid-credential': 'identity.invalid-credential',
  'wrong-password': 'identity.invalid-credential',
  'user-not-found': 'identity.user-not-found',
  'user-mismatch': 'identity.user-mismatch',
  'user-disabled': 'identity.user-disabled',
  'login-blocked': 'identity.login-blocked',
  'invalid-email': 'identity.invalid-email',
  'missing-email': 'identity.missing-email',
  'invalid-new-email': 'identity.invalid-new-email',
  'missing-new-email': 'identity.missing-new-email',
  'unverified-email': 'identity.unverified-email',
  'email-already-in-use': 'identity.email-already-in-use',
  'email-changed-lately': 'identity.email-changed-lately',
  'invalid-display-name': 'form.person-name',
  'missing-password': 'identity.missing-password',
  'weak-password': 'identity.weak-password',
  'password-too-common': 'identity.password-too-common',
  'password-does-not-meet-requirements': 'identity.password-requirements',
  'too-many-requests': 'identity.too-many-requests',
  'quota-exceeded': 'identity.quota-exceeded',
  'operation-not-allowed': 'identity.switched-off',
  'admin-restricted-operation': 'identity.switched-off',

  // Sessions.
  'user-token-expired': 'identity.session-ended',
  'invalid-user-token': 'identity.session-ended',
  'requires-recent-login': 'identity.requires-recent-login',

  // Ways to sign in that belong together, or do not.
  'account-exists-with-different-credential': 'identity.account-exists-with-different-credential',
  'credential-already-in-use': 'identity.credential-already-in-use',
  'provider-already-linked': 'identity.provider-already-linked',
  'no-such-provider': 'identity.no-such-provider',
  'phone-number-already-exists': 'identity.phone-number-already-exists',

  // Second steps.
  'multi-factor-auth-required': 'identity.multi-factor-auth-required',
  'missing-multi-factor-info': 'identity.try-again',
  'missing-multi-factor-session': 'identity.start-again',
  'invalid-multi-factor-session': 'identity.start-again',
  'multi-factor-info-not-found': 'identity.multi-factor-info-not-found',
  'second-factor-already-in-use': 'identity.second-factor-already-in-use',
  'maximum-second-factor-count-exceeded': 'identity.maximum-second-factor-count-exceeded',
  'unsupported-first-factor': 'identity.unsupported-first-factor',

  // Codes of text messages and apps.
  'invalid-verification-code': 'identity.invalid-verification-code',
  'missing-verification-code': 'identity.missing-verification-code',
  'missing-code': 'identity.missing-verification-code',
  'invalid-recovery-code': 'identity.invalid-recovery-code',
  'code-expired': 'identity.code-too-old',
  'session-expired': 'identity.code-too-old',
  'invalid-verification-id': 'identity.code-too-old',
  'invalid-phone-number': 'identity.invalid-phone-number',
  'missing-phone-number': 'identity.missing-phone-number',
  'captcha-check-failed': 'identity.check-failed',
  'missing-app-credential': 'identity.check-failed',
  'invalid-app-credential': 'identity.check-failed',
  'insecure-connection': 'identity.insecure-connection',

  // Windows of other providers.
  'popup-blocked': 'identity.popup-blocked',
  'popup-closed-by-user': 'identity.popup-closed-by-user',
  'cancelled-popup-request': 'identity.cancelled-popup-request',
  'missing-or-invalid-nonce': 'identity.try-again',
  'invalid-auth-event': 'identity.try-again',
  'no-auth-event': 'identity.try-again',
  'web-storage-unsupported': 'identity.web-storage-unsupported',

  // Links in mails.
  'expired-action-code': 'identity.expired-action-code',
  'invalid-action-code': 'identity.invalid-action-code',

  // Around it.
  'network-request-failed': 'problem.network-failed',
  'internal-error': 'identity.try-again',
  'argument-error': 'identity.try-again',
  'invalid-argument': 'identity.try-again',
  'service-unavailable': 'identity.service-unavailable',

  // Configuration.
  'unauthorized-domain': 'identity.wrong-set-up',
  'unauthorized-continue-uri': 'identity.wrong-set-up',
  'auth-domain-config-required': 'identity.wrong-set-up',
  'invalid-api-key': 'identity.wrong-set-up',
  'api-key-not-valid.-please-pass-a-valid-api-key.': 'identity.wrong-set-up',
  'configuration-not-found': 'identity.wrong-set-up',
  'dependent-sdk-initialized-before-auth': 'identity.wrong-set-up',
  'invalid-continue-uri': 'identity.wrong-set-up',
  'invalid-dynamic-link-domain': 'identity.wrong-set-up',
  'missing-ios-bundle-id': 'identity.wrong-set-up',
  'missing-android-pkg-name': 'identity.wrong-set-up',
  'tenant-id-mismatch': 'identity.wrong-set-up',
}
