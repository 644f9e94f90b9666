import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInWithEmailAndPassword } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import { disableAccount } from './disable-account.ts'
import { ensureAccount } from './ensure-account.ts'
import { scratchIdentity } from './scratch-identity.ts'

test('the operator’s account is made once, by whichever process is first', async () => {
  await using identity = await scratchIdentity()
  const deps = { db: drizzle(identity.database), now: () => new Date() }
  const wish = { email: 'Admin@Example.com', password: 'admin', displayName: 'Admin' }
  const made = await Promise.all([1, 2, 3].map(() => ensureAccount(deps, wish)))
  assert.equal(made.filter((one) => one.created).length, 1)
  assert.equal(new Set(made.map((one) => one.localId)).size, 1)
  await ensureAccount(deps, { ...wish, password: 'not taken over' })
  const { user } = await signInWithEmailAndPassword(identity.sdk(), 'admin@example.com', 'admin')
  assert.equal(user.emailVerified, true)
  assert.equal(user.displayName, 'Admin')
})

test('a disabled account loses its sessions at once', async () => {
  await using identity = await scratchIdentity()
  const deps = { db: drizzle(identity.database), now: () => new Date() }
  const { localId } = await ensureAccount(deps, { email: 'x@example.com', password: 'torque wrench 42' })
  const { user } = await signInWithEmailAndPassword(identity.sdk(), 'x@example.com', 'torque wrench 42')
  assert.equal(await disableAccount(deps, localId), true)
  await assert.rejects(user.reload(), { code: 'auth/user-disabled' })
  assert.equal(await disableAccount(deps, 'nobody'), false)
  const { rows } = await identity.database.query('SELECT * FROM identity.sessions')
  assert.deepEqual(rows, [])
})
