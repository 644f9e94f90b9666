import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmailAuthProvider, reauthenticateWithCredential, signInWithEmailAndPassword } from '@firebase/auth'
import { limits } from './limits.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity, WireResponse } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { totpCode, totpStep } from './totp.ts'

const email = 'owner@example.com'
const password = 'torque wrench 42'
const { passwordGuessesOfAccount, codeGuessesOfAccount } = limits

/** Returns an address in the nth IPv6 network. */
const networkNumber = (n: number) => `2001:db8:${n.toString(16)}::1`

// security 10
test('400 wrong passwords from 100 networks: a few are looked at, and an unknown address gets the same response', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email, password })
  const attack = (whose: string) =>
    Promise.all(Array.from({ length: 400 }, (_, n) => guess(identity, whose, networkNumber(n % 100))))
  const answers = await attack(email)
  assert.equal(answers.filter(({ status }) => status === 400).length, passwordGuessesOfAccount.hits)
  const refused = answers.find(({ status }) => status === 429)
  assert.match(refused?.error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts\. Try again in 1 hour/)

  const unknown = await attack('nobody@example.com')
  // How long to wait becomes less while a slow machine answers.
  const withoutTime = (error = '') => error.replace(/Try again in .*/, '')
  const kinds = (responses: WireResponse[]) =>
    responses.map(({ status, error }) => `${status} ${withoutTime(error)}`).toSorted()
  assert.deepEqual(kinds(unknown), kinds(answers))
  const right = { email, password }
  assert.equal((await identity.call('/v1/accounts:signInWithPassword', right, networkNumber(500))).status, 429)
  assert.equal(
    withoutTime((await identity.call('/v1/accounts:signInWithPassword', right, networkNumber(500))).error),
    withoutTime((await guess(identity, 'nobody@example.com', networkNumber(500))).error),
  )
})

test('while an account is attacked, its owner does a little work and comes in, from any network', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email, password })
  await attackAccount(identity)
  const auth = identity.sdk()
  await assert.rejects(signInWithEmailAndPassword(auth, email, password), { code: 'auth/too-many-requests' })
  await prove(identity, { email })
  const { user } = await signInWithEmailAndPassword(auth, email, password)

  const signInAgain = () => reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
  await assert.rejects(signInAgain(), { code: 'auth/too-many-requests' })
  await prove(identity, { email })
  await signInAgain()

  const elsewhere = networkNumber(700)
  await prove(identity, { email }, elsewhere)
  const three = [1, 2, 3, 4].map(() => guess(identity, email, elsewhere))
  assert.equal((await Promise.all(three)).filter(({ status }) => status === 400).length, 3, 'a proof buys three tries')
  assert.equal((await guess(identity, email, networkNumber(701))).status, 429, 'and only for its own network')
})

test('signing in often counts as no guess', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email, password })
  for (let n = 0; n < 2 * passwordGuessesOfAccount.hits; n += 1) {
    const { status } = await identity.call('/v1/accounts:signInWithPassword', { email, password }, networkNumber(n))
    assert.equal(status, 200)
  }
})

// security 10
test('codes of the second step are counted by account, over all sign-ins and networks', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const app = await addAuthenticator(identity)
  const begun: string[] = []
  while (begun.length < 10) begun.push(await app.passFirstStep())
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => app.finish(begun[n % 10] ?? '', '000000', networkNumber(n))),
  )
  assert.equal(guesses.filter(({ error }) => error === 'INVALID_CODE').length, codeGuessesOfAccount.hits)
  assert.ok(guesses.every(({ error }) => /^(INVALID_CODE|TOO_MANY_ATTEMPTS_TRY_LATER : .*)$/.test(error ?? '')))

  const owners = await app.passFirstStep()
  assert.equal((await app.finish(owners, app.code())).status, 429)
  await prove(identity, { mfaPendingCredential: owners })
  assert.equal((await app.finish(owners, app.code())).status, 200)
})

test('work alone does not guess a code of six digits: a day has an end of tries, and a new password begins again', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const app = await addAuthenticator(identity)
  await identity.database.query(
    `INSERT INTO identity.limit_counters (name, hits, window_ends_at)
     SELECT 'second step ' || local_id, $1, now() + interval '1 day' FROM identity.accounts`,
    [codeGuessesOfAccount.ceiling],
  )
  const owners = await app.passFirstStep()
  assert.equal((await prove(identity, { mfaPendingCredential: owners })).status, 429)
  assert.equal((await app.finish(owners, app.code())).status, 429)

  await identity.call('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const reset = { oobCode: codeInMail(identity.mails.at(-1)), newPassword: password }
  assert.equal((await identity.call('/v1/accounts:resetPassword', reset)).status, 200)
  assert.equal((await app.finish(await app.passFirstStep(), app.code())).status, 200)
})

test('codes for one phone number are limited over all networks', async () => {
  await using identity = await startTestIdentity({ limits: true, phone: () => true })
  const phoneNumber = '+12025550123'
  let checked = 0
  for (let n = 0; n < 30; n += 1) {
    identity.clock.aheadMs = n * 20 * 60_000
    const asked = { phoneNumber, recaptchaToken: await solveCaptcha(identity) }
    const { body } = await identity.call('/v1/accounts:sendVerificationCode', asked, networkNumber(n))
    if (!body['sessionInfo']) continue
    const wrong = Array.from({ length: 10 }, (_, i) =>
      identity.call('/v1/accounts:signInWithPhoneNumber', { ...body, code: 'wrong' }, networkNumber(100 + i)),
    )
    checked += (await Promise.all(wrong)).filter(({ error }) => error === 'INVALID_CODE').length
  }
  assert.equal(checked, 50, 'in ten hours: ten messages of five tries')
})

function guess(identity: TestIdentity, whose: string, from: string) {
  return identity.call('/v1/accounts:signInWithPassword', { email: whose, password: 'wrong guess' }, from)
}

/** Tries as many wrong passwords as allowed without proof of work, each from another network. */
async function attackAccount(identity: TestIdentity): Promise<void> {
  const networks = Array.from({ length: passwordGuessesOfAccount.hits }, (_, n) => networkNumber(n))
  await Promise.all(networks.map((from) => guess(identity, email, from)))
}

/** Adds an authenticator app to the owner's account, with unused codes. */
async function addAuthenticator(identity: TestIdentity) {
  const request = async (path: string, body: object) => {
    const response = await identity.call(path, body)
    assert.equal(response.status, 200, `${path}: ${response.error}`)
    return response.body
  }
  const signIn = () => request('/v1/accounts:signInWithPassword', { email, password })
  await request('/v1/accounts:signUp', { email, password })
  const { idToken } = await signIn()
  await request('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await request('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  const { totpSessionInfo } = await request('/v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = totpSessionInfo as { sharedSecretKey: string; sessionInfo: string }
  const code = () => totpCode(fromBase32(sharedSecretKey), totpStep(new Date(Date.now() + identity.clock.aheadMs)))
  const totpVerificationInfo = { sessionInfo, verificationCode: code() }
  await request('/v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  identity.clock.aheadMs += 60_000
  const { mfaInfo } = await signIn()
  const [{ mfaEnrollmentId } = { mfaEnrollmentId: '' }] = mfaInfo as { mfaEnrollmentId: string }[]
  return {
    code,
    async passFirstStep() {
      return String((await signIn())['mfaPendingCredential'])
    },
    finish(mfaPendingCredential: string, verificationCode: string, from?: string) {
      const body = { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo: { verificationCode } }
      return identity.call('/v2/accounts/mfaSignIn:finalize', body, from)
    },
  }
}

async function prove(identity: TestIdentity, whom: object, from?: string) {
  const captchaToken = await solveCaptcha(identity)
  return identity.call('/v1/accounts:proveHuman', { ...whom, captchaToken }, from)
}

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
