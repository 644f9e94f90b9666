import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInWithEmailAndPassword } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import { ensureAccount } from './ensure-account.ts'
import type { OutgoingMail, Tx } from './identity-deps.ts'
import { accountAdmin } from './operator.ts'
import { codeInMail, startTestIdentity, textOf } from './testing/start-identity.ts'
import { inTransaction } from './transaction.ts'

test('the operator’s account is made once, by whichever process is first', async () => {
  await using identity = await startTestIdentity()
  const deps = { db: drizzle(identity.database), now: () => new Date() }
  const input = { email: 'Admin@Example.com', password: 'admin', displayName: 'Admin' }
  const result = await Promise.all([1, 2, 3].map(() => ensureAccount(deps, input)))
  assert.equal(result.filter((one) => one.created).length, 1)
  assert.equal(new Set(result.map((one) => one.localId)).size, 1)
  await ensureAccount(deps, { ...input, password: 'not taken over' })
  const { user } = await signInWithEmailAndPassword(identity.sdk(), 'admin@example.com', 'admin')
  assert.equal(user.emailVerified, true)
  assert.equal(user.displayName, 'Admin')
})

const email = 'x@example.com'
const password = 'torque wrench 42'

/** Starts the service with one account and its operator actions. */
async function withAccount() {
  const identity = await startTestIdentity({ phone: () => true })
  const db = drizzle(identity.database)
  const deps = { db, now: () => new Date() }
  const { localId } = await ensureAccount(deps, { email, password })
  const sendMail = async (_tx: unknown, mail: OutgoingMail) => void identity.mails.push({ ...mail, text: textOf(mail) })
  const operator = accountAdmin({
    ...deps,
    apiKey: 'key',
    issuer: () => 'http://shop.test',
    sendMail,
    siteName: () => Promise.resolve(''),
  })
  const change = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work)
  const signIn = () => identity.call('/v1/accounts:signInWithPassword', { email, password })
  return { identity, operator, change, localId, signIn, [Symbol.asyncDispose]: () => identity[Symbol.asyncDispose]() }
}

// security 5
test('a disabled account loses its sessions at once and signs in no more, until it is enabled', async () => {
  await using account = await withAccount()
  const { identity, operator, change, localId, signIn } = account
  const { user } = await signInWithEmailAndPassword(identity.sdk(), email, password)
  assert.equal(await change((tx) => operator.disable(tx, localId)), true)
  await assert.rejects(user.reload(), { code: 'auth/user-disabled' })
  assert.equal((await signIn()).error, 'USER_DISABLED')
  assert.equal(await change((tx) => operator.disable(tx, 'nobody')), false)
  const { rows } = await identity.database.query('SELECT * FROM identity.sessions')
  assert.deepEqual(rows, [])
  assert.notEqual((await operator.read(localId))?.disabledAt, null)
  const refresh = () => user.getIdToken(true)
  await assert.rejects(refresh(), { code: 'auth/user-disabled' })

  assert.equal(await change((tx) => operator.enable(tx, localId)), true)
  assert.equal(await change((tx) => operator.enable(tx, localId)), false, 'it is enabled already')
  assert.equal((await signIn()).status, 200)
  await assert.rejects(user.reload(), { code: 'auth/user-token-expired' }, 'what has ended does not begin again')
})

test('the operator reads how an account stands, signs it out, and mails a way to a new password', async () => {
  await using account = await withAccount()
  const { identity, operator, change, localId, signIn } = account
  assert.equal(await operator.read('nobody'), undefined)
  const { idToken } = (await signIn()).body
  await signIn()
  const state = await operator.read(localId)
  assert.deepEqual(state?.providers, [{ id: 'password', name: email }])
  assert.equal(state?.sessions.length, 2)
  assert.equal(state?.emailVerified, true)

  assert.equal(await change((tx) => operator.signOut(tx, localId)), true)
  assert.equal((await identity.call('/v1/accounts:lookup', { idToken })).error, 'TOKEN_EXPIRED')
  assert.deepEqual((await operator.read(localId))?.sessions, [])

  assert.equal(await change((tx) => operator.sendPasswordReset(tx, localId)), true)
  const oobCode = codeInMail(identity.mails.at(-1))
  const reset = await identity.call('/v1/accounts:resetPassword', { oobCode, newPassword: 'another torque 43' })
  assert.equal(reset.status, 200)
  await change((tx) => operator.disable(tx, localId))
  assert.equal(await change((tx) => operator.sendPasswordReset(tx, localId)), false, 'it would open nothing')
})

test('the operator takes a second step and a phone number off an account', async () => {
  await using account = await withAccount()
  const { identity, operator, change, localId, signIn } = account
  await identity.database.query(
    `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
     VALUES ('step', $1, 'phone', '+15555550100', now())`,
    [localId],
  )
  await identity.database.query(`UPDATE identity.accounts SET phone_number = '+15555550101'`)
  assert.ok('mfaPendingCredential' in (await signIn()).body)
  assert.equal(await change((tx) => operator.removeSecondFactor(tx, 'nobody', 'step')), false)
  assert.equal(await change((tx) => operator.removeSecondFactor(tx, localId, 'step')), true)
  assert.equal(identity.mails.at(-1)?.kind, 'second-factor-removed')
  const { body } = await signIn()
  assert.equal(typeof body['idToken'], 'string')

  assert.equal(await change((tx) => operator.removePhone(tx, localId)), true)
  assert.equal(identity.mails.at(-1)?.kind, 'phone-removed')
  assert.equal((await operator.read(localId))?.phoneNumber, null)
  assert.equal((await identity.call('/v1/accounts:lookup', { idToken: body['idToken'] })).error, 'TOKEN_EXPIRED')
  assert.equal(await change((tx) => operator.removePhone(tx, localId)), false)
})
