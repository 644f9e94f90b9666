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
import { fullCost } from './passwords.ts'
import { codeInMail, scratchIdentity } from './scratch-identity.ts'

const password = 'torque wrench 42'
const known = 'known@example.com'
const unknown = 'nobody@example.com'

test('no answer tells in its words who has an account', async () => {
  await using identity = await scratchIdentity()
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
    const anonymous = (answer: object | undefined) =>
      JSON.stringify(answer)
        .replaceAll(known, '')
        .replaceAll(unknown, '')
        .replace(/"sessionId":"[^"]+"/, '')
    assert.equal(anonymous(one?.body), anonymous(two?.body), verb)
  }
})

test('no answer tells in its time who has an account', async () => {
  await using identity = await scratchIdentity({ passwordCost: fullCost })
  await identity.call('/v1/accounts:signUp', { email: known, password })
  const asked: [string, (email: string) => object][] = [
    ['signInWithPassword', (email) => ({ email, password: 'wrong guess' })],
    ['sendOobCode', (email) => ({ requestType: 'PASSWORD_RESET', email })],
    ['sendOobCode', (email) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://shop.test/' })],
  ]
  for (const [verb, body] of asked) {
    const measured: string[] = []
    // what gives somebody away does so every time, what a busy machine does to medians is gone the next time
    while (measured.length < 3) {
      const [ofKnown = 0, ofUnknown = 0] = await medianWaits([known, unknown], (email) =>
        identity.call(`/v1/accounts:${verb}`, body(email)),
      )
      // hashing alone takes far more than what may be between the two
      if (Math.abs(ofKnown - ofUnknown) < Math.max(15, 0.4 * ofUnknown)) break
      measured.push(`${ofKnown} ms known, ${ofUnknown} ms unknown`)
    }
    assert.ok(measured.length < 3, `${verb}: ${measured.join('; ')}`)
  }
})

test('an operator who switches it off gets Firebase’s older answers', async () => {
  await using identity = await scratchIdentity({ enumerationProtection: () => false })
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

/** Milliseconds; in turns, so that a machine that is busy with other things disturbs all alike. */
async function medianWaits(emails: readonly string[], ask: (email: string) => Promise<unknown>): Promise<number[]> {
  const waits = new Map(emails.map((email) => [email, [] as number[]]))
  for (let round = 0; round < 8; round += 1) {
    for (const email of round % 2 ? emails : emails.toReversed()) {
      const askedAt = performance.now()
      await ask(email)
      waits.get(email)?.push(performance.now() - askedAt)
    }
  }
  return [...waits.values()].map(median)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
