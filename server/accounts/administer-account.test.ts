import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { User, UserAccount } from '#contract/accounts.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const idOf = async ({ email }: { email: string }) => (await getUserByEmail(shop.db, email)).id

async function operate(whom: Person, verb: string, { by = shop.admin, method = 'POST' } = {}) {
  return shop.call<UserAccount & { code: string }>(method, `/users/${await idOf(whom)}/account${verb}`, {
    token: by.token,
  })
}

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'ok'}`
const look = async ({ email, token }: Person) => outcome(await shop.call('GET', `/user?email=${email}`, { token }))

async function signIn({ email, password }: Person) {
  const { body } = await shop.call<{ idToken?: string; mfaPendingCredential?: string; error?: { message: string } }>(
    'POST',
    '/v1/accounts:signInWithPassword?key=boltyard',
    { body: { email, password, returnSecureToken: true } },
  )
  return body.error?.message ?? (body.idToken ? 'signed in' : 'asked for the second step')
}

async function addSecondFactor({ uid }: Person, id: string): Promise<void> {
  await shop.db.execute(sql`
    INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
    VALUES (${id}, ${uid}, 'phone', '+15555550100', now())`)
}

async function makeAdmin(person: Person): Promise<void> {
  await shop.db.execute(
    sql`UPDATE users SET role = 'admin', email_verified_at = now() WHERE identity_uid = ${person.uid}`,
  )
}

const mailsTo = async ({ email }: Person) => {
  const { rows } = await shop.db.execute<{ kind: string }>(
    sql`SELECT kind FROM outbox WHERE recipient = ${email} ORDER BY id`,
  )
  return rows.map(({ kind }) => kind)
}

test('an admin sees how an account stands, and nothing that would open it', async () => {
  const ann = await shop.signUp('ann')
  await addSecondFactor(ann, 'ann-factor')
  await shop.db.execute(sql`UPDATE identity.accounts SET phone_number = '+15555550111' WHERE local_id = ${ann.uid}`)
  const { status, body } = await operate(ann, '', { method: 'GET' })
  assert.equal(status, 200)
  assert.equal(body.managedBy, 'shop')
  assert.equal(body.user.email, ann.email)
  assert.equal(body.user.disabled, false)
  assert.deepEqual(body.account?.providers, [
    { id: 'password', name: ann.email },
    { id: 'phone', name: '+15555550111' },
  ])
  assert.deepEqual(
    body.account?.secondFactors.map(({ id, kind }) => [id, kind]),
    [['ann-factor', 'phone']],
  )
  assert.equal(body.account?.emailVerified, false)
  assert.deepEqual(
    body.account?.sessions.map(({ ipAddress }) => ipAddress),
    ['127.0.0.1'],
  )
  assert.ok(!/argon2|token|sid/i.test(JSON.stringify(body)), JSON.stringify(body))
})

// security 5
test('a disabled user is out at once, at the shop and at the identity service, until an admin enables the account', async () => {
  const bob = await shop.signUp('bob')
  const disabled = await operate(bob, '/disable')
  assert.equal(disabled.body.user.disabled, true)
  assert.deepEqual(disabled.body.account?.sessions, [])
  assert.equal(await look(bob), '401 session-ended')
  assert.equal(outcome(await shop.call('PUT', `/user/${bob.email}`, { token: bob.idToken })), '401 session-ended')
  assert.equal(await signIn(bob), 'USER_DISABLED')
  const users = await shop.call<User[]>('GET', '/all-users?q=bob', { token: shop.admin.token })
  assert.deepEqual(
    users.body.map(({ email, disabled: isOut }) => [email, isOut]),
    [[bob.email, true]],
  )
  assert.equal(outcome(await operate(bob, '/password-reset')), '403 account-disabled')

  const enabled = await operate(bob, '/enable')
  assert.equal(enabled.body.user.disabled, false)
  assert.equal(await look(bob), '401 session-ended', 'old tokens stay ended')
  assert.equal(await look(await shop.signIn(bob)), '200 ok')
})

test('a disabled user does not come back by another account of the same address', async () => {
  const { upsertUser } = await import('#server/accounts/upsert-user.ts')
  const eve = await shop.signUp('eve')
  await operate(eve, '/disable')
  const again = { uid: 'another', email: eve.email, emailVerified: true, name: 'Eve', photoUrl: '' }
  await assert.rejects(upsertUser(shop.db, again), { code: 'account-disabled' })
})

test('sessions end, a second factor goes, a number is free, and a way to a new password is mailed', async () => {
  const cem = await shop.signUp('cem')
  const dora = await shop.signUp('dora')
  const number = '+15555550122'
  const setNumber = ({ uid }: Person) =>
    shop.db.execute(sql`UPDATE identity.accounts SET phone_number = ${number} WHERE local_id = ${uid}`)

  await addSecondFactor(cem, 'cem-factor')
  assert.equal(await signIn(cem), 'asked for the second step')
  const remove = () => operate(cem, '/second-factors/cem-factor', { method: 'DELETE' })
  assert.deepEqual((await remove()).body.account?.secondFactors, [])
  assert.equal(outcome(await remove()), '404 second-factor-not-found')
  assert.equal(await signIn(cem), 'signed in')
  assert.deepEqual(await mailsTo(cem), ['second-factor-removed'])

  await setNumber(cem)
  const cemAgain = await shop.signIn(cem)
  const free = () => operate(cem, '/phone', { method: 'DELETE' })
  assert.equal((await free()).body.account?.phoneNumber, undefined)
  assert.equal(await look(cemAgain), '401 session-ended')
  assert.equal(outcome(await free()), '409 no-phone-number')
  assert.deepEqual(await mailsTo(cem), ['second-factor-removed', 'phone-removed'])
  await setNumber(dora)

  assert.deepEqual((await operate(dora, '/sign-out')).body.account?.sessions, [])
  assert.equal(await look(dora), '401 session-ended')
  assert.equal(outcome(await operate(dora, '/password-reset')), '200 ok')
  assert.deepEqual(await mailsTo(dora), ['reset-password'])
})

test('an admin does nothing of it to the own account', async () => {
  await addSecondFactor(shop.admin, 'admin-factor')
  const verbs = ['/disable', '/enable', '/sign-out', '/password-reset']
  const responses = await Promise.all([
    ...verbs.map((verb) => operate(shop.admin, verb)),
    operate(shop.admin, '/phone', { method: 'DELETE' }),
    operate(shop.admin, '/second-factors/admin-factor', { method: 'DELETE' }),
  ])
  assert.deepEqual(new Set(responses.map(outcome)), new Set(['409 not-yourself']))
  assert.equal(await look(shop.admin), '200 ok')
  await shop.db.execute(sql`DELETE FROM identity.second_factors WHERE enrollment_id = 'admin-factor'`)
})

// security 5
test('one admin who can act stays: two disable each other at once, four times over, and a disabled one does not count', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await shop.signUp(`one${round}`)
    const other = await shop.signUp(`other${round}`)
    await makeAdmin(one)
    await makeAdmin(other)
    await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${shop.admin.email}`)
    const responses = await Promise.all([
      operate(one, '/disable', { by: other }),
      operate(other, '/disable', { by: one }),
    ])
    const winner = responses[0]?.status === 200 ? other : one
    const loser = winner === one ? other : one
    assert.equal(responses.filter(({ status }) => status === 200).length, 1, responses.map(outcome).join())
    assert.equal(await look(winner), '200 ok')
    const leaving = await shop.call('DELETE', `/admin/${winner.email}`, { token: winner.token })
    assert.equal(outcome(leaving), '409 last-admin', 'a disabled admin cannot run the shop')
    await shop.db.execute(sql`UPDATE users SET role = 'admin' WHERE email = ${shop.admin.email}`)
    assert.equal(outcome(await operate(loser, '/enable')), '200 ok')
    await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email IN (${one.email}, ${other.email})`)
  }
})

test('an account that is unknown, removed, or of a user who never had one', async () => {
  const gone = await shop.signUp('gone')
  const id = await idOf(gone)
  await shop.call('DELETE', `/user/${gone.email}`, { token: shop.admin.token })
  for (const unknown of [id, crypto.randomUUID(), 'nonsense']) {
    const response = await shop.call('POST', `/users/${unknown}/account/disable`, { token: shop.admin.token })
    assert.equal(outcome(response), '404 account-not-found', unknown)
  }
  const { upsertUser } = await import('#server/accounts/upsert-user.ts')
  const email = 'elsewhere@customer.test'
  const user = await upsertUser(shop.db, { uid: 'elsewhere', email, emailVerified: true, name: 'Else', photoUrl: '' })
  const path = `/users/${user.id}/account`
  const seen = await shop.call<UserAccount>('GET', path, { token: shop.admin.token })
  assert.equal(seen.status, 200)
  assert.equal(seen.body.account, undefined)
  const signOut = await shop.call('POST', `${path}/sign-out`, { token: shop.admin.token })
  assert.equal(outcome(signOut), '404 account-not-found')
  const disable = await shop.call<UserAccount>('POST', `${path}/disable`, { token: shop.admin.token })
  assert.equal(disable.body.user.disabled, true)
})

test('all of it is on record: by whom, to whom, from where', async () => {
  const uma = await shop.signUp('uma')
  await addSecondFactor(uma, 'uma-factor')
  await shop.db.execute(sql`UPDATE identity.accounts SET phone_number = '+15555550133' WHERE local_id = ${uma.uid}`)
  await operate(uma, '/second-factors/uma-factor', { method: 'DELETE' })
  await operate(uma, '/phone', { method: 'DELETE' })
  for (const verb of ['/password-reset', '/sign-out', '/disable', '/disable', '/enable', '/enable'])
    assert.equal((await operate(uma, verb)).status, 200)
  const { body } = await shop.call<AuditEvent[]>('GET', `/audit-log?q=${uma.email}`, { token: shop.admin.token })
  assert.deepEqual(
    body.map(({ kind, by, from, subject }) => [kind, by, from, subject.name]).toReversed(),
    [
      'account-created',
      'second-factor-removed',
      'provider-removed',
      'password-reset-sent',
      'signed-out-by-admin',
      'account-disabled',
      'account-enabled',
    ].map((kind) => [kind, kind === 'account-created' ? uma.email : shop.admin.email, '127.0.0.1', uma.email]),
  )
})
