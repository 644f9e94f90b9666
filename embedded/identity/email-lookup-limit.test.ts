import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createUserWithEmailAndPassword,
  linkWithCredential,
  signInAnonymously,
  EmailAuthProvider,
} from '@firebase/auth'
import { limits } from './limits.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'

const password = 'torque wrench 42'
const known = 'known@example.com'
const { emailQuestions } = limits
const elsewhere = (n: number) => `2001:db8:${n.toString(16)}::1`

// security 11
test('every way to ask whether an address has an account counts as one, for a network and for an account', async () => {
  const open = { enumerationProtection: () => false, anonymous: () => true }
  await using identity = await startTestIdentity({ limits: true, ...open })
  const { joiner, mover } = await openAccounts(identity)
  const link = { continueUri: 'http://shop.test/' }
  const ofJoiner: LookupCall[] = [
    ['signUp', () => ({ idToken: joiner, email: known, password })],
    ['signInWithEmailLink', () => ({ idToken: joiner, email: known, oobCode: 'made up' })],
  ]
  const ofMover: LookupCall[] = [
    ['update', () => ({ idToken: mover, email: known })],
    ['sendOobCode', () => ({ requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: mover, newEmail: known })],
  ]
  const ofVisitors: LookupCall[] = [
    ['signUp', () => ({ email: known, password })],
    ['createAuthUri', (n) => ({ identifier: n % 4 ? known : `nobody-${n}@example.com`, ...link })],
  ]
  const answered = async (lookupCalls: LookupCall[], from: (n: number) => string) => {
    await identity.database.query('DELETE FROM identity.limit_counters')
    const statuses: number[] = []
    for (let n = 0; n < 24; n += 1) {
      const [verb, body] = lookupCalls[n % lookupCalls.length] ?? ['', () => ({})]
      statuses.push((await identity.call(`/v1/accounts:${verb}`, body(n), from(n))).status)
    }
    return statuses.filter((status) => status !== 429).length
  }
  assert.equal(await answered([...ofVisitors, ...ofJoiner, ...ofMover], () => elsewhere(1)), emailQuestions.hits)
  assert.equal(await answered(ofJoiner, elsewhere), emailQuestions.hits)
  assert.equal(await answered(ofMover.slice(0, 1), elsewhere), emailQuestions.hits)
})

type LookupCall = [verb: string, body: (n: number) => object]

test('120 tries to link an address that is taken: ten are answered', async () => {
  await using identity = await startTestIdentity({ limits: true, anonymous: () => true })
  const { joiner } = await openAccounts(identity)
  const link = () => identity.call('/v1/accounts:signUp', { idToken: joiner, email: known, password })
  const responses = await Promise.all(Array.from({ length: 120 }, link))
  assert.equal(responses.filter(({ error }) => error === 'EMAIL_EXISTS').length, emailQuestions.hits)
  const refused = responses.filter(
    ({ status, error }) => status === 429 && error?.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER : '),
  )
  assert.equal(refused.length, 120 - emailQuestions.hits)
})

test('an office that signs up many people does a little work for more of them, up to an end', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const signUp = (n: number) => createUserWithEmailAndPassword(identity.sdk(), `clerk-${n}@example.com`, password)
  for (let n = 0; n < emailQuestions.hits; n += 1) await signUp(n)
  await assert.rejects(signUp(10), { code: 'auth/too-many-requests' })
  assert.equal((await prove(identity)).status, 200)
  for (const n of [10, 11, 12]) await signUp(n)
  await assert.rejects(signUp(13), { code: 'auth/too-many-requests' })

  await identity.database.query('UPDATE identity.limit_counters SET hits = $1', [emailQuestions.ceiling])
  assert.match((await prove(identity)).error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER/)
})

test('a session that has asked too often goes on after a little work', async () => {
  await using identity = await startTestIdentity({ limits: true, anonymous: () => true })
  const { user } = await signInAnonymously(identity.sdk())
  const idToken = await user.getIdToken()
  await createUserWithEmailAndPassword(identity.sdk(), known, password)
  const request = (n: number) => identity.call('/v1/accounts:signUp', { idToken, email: known, password }, elsewhere(n))
  for (let n = 0; n < emailQuestions.hits; n += 1) assert.equal((await request(n)).error, 'EMAIL_EXISTS')
  await prove(identity)
  const link = () => linkWithCredential(user, EmailAuthProvider.credential('mine@example.com', password))
  await assert.rejects(link(), { code: 'auth/too-many-requests' }, 'the account counts, too')
  await prove(identity, { idToken })
  await link()
})

async function openAccounts(identity: TestIdentity): Promise<{ joiner: string; mover: string }> {
  await createUserWithEmailAndPassword(identity.sdk(), known, password)
  const moving = await createUserWithEmailAndPassword(identity.sdk(), 'mover@example.com', password)
  const joining = await signInAnonymously(identity.sdk())
  await identity.database.query('DELETE FROM identity.limit_counters')
  return { mover: await moving.user.getIdToken(), joiner: await joining.user.getIdToken() }
}

async function prove(identity: TestIdentity, whose: object = {}) {
  const captchaToken = await solveCaptcha(identity)
  return identity.call('/v1/accounts:proveHuman', { purpose: 'EMAIL_QUESTION', ...whose, captchaToken })
}
