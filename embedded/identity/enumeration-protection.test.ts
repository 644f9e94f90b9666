import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateEmail,
} from '@firebase/auth'
import type { HashingJob } from './hashing-thread.ts'
import { defaultHashingCost } from './passwords.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'
const known = 'known@example.com'
const unknown = 'nobody@example.com'
const linkOnly = 'link@example.com'

// security 11
test('no response reveals in its text whether an account exists', async () => {
  await using identity = await startTestIdentity()
  await identity.call('/v1/accounts:signUp', { email: known, password })
  const asked: [string, (email: string) => object][] = [
    ['signInWithPassword', (email) => ({ email, password: 'wrong guess' })],
    ['sendOobCode', (email) => ({ requestType: 'PASSWORD_RESET', email })],
    ['sendOobCode', (email) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://shop.test/' })],
    ['createAuthUri', (identifier) => ({ identifier, continueUri: 'http://shop.test/' })],
  ]
  for (const [verb, body] of asked) {
    const [one, two] = await Promise.all(
      [known, unknown].map((email) => identity.call(`/v1/accounts:${verb}`, body(email))),
    )
    assert.equal(one?.status, two?.status)
    const anonymous = (response: object | undefined) =>
      JSON.stringify(response)
        .replaceAll(known, '')
        .replaceAll(unknown, '')
        .replace(/"sessionId":"[^"]+"/, '')
    assert.equal(anonymous(one?.body), anonymous(two?.body), verb)
  }
})

// security 11
test('a password is hashed at the same cost for every address, with an account or without', async (context) => {
  await using identity = await startTestIdentity({ passwordCost: defaultHashingCost })
  await identity.call('/v1/accounts:signUp', { email: known, password })
  const continueUrl = 'http://shop.test/'
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: linkOnly, continueUrl })
  const oobCode = codeInMail(identity.mails.at(-1))
  await identity.call('/v1/accounts:signInWithEmailLink', { email: linkOnly, oobCode })
  // Durations are equal if the hashing threads do the same work, and can be compared only on an idle machine.
  const work = context.mock.method(Worker.prototype, 'postMessage')
  for (const email of [known, unknown, linkOnly]) {
    work.mock.resetCalls()
    const { error } = await identity.call('/v1/accounts:signInWithPassword', { email, password: 'wrong guess' })
    assert.equal(error, 'INVALID_LOGIN_CREDENTIALS')
    const jobs = work.mock.calls.map((call) => call.arguments[0] as HashingJob)
    assert.equal(jobs.length, 1, email)
    const [job] = jobs
    assert.ok(job && 'passwordHash' in job, email)
    assert.match(job.passwordHash, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/, email)
  }
})

// security 11
test('a mail is asked for in the same time with an account and without', async () => {
  await using identity = await startTestIdentity()
  await identity.call('/v1/accounts:signUp', { email: known, password })
  for (const email of [known, unknown]) {
    const askedAt = performance.now()
    await identity.call('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    // Only the least time can be told on a busy machine: it is far longer than the work for a known address.
    assert.ok(performance.now() - askedAt > 140, email)
  }
  identity.mails.length = 0
  const continueUrl = 'http://shop.test/'
  for (const email of [known, unknown]) {
    await identity.call('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl })
  }
  assert.deepEqual(
    identity.mails.map(({ kind, to }) => [kind, to]),
    [
      ['sign-in-link', known],
      ['sign-in-link', unknown],
    ],
  )
})

test('an operator who switches it off gets Firebase’s older answers', async () => {
  await using identity = await startTestIdentity({ enumerationProtection: () => false })
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, known, password)
  const refused = (attempt: Promise<unknown>, code: string) => assert.rejects(attempt, { code: `auth/${code}` })
  await refused(signInWithEmailAndPassword(identity.sdk(), known, 'wrong guess'), 'wrong-password')
  await refused(signInWithEmailAndPassword(identity.sdk(), unknown, 'wrong guess'), 'user-not-found')
  await refused(sendPasswordResetEmail(auth, unknown), 'user-not-found')
  assert.deepEqual(await fetchSignInMethodsForEmail(auth, known), ['password'])
  assert.deepEqual(await fetchSignInMethodsForEmail(auth, unknown), [])

  await updateEmail(user, 'new@example.com')
  assert.equal(user.email, 'new@example.com')
  assert.equal(user.emailVerified, false)
  assert.equal(identity.mails.at(-1)?.to, known)
  await createUserWithEmailAndPassword(identity.sdk(), 'taken@example.com', password)
  await refused(updateEmail(user, 'taken@example.com'), 'email-already-in-use')
  await applyActionCode(identity.sdk(), codeInMail(identity.mails[0]))
  await refused(user.reload(), 'user-token-expired')
  await signInWithEmailAndPassword(identity.sdk(), known, password)
  identity.clock.aheadMs = 6 * 60_000
  const late = await signInWithEmailAndPassword(identity.sdk(), known, password)
  identity.clock.aheadMs = 12 * 60_000
  await refused(updateEmail(late.user, 'new@example.com'), 'requires-recent-login')
})
