import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInWithEmailAndPassword } from '@firebase/auth'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'

test('after too many wrong passwords a proof of work allows three more attempts, each time', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email, password })
  await lockOut(identity, email)
  assert.equal((await prove(identity)).body['attempts'], 3)
  for (let i = 0; i < 3; i += 1) assert.equal((await guess(identity, email)).error, 'INVALID_LOGIN_CREDENTIALS')
  assert.match((await guess(identity, email)).error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER : .+/)

  await prove(identity)
  await prove(identity)
  const parallel = await Promise.all(Array.from({ length: 6 }, () => guess(identity, email)))
  assert.equal(parallel.filter(({ status }) => status !== 429).length, 3, 'proofs are not saved up')

  await prove(identity)
  await signInWithEmailAndPassword(identity.sdk(), email, password)
  assert.equal((await guess(identity, email)).error, 'INVALID_LOGIN_CREDENTIALS', 'a success forgets the failures')
})

test('a proof of work reveals nothing about an address and applies to no other one', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email, password })
  await lockOut(identity, email)
  const stranger = await prove(identity, 'nobody@example.com')
  assert.deepEqual(stranger.body, { attempts: 3 })
  assert.equal((await guess(identity, email)).status, 429)
  assert.deepEqual((await prove(identity)).body, stranger.body)
})

test('a proof of work must be valid and is accepted once', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const captchaToken = await solveCaptcha(identity)
  const proveWith = async (body: object) => (await identity.call('/v1/accounts:proveHuman', body)).error
  assert.equal(await proveWith({ captchaToken }), 'MISSING_EMAIL')
  assert.equal(await proveWith({ email: 'no address', captchaToken }), 'INVALID_EMAIL')
  assert.equal(await proveWith({ email }), 'MISSING_APP_CREDENTIAL')
  assert.equal(await proveWith({ email, captchaToken }), undefined)
  assert.match((await proveWith({ email, captchaToken })) ?? '', /^CAPTCHA_CHECK_FAILED : /)
})

test('a network with a hundred failures in an hour must wait, even with proof of work', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.database.query(
    `INSERT INTO identity.limit_counters (name, hits, window_ends_at) VALUES ('sign-in 127.0.0.1', 100, now() + interval '1 hour')`,
  )
  assert.match((await guess(identity, email)).error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER/)
  assert.match((await prove(identity)).error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER/)
})

test('the usual challenge is work for a browser, and solved by one', async () => {
  await using identity = await startTestIdentity({ limits: true, captchaTries: { fewest: 50, most: 60 } })
  assert.equal((await prove(identity)).status, 200)
})

function guess(identity: TestIdentity, whose: string) {
  return identity.call('/v1/accounts:signInWithPassword', { email: whose, password: 'wrong guess' })
}

async function lockOut(identity: TestIdentity, whose: string): Promise<void> {
  for (let i = 0; i < 5; i += 1) assert.equal((await guess(identity, whose)).status, 400)
  assert.equal((await guess(identity, whose)).status, 429)
}

async function prove(identity: TestIdentity, whose = email) {
  return identity.call('/v1/accounts:proveHuman', { email: whose, captchaToken: await solveCaptcha(identity) })
}
