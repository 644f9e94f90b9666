import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { FirebaseError } from '@firebase/app'
import { AuthErrorCodes } from '@firebase/auth'
import type { Language } from '#contract/language.ts'
import { explainIdentityError } from '#web/identity/explain-identity-error.ts'
import { IdentityProblem } from '#web/identity/identity-problem.ts'
import { loadWords } from '#web/words/words.ts'

/** Every code that the shop must be able to explain, whether or not this version of the library knows it. */
const catalogue =
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
  missing-code missing-app-credential password-does-not-meet-requirements insecure-connection`.split(/\s+/)

const explain = (code: string, words = 'Error') => {
  const problem = explainIdentityError(new FirebaseError(`auth/${code}`, `Firebase: ${words} (auth/${code}).`))
  assert.ok(problem instanceof IdentityProblem)
  assert.equal(problem.code, `auth/${code}`)
  return problem.message
}

test('every code of the identity library has a sentence of the shop’s own', () => {
  const ofLibrary = Object.values(AuthErrorCodes).map((code) => code.slice('auth/'.length))
  assert.ok(ofLibrary.length > 90)
  for (const code of new Set([...catalogue, ...ofLibrary])) {
    const sentence = explain(code)
    assert.match(sentence, /^[A-Z].{8,}/, code)
    assert.ok(!sentence.includes('auth/') && !sentence.includes('Firebase'), `${code}: ${sentence}`)
  }
})

test('how long to wait is said in the provider’s words', () => {
  assert.equal(
    explain('too-many-requests', 'Too many attempts. Try again in 2 minutes.'),
    'Too many attempts. Try again in 2 minutes.',
  )
  assert.equal(explain('too-many-requests'), 'Too many attempts. Wait a few minutes and try again.')
})

test('a German page explains them in German, with the time to wait', async () => {
  await loadWords('de')
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

test('a code that nobody has foreseen is shown in the provider’s words, else by its name', () => {
  assert.equal(explain('brand-new', 'The moon is full.'), 'The moon is full.')
  assert.match(explain('brand-new'), /auth\/brand-new/)
})

test('what is no refusal of the identity library stays as it is', () => {
  const bug = new TypeError('undefined is not a function')
  assert.equal(explainIdentityError(bug), bug)
})
