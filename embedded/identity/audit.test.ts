import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import type { Person, Tx } from './identity-deps.ts'
import { accountAdmin } from './operator.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import { cleanUpIdentity } from './clean-up-identity.ts'
import { inTransaction } from './transaction.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'
const day = 86_400_000

// security 58
test('account events are audited with their IP address and without secrets', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await assert.rejects(signInWithEmailAndPassword(identity.sdk(), email, 'wrong guess 1'))
  await assert.rejects(signInWithEmailAndPassword(identity.sdk(), 'nobody@example.com', 'wrong guess 2'))
  await updatePassword(user, 'another torque 43')
  await identity.call('/v1/accounts:signOut', { idToken: await user.getIdToken() })
  await sendPasswordResetEmail(auth, email)
  await confirmPasswordReset(auth, codeInMail(identity.mails.at(-1)), 'a third torque 44')
  const again = await signInWithEmailAndPassword(auth, email, 'a third torque 44')
  await verifyBeforeUpdateEmail(again.user, 'b@example.com')
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  const last = await signInWithEmailAndPassword(auth, email, 'a third torque 44')
  await deleteUser(last.user)

  const { rows } = await identity.database.query('SELECT * FROM identity.audit_events ORDER BY event_id')
  assert.deepEqual(
    rows.map(({ event, method, local_id: whose }) => [event, method, whose === user.uid]),
    [
      ['account-created', 'password', true],
      ['sign-in', 'password', true],
      ['sign-in-failed', 'password', true],
      ['sign-in-failed', 'password', false],
      ['password-changed', 'password', true],
      ['sign-out', null, true],
      ['account-reclaimed', null, true],
      ['password-reset', null, true],
      ['sign-in', 'password', true],
      ['email-changed', null, true],
      ['email-recovered', null, true],
      ['sign-in', 'password', true],
      ['account-deleted', null, true],
    ],
  )
  assert.ok(rows.every((row) => row.ip_address === '127.0.0.1' && row.user_agent === 'node'))
  const text = JSON.stringify(rows)
  for (const secret of ['wrong guess', 'torque', 'nobody@example.com', await last.user.getIdToken()]) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('the record ends after 180 days', async () => {
  await using identity = await startTestIdentity()
  await identity.call('/v1/accounts:signUp', { email, password })
  const kept = async () =>
    Number((await identity.database.query('SELECT count(*) FROM identity.audit_events')).rows[0].count)
  const cleanUpLater = (aheadMs: number) =>
    cleanUpIdentity({
      db: drizzle(identity.database),
      now: () => new Date(Date.now() + aheadMs),
      log: fastify().log,
      keys: { rotate: () => Promise.resolve() },
    })
  await cleanUpLater(180 * day - 60_000)
  assert.equal(await kept(), 2)
  await cleanUpLater(180 * day)
  assert.equal(await kept(), 0)
})

test('the host revokes access and erases data in the transaction that ends the sessions', async () => {
  const calls: string[] = []
  await using identity = await startTestIdentity({
    revokeAccess: async (tx, person) => void calls.push(`revoke ${await sessionsLeft(tx, person)} ${person.email}`),
    erasePersonalData: async (tx, person) => void calls.push(`erase ${await sessionsLeft(tx, person)} ${person.email}`),
  })
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  const newCalls = () => calls.splice(0)
  assert.deepEqual(newCalls(), [])
  await updatePassword(user, password)
  assert.deepEqual(newCalls(), [`revoke 0 ${email}`])
  const idToken = () => user.getIdToken()
  const other = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  await identity.call('/v1/accounts:signOut', { idToken: other.body['idToken'] })
  assert.deepEqual(newCalls(), [`revoke 1 ${email}`])
  await identity.call('/v1/accounts:signOut', { idToken: await idToken(), everywhereElse: true })
  assert.deepEqual(newCalls(), [`revoke 1 ${email}`])
  await identity.call('/v1/accounts:signOut', { idToken: await idToken(), everywhere: true })
  assert.deepEqual(newCalls(), [`revoke 0 ${email}`])

  await sendPasswordResetEmail(auth, email)
  await confirmPasswordReset(auth, codeInMail(identity.mails.at(-1)), password)
  assert.deepEqual(newCalls(), [`revoke 0 ${email}`])
  const mover = await signInWithEmailAndPassword(auth, email, password)
  await verifyBeforeUpdateEmail(mover.user, 'b@example.com')
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  assert.deepEqual(newCalls(), [`revoke 0 ${email}`], 'the host knows the person by the old address')
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  assert.deepEqual(newCalls(), ['revoke 0 b@example.com'])

  const gone = await signInWithEmailAndPassword(auth, email, password)
  await deleteUser(gone.user)
  assert.deepEqual(newCalls(), [`erase 1 ${email}`, `revoke 0 ${email}`])
})

test('when the host cannot end access, nothing changes', async () => {
  const host = { now: () => new Date(), revokeAccess: () => Promise.reject(new Error('the host is busy')) }
  await using identity = await startTestIdentity({ revokeAccess: host.revokeAccess })
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  await assert.rejects(updatePassword(user, 'another torque 43'))
  await user.reload()
  await signInWithEmailAndPassword(identity.sdk(), email, password)
  const db = drizzle(identity.database)
  const operator = accountAdmin({
    db,
    ...host,
    apiKey: '',
    issuer: () => '',
    sendMail: () => Promise.resolve(),
    siteName: () => Promise.resolve(''),
  })
  await assert.rejects(
    inTransaction(db, (tx) => operator.disable(tx, user.uid)),
    /the host is busy/,
  )
  await user.reload()
})

test('a thief’s change of address does not survive the owner’s new password', async () => {
  await using identity = await startTestIdentity()
  const { user: thief } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  await verifyBeforeUpdateEmail(thief, 'thief@example.com')
  const change = codeInMail(identity.mails.at(-1))
  const owner = identity.sdk()
  await sendPasswordResetEmail(owner, email)
  await confirmPasswordReset(owner, codeInMail(identity.mails.at(-1)), 'another torque 43')
  await assert.rejects(applyActionCode(identity.sdk(), change), { code: 'auth/invalid-action-code' })
})

async function sessionsLeft(tx: Tx, { localId }: Person): Promise<number> {
  const { rows } = await tx.execute<{ count: string }>(
    `SELECT count(*) FROM identity.sessions WHERE local_id = '${localId.replaceAll("'", '')}'`,
  )
  return Number(rows[0]?.count)
}
