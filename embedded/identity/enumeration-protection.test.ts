import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateEmail,
} from '@firebase/auth'
import { defaultHashingCost } from './passwords.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'
const known = 'known@example.com'
const unknown = 'nobody@example.com'

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
test('no response reveals in its duration whether an account exists', async () => {
  await using identity = await startTestIdentity({ passwordCost: defaultHashingCost })
  await identity.call('/v1/accounts:signUp', { email: known, password })
  const asked: [string, (email: string) => object][] = [
    ['signInWithPassword', (email) => ({ email, password: 'wrong guess' })],
    ['sendOobCode', (email) => ({ requestType: 'PASSWORD_RESET', email })],
    ['sendOobCode', (email) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://shop.test/' })],
  ]
  for (const [verb, body] of asked) {
    const [ofKnown = 0, ofUnknown = 0] = await fastest([known, unknown], (email) =>
      identity.call(`/v1/accounts:${verb}`, body(email)),
    )
    // hashing alone takes far more than what may be between the two
    const isAlike = Math.abs(ofKnown - ofUnknown) < Math.max(15, 0.4 * ofUnknown)
    assert.ok(isAlike, `${verb}: ${ofKnown} ms known, ${ofUnknown} ms unknown`)
  }
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

/** Returns the shortest durations in milliseconds: a busy machine only adds to some of them, a leak to all. */
async function fastest(emails: readonly string[], request: (email: string) => Promise<unknown>): Promise<number[]> {
  const waits = emails.map(() => Infinity)
  for (let round = 0; round < 10; round += 1) {
    for (const [index, email] of emails.entries()) {
      const askedAt = performance.now()
      await request(email)
      waits[index] = Math.min(waits[index] ?? 0, performance.now() - askedAt)
    }
  }
  return waits
}
