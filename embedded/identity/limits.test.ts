import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, sendPasswordResetEmail, signInWithEmailAndPassword } from '@firebase/auth'
import { passwordHasher } from './passwords.ts'
import { startTestIdentity, readWireResponse } from './testing/start-identity.ts'

const password = 'torque wrench 42'
const minute = 60_000

// security 10
test('after five wrong passwords the right one waits too, for longer each time, across processes', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await using neighbour = await identity.another()
  const auth = identity.sdk()
  await createUserWithEmailAndPassword(auth, 'a@example.com', password)
  const guess = (which = identity) =>
    which.call('/v1/accounts:signInWithPassword', { email: 'a@example.com', password: 'wrong guess' })
  for (let i = 0; i < 5; i += 1)
    assert.equal((await guess(i % 2 ? neighbour : identity)).error, 'INVALID_LOGIN_CREDENTIALS')

  const response = await fetch(`${neighbour.origin}/v1/accounts:signInWithPassword?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.com', password: 'wrong guess' }),
  })
  assert.ok(Number(response.headers.get('retry-after')) > 50)
  const locked = await readWireResponse(response)
  assert.equal(locked.status, 429)
  assert.match(locked.error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER : /)
  const right = signInWithEmailAndPassword(auth, 'a@example.com', password)
  await assert.rejects(right, { code: 'auth/too-many-requests' })

  identity.clock.aheadMs = neighbour.clock.aheadMs = minute + 1000
  assert.equal((await guess()).error, 'INVALID_LOGIN_CREDENTIALS')
  identity.clock.aheadMs = 2 * minute + 2000
  assert.equal((await guess()).status, 429, 'the second pause is longer than the first')
  identity.clock.aheadMs = 3 * minute + 3000
  await signInWithEmailAndPassword(auth, 'a@example.com', password)
  assert.equal((await guess()).error, 'INVALID_LOGIN_CREDENTIALS', 'a success forgets the failures')
})

// security 10
test('parallel guesses count before they are checked', async () => {
  await using identity = await startTestIdentity({ limits: true })
  await identity.call('/v1/accounts:signUp', { email: 'b@example.com', password })
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      identity.call('/v1/accounts:signInWithPassword', { email: 'b@example.com', password: 'wrong guess' }),
    ),
  )
  assert.equal(responses.filter((result) => result.error === 'INVALID_LOGIN_CREDENTIALS').length, 5)
  assert.equal(responses.filter((result) => result.status === 429).length, 7)
})

test('one address signs up ten times an hour', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const signUp = (i: number) => identity.call('/v1/accounts:signUp', { email: `n${i}@example.com`, password })
  for (let i = 0; i < 10; i += 1) assert.equal((await signUp(i)).status, 200)
  assert.equal((await signUp(10)).status, 429)
  identity.clock.aheadMs = 60 * minute + 1000
  assert.equal((await signUp(11)).status, 200)
})

test('mails to one address: one a minute, five an hour, known or not', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const auth = identity.sdk()
  for (let i = 0; i < 5; i += 1) {
    identity.clock.aheadMs = i * (minute + 1000)
    await sendPasswordResetEmail(auth, 'nobody@example.com')
    const again = sendPasswordResetEmail(auth, 'nobody@example.com')
    await assert.rejects(again, {
      code: 'auth/too-many-requests',
      message: /A message is on its way already\. Try again in \d+ (second|minute)s?\./,
    })
  }
  identity.clock.aheadMs = 6 * minute
  const sixth = await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email: 'nobody@example.com',
  })
  assert.equal(sixth.status, 429)
  assert.match(sixth.error ?? '', /^RESET_PASSWORD_EXCEED_LIMIT : /)
})

test('a mail or text that was refused is not said to be on its way', async () => {
  await using identity = await startTestIdentity({ limits: true, phone: () => true })
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email: 'a@example.com', password })).body
  await identity.call('/v1/accounts:signUp', { email: 'taken@example.com', password })
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'taken@example.com' }
  for (let i = 0; i < 2; i += 1) {
    assert.equal((await identity.call('/v1/accounts:sendOobCode', change)).error, 'EMAIL_EXISTS')
  }
  const reset = { requestType: 'PASSWORD_RESET', email: 'a@example.com' }
  for (let i = 0; i < 5; i += 1) {
    assert.equal((await identity.call('/v1/accounts:sendOobCode', reset)).status, 200)
    identity.clock.aheadMs += minute + 1000
  }
  for (let i = 0; i < 2; i += 1) {
    assert.match((await identity.call('/v1/accounts:sendOobCode', reset)).error ?? '', /^RESET_PASSWORD_EXCEED_LIMIT/)
  }
})

// security 9
test('each password is hashed in the turn of the network that sent it, at the cost of a memory of 64 MiB', async () => {
  const turns: string[] = []
  await using identity = await startTestIdentity({
    networkOf: (ipAddress) => `network of ${ipAddress}`,
    hashInTurn: (from, work) => {
      turns.push(from)
      return work()
    },
  })
  const email = 'turns@example.com'
  const { body } = await identity.call('/v1/accounts:signUp', { email, password }, '203.0.113.1')
  await identity.call('/v1/accounts:signInWithPassword', { email, password }, '203.0.113.2')
  await identity.call('/v1/accounts:signInWithPassword', { email, password: 'wrong wrench 42' }, '203.0.113.3')
  const { idToken } = body
  await identity.call('/v1/accounts:update', { idToken, password: 'another torque 43' }, '203.0.113.4')
  assert.deepEqual(
    turns,
    ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'].map((ip) => `network of ${ip}`),
  )
  assert.match(await passwordHasher().hash(password), /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

test('hashing gives way to everything else in the process', { skip: process.platform !== 'linux' }, async () => {
  const passwords = passwordHasher()
  const usual = getPriority()
  const gentleThreads = async () => {
    const threads = await readdir('/proc/self/task')
    return threads.filter((thread) => getPriority(Number(thread)) > usual).length
  }
  await Promise.all([passwords.hash(password), passwords.hash(password)])
  // Threads are the process's, so that some may come from another hasher.
  assert.ok((await gentleThreads()) >= 2)
})
