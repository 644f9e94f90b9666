import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  multiFactor,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  TotpMultiFactorGenerator,
  unlink,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import type { Auth } from '@firebase/auth'
import type { OutgoingMail } from './identity-deps.ts'
import { codeInMail, startTestIdentity, readWireResponse } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { fromBase32 } from './testing/base32.ts'
import { totpCode, totpStep } from './totp.ts'

const email = 'anna@example.com'
const password = 'torque wrench 42'

test('every mail is in the language of the page that asked for it', async () => {
  await using identity = await startTestIdentity({ enumerationProtection: () => false, phone: () => true })
  const kinds = {
    en: await allMails(identity, 'en', 'ann@example.com', '+12125550123'),
    de: await allMails(identity, 'de', email, '+12125550124'),
  }
  assert.deepEqual(Object.keys(kinds.en), Object.keys(kinds.de))
  assert.deepEqual(Object.keys(kinds.en).toSorted(), [
    'change-email',
    'email-changed',
    'password-changed',
    'phone-added',
    'phone-removed',
    'reset-password',
    'second-factor-added',
    'second-factor-removed',
    'sign-in-added',
    'sign-in-link',
    'sign-in-removed',
    'verify-email',
  ])
  for (const [kind, english] of Object.entries(kinds.en)) {
    const german = kinds.de[kind]
    assert.deepEqual([english.language, german?.language], ['en', 'de'], kind)
    const { lang: englishLink } = english
    assert.deepEqual([englishLink, german?.lang], ['en', 'de'], kind)
    assert.match(english.text, /\b(the|your)\b/i, kind)
    assert.match(german?.text ?? '', /\b(Sie|Ihre?n?)\b/, kind)
    assert.doesNotMatch(german?.text ?? '', /\b(the|your|you)\b/i, kind)
  }
})

test('without a language in the request the account’s own is used, then that of the visitor’s pages', async () => {
  await using identity = await startTestIdentity({
    pageLanguage: ({ 'accept-language': requests }) => (requests?.startsWith('de') ? 'de' : 'en'),
  })
  await signUp(identity, email, { 'x-firebase-locale': 'de-AT' })
  const subject = async (headers: Record<string, string>, to = email) => {
    const kind = to === email ? 'PASSWORD_RESET' : 'EMAIL_SIGNIN'
    const body = { requestType: kind, email: to, continueUrl: 'http://shop.test/' }
    assert.equal((await send(identity, 'sendOobCode', body, headers)).status, 200)
    return identity.mails.at(-1)?.language
  }
  assert.equal(await subject({}), 'de')
  assert.equal(await subject({ 'x-firebase-locale': 'en' }), 'en')
  assert.equal(await subject({ 'x-firebase-locale': 'ja', 'accept-language': 'en' }), 'de')
  assert.equal(await subject({ 'accept-language': 'de' }, 'stranger@example.com'), 'de')
  assert.equal(await subject({}, 'stranger@example.com'), 'en')
})

test('the language of an account follows its sign-ins', async () => {
  await using identity = await startTestIdentity()
  await signUp(identity, email, { 'x-firebase-locale': 'en' })
  await send(identity, 'signInWithPassword', { email, password }, { 'x-firebase-locale': 'de' })
  await send(identity, 'signInWithPassword', { email, password }, { 'x-firebase-locale': '../../etc' })
  const { rows } = await identity.database.query('SELECT language FROM identity.accounts')
  assert.deepEqual(rows, [{ language: 'de' }])
})

test('a code by text message is in the language of the page, then of the account', async () => {
  await using identity = await startTestIdentity({ phone: () => true })
  const phoneNumber = '+12125550123'
  const request = async (headers: Record<string, string>) => {
    const recaptchaToken = await solveCaptcha(identity)
    const { body } = await send(identity, 'sendVerificationCode', { phoneNumber, recaptchaToken }, headers)
    return { sessionInfo: body['sessionInfo'], text: identity.texts.at(-1)?.text ?? '' }
  }
  const { sessionInfo, text } = await request({ 'x-firebase-locale': 'de' })
  assert.match(text, /^\d{6} ist Ihr Code[^]*\n@shop\.test #\d{6}$/)
  const code = text.slice(0, 6)
  await send(identity, 'signInWithPhoneNumber', { sessionInfo, code }, { 'x-firebase-locale': 'de' })
  assert.match((await request({})).text, /^\d{6} ist Ihr Code/)
  assert.match((await request({ 'x-firebase-locale': 'en-GB' })).text, /^\d{6} is your Boltyard code/)
})

test('the windows of other providers are in the language of the visitor’s pages', async () => {
  await using identity = await startTestIdentity({
    developmentChooser: true,
    pageLanguage: ({ 'accept-language': requests }) => (requests?.startsWith('de') ? 'de' : 'en'),
  })
  const paths = {
    chooser: startPath('google.com'),
    'a way that is not set up': startPath('github.com'),
    'an unknown flow': '/auth/callback/google.com?state=unknown',
    'an incomplete address': '/auth/start',
  }
  const open = async (path: string, language: string) => {
    const page = await fetch(identity.origin + path, { headers: { 'accept-language': language } })
    return page.text()
  }
  for (const [name, path] of Object.entries(paths)) {
    const [english, german] = [await open(path, 'en'), await open(path, 'de')]
    assert.match(english, /<html lang="en">[^]*\b(this|an|of)\b/i, name)
    assert.match(german, /<html lang="de">/, name)
    const visible = german.replaceAll(/<[^>]*>/g, ' ')
    assert.match(visible, /\b(ist|Sie|ein)\b/, name)
    assert.doesNotMatch(visible, /\b(this|that|the|an account)\b/i, name)
  }
  const back = await fetch(`${identity.origin}${startPath('github.com')}&returnTo=/sign-in`, {
    headers: { 'accept-language': 'de' },
    redirect: 'manual',
  })
  const { hash } = new URL(back.headers.get('location') ?? '', identity.origin)
  assert.equal(new URLSearchParams(hash.slice(1)).get('message'), 'Diese Art der Anmeldung ist nicht eingerichtet.')
})

const startPath = (providerId: string) =>
  `/auth/start?${new URLSearchParams({ providerId, eventId: '4711', sessionId: 'a'.repeat(43) }).toString()}`

/** Returns all mails by kind, with the language of their links. */
async function allMails(identity: TestIdentity, languageCode: string, to: string, phoneNumber: string) {
  const before = identity.mails.length
  const isSignInLink = (mail: OutgoingMail) => mail.kind === 'sign-in-link' && mail.to === to
  const auth: Auth = identity.sdk()
  auth.languageCode = languageCode
  const { user } = await createUserWithEmailAndPassword(auth, to, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  await user.reload()
  await sendPasswordResetEmail(auth, to)
  await sendSignInLinkToEmail(auth, to, { url: 'http://shop.test/', handleCodeInApp: true })
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const code = totpCode(fromBase32(secret.secretKey), totpStep(new Date()))
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'App')
  const [factor] = multiFactor(user).enrolledFactors
  assert.ok(factor)
  await multiFactor(user).unenroll(factor)
  const link = async (verb: string, body: object) =>
    send(identity, verb, { ...body, idToken: await user.getIdToken() }, { 'x-firebase-locale': languageCode })
  await link('signInWithEmailLink', { email: to, oobCode: codeInMail(identity.mails.find(isSignInLink)) })
  const recaptchaToken = await solveCaptcha(identity)
  const { sessionInfo } = (await link('sendVerificationCode', { phoneNumber, recaptchaToken })).body
  await link('signInWithPhoneNumber', { sessionInfo, code: identity.texts.at(-1)?.text.slice(0, 6) })
  await unlink(user, 'phone')
  await unlink(user, 'password')
  await updatePassword(user, 'another torque 43')
  await verifyBeforeUpdateEmail(user, `new-${to}`)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  const mails = identity.mails.slice(before).map(({ kind, language, text }) => {
    const lang = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('lang')
    return [kind, { language, lang, text: text.replaceAll(/https?:\/\/\S+/g, '') }] as const
  })
  return Object.fromEntries(mails)
}

const signUp = (identity: TestIdentity, to: string, headers: Record<string, string>) =>
  send(identity, 'signUp', { email: to, password }, headers)

async function send(identity: TestIdentity, verb: string, body: object, headers: Record<string, string>) {
  const response = await fetch(`${identity.origin}/v1/accounts:${verb}?key=test-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return readWireResponse(response)
}
