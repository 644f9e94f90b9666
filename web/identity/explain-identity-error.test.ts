import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { FirebaseError } from '@firebase/app'
import { AuthErrorCodes } from '@firebase/auth'
import type { Language } from '#contract/language.ts'
import { explainIdentityError } from '#web/identity/explain-identity-error.ts'
import { IdentityProblem, messageOnItsWayCode } from '#web/identity/identity-problem.ts'
import { loadMessages } from '#web/i18n/messages.ts'

/** Lists every code that must have a message of its own, whether or not the SDK knows it. */
const catalog =
  `internal-error user-token-expired login-blocked invalid-user-token tenant-id-mismatch argument-error user-mismatch
  user-not-found network-request-failed popup-blocked popup-closed-by-user cancelled-popup-request web-storage-unsupported
  unauthorized-domain auth-domain-config-required invalid-api-key invalid-auth-event no-auth-event invalid-continue-uri
  invalid-dynamic-link-domain missing-ios-bundle-id missing-android-pkg-name missing-multi-factor-info multi-factor-auth-required
  account-exists-with-different-credential dependent-sdk-initialized-before-auth
  invalid-credential wrong-password email-already-in-use invalid-action-code expired-action-code invalid-verification-code
  code-expired invalid-verification-id too-many-requests invalid-multi-factor-session invalid-email
  api-key-not-valid.-please-pass-a-valid-api-key. user-disabled requires-recent-login credential-already-in-use
  unauthorized-continue-uri operation-not-allowed multi-factor-info-not-found second-factor-already-in-use
  maximum-second-factor-count-exceeded weak-password quota-exceeded unverified-email invalid-phone-number captcha-check-failed
  missing-code missing-app-credential password-does-not-meet-requirements password-too-common insecure-connection`.split(
    /\s+/,
  )

const explain = (code: string, words = 'Error') => {
  const problem = explainIdentityError(new FirebaseError(`auth/${code}`, `Firebase: ${words} (auth/${code}).`))
  assert.ok(problem instanceof IdentityProblem)
  assert.equal(problem.code, `auth/${code}`)
  return problem.message
}

// spec 5.12, 8.1, 8.17
test('every code of the catalog has a sentence of the shop’s own, and the library’s others share one', () => {
  const ofLibrary = Object.values(AuthErrorCodes).map((code) => code.slice('auth/'.length))
  assert.ok(ofLibrary.length > 90)
  for (const code of new Set([...catalog, ...ofLibrary])) {
    const text = explain(code)
    const isShared = text === `Signing in did not work (auth/${code}). Please try again.`
    assert.ok(!isShared || !catalog.includes(code), code)
    assert.ok(isShared || (/^[A-Z].{8,}/.test(text) && !/auth\/|Firebase/.test(text)), `${code}: ${text}`)
  }
})

test('the time to wait is shown in the provider’s words', () => {
  assert.equal(
    explain('too-many-requests', 'Too many attempts. Try again in 2 minutes.'),
    'Too many attempts. Try again in 2 minutes.',
  )
  assert.equal(explain('too-many-requests'), 'Too many attempts. Wait a few minutes and try again.')
})

test('a message that is on its way already is no error, and says when the next one can be asked for', () => {
  const words = 'Firebase: A message is on its way already. Try again in 42 seconds. (auth/too-many-requests).'
  const problem = explainIdentityError(new FirebaseError('auth/too-many-requests', words))
  assert.ok(problem instanceof IdentityProblem)
  assert.equal(problem.code, messageOnItsWayCode)
  assert.match(problem.message, /already sent a message.* 42 seconds/)
})

test('a text message that is on its way already is not looked for in a spam folder', () => {
  const words = 'Firebase: A text message is on its way already. Try again in 28 seconds. (auth/too-many-requests).'
  const problem = explainIdentityError(new FirebaseError('auth/too-many-requests', words))
  assert.ok(problem instanceof IdentityProblem)
  assert.equal(problem.code, messageOnItsWayCode)
  assert.match(problem.message, /already sent a text message.* 28 seconds/)
  assert.doesNotMatch(problem.message, /spam/i)
})

test('a number that would be both factors is distinguished from a sign-in method without second factors', () => {
  const words = 'A phone number cannot be both the first and the second factor.'
  assert.match(explain('unsupported-first-factor', words), /^This phone number already signs you in/)
  assert.match(explain('unsupported-first-factor'), /^Two-factor authentication needs/)
})

test('each reason why a password is refused has a sentence of its own', () => {
  const codes = ['weak-password', 'password-too-common', 'password-does-not-meet-requirements', 'missing-password']
  assert.equal(new Set(codes.map((code) => explain(code))).size, codes.length)
  assert.equal(explain('password-too-common'), 'This password is too common. Choose another one.')
})

test('a German page explains them in German, with the time to wait', async (t) => {
  const outside = globalThis.boltyardLanguage
  t.after(() => (globalThis.boltyardLanguage = outside))
  await loadMessages('de')
  const language = new AsyncLocalStorage<Language>()
  globalThis.boltyardLanguage = language
  language.run('de', () => {
    assert.equal(explain('invalid-credential'), 'Die E-Mail-Adresse oder das Passwort stimmt nicht.')
    assert.equal(
      explain('too-many-requests', 'Too many attempts. Try again in 1 minute.'),
      'Zu viele Versuche. Versuchen Sie es in 1 Minute noch einmal.',
    )
  })
})

test('an unknown code is shown in the provider’s words, or by its name', () => {
  assert.equal(explain('brand-new', 'The moon is full.'), 'The moon is full.')
  assert.match(explain('brand-new'), /auth\/brand-new/)
})

test('other errors are not changed', () => {
  const bug = new TypeError('undefined is not a function')
  assert.equal(explainIdentityError(bug), bug)
})
