import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { codeInMail, startTestIdentity, type TestIdentity, type WireResponse } from './testing/start-identity.ts'

const password = 'torque wrench 42'

let identity: TestIdentity
before(async () => {
  identity = await startTestIdentity({ enumerationProtection: () => false })
})
after(() => identity[Symbol.asyncDispose]())

let count = 0

/** Lists the calls that end sessions, by name; each is made several times at once. */
const endings: Record<string, { path: string; body: () => object }> = {
  'deleting the account': { path: '/v1/accounts:delete', body: () => ({}) },
  'a new password': { path: '/v1/accounts:update', body: () => ({ password: 'another torque 43' }) },
  'a new address': { path: '/v1/accounts:update', body: () => ({ email: `moved-${(count += 1)}@example.com` }) },
  'signing out': { path: '/v1/accounts:signOut', body: () => ({}) },
  'signing out everywhere': { path: '/v1/accounts:signOut', body: () => ({ everywhere: true }) },
}

for (const [name, { path, body }] of Object.entries(endings)) {
  // security 6
  test(`${name}, asked for four times at once: one call wins, and the others are told that the session has ended`, async () => {
    const { idToken } = await signUp()
    const responses = await atOnce(Array.from({ length: 4 }, () => [path, { ...body(), idToken }]))
    const refused = responses.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 3)
    for (const { error } of refused) assert.match(String(error), /^(TOKEN_EXPIRED|USER_NOT_FOUND)$/)
  })
}

// security 16
test('a deletion, a new password, a sign-out and mailed codes of one account at once all get an answer', async () => {
  const { email, idToken } = await signUp()
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const reset = codeInMail(identity.mails.at(-1))
  const newEmail = `moved-${(count += 1)}@example.com`
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail, idToken })
  const change = codeInMail(identity.mails.at(-1))
  const responses = await atOnce([
    ['/v1/accounts:resetPassword', { oobCode: reset, newPassword: 'third torque 44' }],
    ['/v1/accounts:update', { oobCode: change }],
    ['/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }],
    ['/v1/accounts:delete', { idToken }],
    ['/v1/accounts:update', { idToken, password: 'another torque 43' }],
    ['/v1/accounts:signOut', { idToken, everywhere: true }],
  ])
  assert.ok(responses.some(({ status }) => status === 200))
  assert.deepEqual(
    responses.filter(({ status }) => status !== 200 && status !== 400),
    [],
  )
})

async function signUp(): Promise<{ email: string; idToken: unknown }> {
  const email = `person-${(count += 1)}@example.com`
  const { body } = await identity.call('/v1/accounts:signUp', { email, password })
  return { email, idToken: body['idToken'] }
}

/** Makes calls that all wait in the database before any of them has ended a session. */
async function atOnce(calls: readonly (readonly [path: string, body: object])[]): Promise<WireResponse[]> {
  const holder = await identity.database.connect()
  try {
    await holder.query('BEGIN; LOCK identity.pending_sign_ins, identity.sessions, identity.mail_codes IN SHARE MODE')
    let answered = 0
    const responses = calls.map(([path, body]) => identity.call(path, body).finally(() => (answered += 1)))
    while (answered + (await countWaiting()) < calls.length) await pause(20)
    await holder.query('COMMIT')
    return await Promise.all(responses)
  } finally {
    holder.release()
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await identity.database.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
