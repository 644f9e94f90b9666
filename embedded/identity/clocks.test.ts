import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, signInWithEmailAndPassword, updatePassword } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { keyRing } from './keys.ts'
import { startTestIdentity } from './testing/start-identity.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'
const minute = 60_000
const day = 24 * 60 * minute

for (const aheadMs of [minute, -minute]) {
  test(`a service whose clock is ${aheadMs / 1000} seconds off ends no session`, async () => {
    await using identity = await startTestIdentity()
    identity.clock.aheadMs = aheadMs
    const auth = identity.sdk()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    await user.reload()
    await user.getIdToken(true)
    await updatePassword(user, 'another torque 43')
    await user.reload()
    await user.getIdToken(true)
    assert.equal(auth.currentUser?.uid, user.uid)
  })
}

test('two processes whose clocks are two minutes apart believe each other', async () => {
  await using ahead = await startTestIdentity()
  await using behind = await ahead.another()
  ahead.clock.aheadMs = minute
  behind.clock.aheadMs = -minute
  const both = [ahead, behind]
  for (const [one, other] of [both, both.toReversed()]) {
    assert.ok(one && other)
    const whose = `${randomBytes(4).toString('hex')}@example.com`
    const { user } = await createUserWithEmailAndPassword(one.sdk(), whose, password)
    const lookedUp = await other.call('/v1/accounts:lookup', { idToken: await user.getIdToken() })
    assert.equal(lookedUp.status, 200)
    const elsewhere = await signInWithEmailAndPassword(other.sdk(), whose, password)
    await updatePassword(user, 'another torque 43')
    const refreshed = await other.call('/v1/token', { grantType: 'refresh_token', refreshToken: user.refreshToken })
    assert.equal(refreshed.status, 200)
    const again = await one.call('/v1/accounts:lookup', { idToken: refreshed.body['id_token'] })
    assert.equal(again.error, undefined, 'a token of the slow clock counts at the fast one')
    await assert.rejects(elsewhere.user.reload(), { code: 'auth/user-token-expired' })
  }
})

test('keys rotate across a restart, and processes old and new believe each other’s tokens', async () => {
  const encryptionKey = randomBytes(32)
  await using old = await startTestIdentity({ encryptionKey })
  await old.call('/v1/accounts:signUp', { email, password })
  const tendAt = async (aheadMs: number) => {
    const deps = {
      db: drizzle(old.database),
      issuer: () => 'http://shop.test',
      projectId: 'boltyard-test',
      encryptionKey,
      now: () => new Date(Date.now() + aheadMs),
    }
    await keyRing(deps, fastify().log).rotate()
  }
  const signIn = async (which = old) => {
    const { body } = await which.call('/v1/accounts:signInWithPassword', { email, password })
    return String(body['idToken'])
  }
  await tendAt(29 * day)
  old.clock.aheadMs = 30 * day - minute
  const lastOfOldKey = await signIn()
  await tendAt(30 * day)
  await using restarted = await old.another()
  restarted.clock.aheadMs = 30 * day
  const firstOfNewKey = await signIn(restarted)
  assert.notEqual(decodeProtectedHeader(firstOfNewKey).kid, decodeProtectedHeader(lastOfOldKey).kid)
  assert.equal((await restarted.call('/v1/accounts:lookup', { idToken: lastOfOldKey })).status, 200)
  assert.equal((await old.call('/v1/accounts:lookup', { idToken: firstOfNewKey })).status, 200)
})
