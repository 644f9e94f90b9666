import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ApiKey } from '#contract/api-keys.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { GivenPermission } from '#contract/permissions.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, productBody, provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({ now: () => clock })
let clock = new Date()

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? ''}`.trim()
const listed = async () => (await shop.call<ApiKey[]>('GET', '/api-keys', { token: shop.admin.token })).body

async function newKey(scopes: GivenPermission[], more: { expiresInDays?: number; token?: string } = {}) {
  const { token = shop.admin.token, ...rest } = more
  const added = await shop.call<{ key: ApiKey; secret: string }>('POST', '/api-keys', {
    token,
    body: { name: ' ERP ', scopes, ...rest },
  })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  return added.body
}

/** Creates another admin who signed in just now, with a key of hers. */
async function adminWithKey(name: string) {
  const person = await shop.signUp(name)
  await shop.db.execute(sql`UPDATE users SET role = 'admin', email_verified_at = now() WHERE email = ${person.email}`)
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${person.email}`)
  const { secret, key } = await newKey(['orders', 'catalog'], { token: person.token })
  const read = () => shop.call('GET', '/all-orders', { token: secret })
  assert.equal((await read()).status, 200)
  return { person, id: rows[0]?.id ?? '', secret, key, read }
}

// security 61
test('a key works within its scopes; its secret is shown once and stored as a hash', async () => {
  const { key, secret } = await newKey(['catalog'])
  assert.match(secret, /^by_[\w-]{43}$/)
  assert.deepEqual(
    [key.name, key.prefix, key.scopes, key.state, key.createdBy, key.lastUsedAt],
    ['ERP', secret.slice(0, 7), ['catalog'], 'active', shop.admin.email, undefined],
  )
  assert.equal((await shop.call('GET', '/all-tools', { token: secret })).status, 200)
  assert.equal(outcome(await shop.call('GET', '/all-orders', { token: secret })), '403 api-key-scope-missing')
  const { rows } = await shop.db.execute(sql`SELECT * FROM api_keys`)
  assert.ok(!JSON.stringify(rows).includes(secret.slice(7)))
  assert.ok(JSON.stringify(rows).includes(createHash('sha256').update(secret).digest('hex')))
  assert.ok(!JSON.stringify(await listed()).includes(secret.slice(7)))
})

test('what a key does is on record with the name of the key', async () => {
  const { secret } = await newKey(['catalog'])
  const added = await shop.call('POST', '/tools', { token: secret, body: productBody({ name: 'Written by the ERP' }) })
  assert.equal(added.status, 200)
  const events = await shop.call<AuditEvent[]>('GET', '/audit-log?q=written', { token: shop.admin.token })
  assert.deepEqual(
    events.body.map(({ kind, by, byKey }) => [kind, by, byKey]),
    [['product-added', shop.admin.email, 'ERP']],
  )
})

test('a revoked and an expired key are refused at the next call', async () => {
  const { key, secret } = await newKey(['orders'])
  const read = (token: string) => shop.call('GET', '/all-orders', { token })
  assert.equal((await read(secret)).status, 200)
  for (const _ of ['once', 'again']) assert.equal((await asAdmin('DELETE', `/api-keys/${key._id}`)).status, 200)
  assert.equal(outcome(await read(secret)), '401 api-key-invalid')
  const short = await newKey(['orders'], { expiresInDays: 1 })
  assert.equal((await read(short.secret)).status, 200)
  clock = new Date(clock.getTime() + 86_400_001)
  assert.equal(outcome(await read(short.secret)), '401 api-key-invalid')
  clock = new Date()
  assert.equal((await listed()).find(({ _id }) => _id === key._id)?.state, 'revoked')
  assert.equal(outcome(await asAdmin('DELETE', '/api-keys/none')), '404 api-key-not-found')
  const events = await shop.call<AuditEvent[]>('GET', '/audit-log?kind=api-key-revoked', { token: shop.admin.token })
  assert.deepEqual(
    events.body.map(({ subject }) => [subject.id, subject.name]),
    [[key._id, 'ERP']],
  )
})

// security 61
test('a key can do no more than its creator can at that time', async () => {
  const demoted = await adminWithKey('demoted')
  assert.equal((await asAdmin('DELETE', `/admin/${demoted.person.email}`)).status, 200)
  assert.equal(outcome(await demoted.read()), '403 api-key-scope-missing')
  assert.equal((await listed()).find(({ _id }) => _id === demoted.key._id)?.state, 'powerless')
  await shop.db.execute(sql`UPDATE users SET staff_role_id = (SELECT id FROM staff_roles WHERE built_in = 'orders')
    WHERE id = ${demoted.id}`)
  assert.equal((await demoted.read()).status, 200)
  assert.equal(outcome(await shop.call('GET', '/all-tools', { token: demoted.secret })), '403 api-key-scope-missing')

  const locked = await adminWithKey('locked')
  assert.equal((await asAdmin('POST', `/users/${locked.id}/account/disable`)).status, 200)
  assert.equal(outcome(await locked.read()), '401 api-key-invalid')
  assert.equal((await asAdmin('POST', `/users/${locked.id}/account/enable`)).status, 200)
  assert.equal(outcome(await locked.read()), '401 api-key-invalid')

  const signedOut = await adminWithKey('signed-out')
  assert.equal((await asAdmin('POST', `/users/${signedOut.id}/account/sign-out`)).status, 200)
  assert.equal(outcome(await signedOut.read()), '401 api-key-invalid')

  const removed = await adminWithKey('removed')
  assert.equal((await asAdmin('DELETE', `/user/${removed.person.email}`)).status, 200)
  assert.equal(outcome(await removed.read()), '401 api-key-invalid')

  const erased = await adminWithKey('erased')
  const { idToken } = erased.person
  const deleted = await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken } })
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
  assert.equal(outcome(await erased.read()), '401 api-key-invalid')
  const left = await shop.db.execute(sql`SELECT 1 FROM api_keys WHERE id = ${erased.key._id}`)
  assert.equal(left.rows.length, 0)
})

test('signing out oneself leaves the keys alone', async () => {
  const { person, read } = await adminWithKey('leaving')
  assert.equal((await shop.call('POST', '/sign-out', { token: person.token })).status, 200)
  assert.equal((await read()).status, 200)
})

test('a key gets the public prices of visitors, and no customer’s pages', async () => {
  const { secret } = await newKey(['catalog', 'orders', 'users'])
  assert.equal((await shop.call('GET', '/tools', { token: secret })).status, 200)
  assert.equal(outcome(await shop.call('GET', '/carts', { token: secret })), '403 api-key-not-accepted')
  assert.equal(outcome(await shop.call('POST', '/api-keys', { token: secret })), '403 api-key-not-accepted')
  const { email } = await createCustomer(shop, 'promoted')
  assert.equal(outcome(await shop.call('PUT', `/user-update/${email}`, { token: secret })), '403 api-key-not-accepted')
  const body = { displayName: 'Somebody', education: 'none', skill: 'none' }
  const change = (of: string) => shop.call('PUT', `/user-info-update/${of}`, { token: secret, body })
  assert.equal((await change(email)).status, 200)
  // Her creator may, but not the key.
  assert.equal(outcome(await change(shop.admin.email)), '403 more-than-yours')
})

test('the last use is written at most once a minute', async () => {
  const { key, secret } = await newKey(['orders'])
  const use = () => shop.call('GET', '/all-orders', { token: secret })
  const lastUse = async () => (await listed()).find(({ _id }) => _id === key._id)?.lastUsedAt
  await use()
  const first = await lastUse()
  assert.ok(first)
  await use()
  assert.equal(await lastUse(), first)
  await shop.db.execute(sql`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = ${key._id}`)
  await use()
  assert.ok(((await lastUse()) ?? '') >= first)
})

// security 33
test('a key has a limit of its own', async () => {
  await using limited = await openTestShop({ sharing: shop, env: { RATE_LIMITS: 'on' } })
  const [one, other] = [await newKey(['orders']), await newKey(['orders'])]
  const statusOf = async ({ secret: token }: { secret: string }) =>
    (await limited.call('GET', '/all-orders?limit=1', { token })).status
  let answered = 0
  let isRefused = false
  // Many at once, so that a slow machine sends them within a minute, too, and no more than may wait; a new minute may begin in between.
  while (!isRefused && answered < 1300) {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(one)))
    answered += statuses.filter((status) => status === 200).length
    // On a busy machine some wait for too long; one call alone does not wait.
    isRefused = statuses.includes(429) && (await statusOf(one)) === 429
  }
  assert.ok(answered >= 600 && answered < 1300, `${answered} calls were answered`)
  assert.equal(await statusOf(other), 200)
})

test('there are at most 100 usable keys, also when two are created at once', async () => {
  await shop.db.execute(sql`DELETE FROM api_keys`)
  await shop.db.execute(sql`INSERT INTO api_keys (id, name, prefix, hash, scopes, created_by)
    SELECT gen_random_uuid(), 'Key', 'by_1234', number::text, '{orders}', (SELECT id FROM users WHERE email = ${shop.admin.email})
    FROM generate_series(1, 99) number`)
  const body = { name: 'One more', scopes: ['orders'] }
  const outcomes = (await Promise.all([1, 2].map(() => asAdmin('POST', '/api-keys', body)))).map(outcome)
  assert.deepEqual(outcomes.toSorted(), ['200', '409 too-many-api-keys'])
})
