import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createRemoteJWKSet, customFetch, SignJWT } from 'jose'
import { exchangeIdToken } from '#server/identity/exchange-id-token.ts'
import { openTestShop, provideTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const exchange = (email: string, token?: string) => shop.call('PUT', `/user/${email}`, { token, body: { email } })
const output = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'ok'}`

// spec 7.8, 7.9
// security 1
test('an access token is issued for a verified e-mail, case-insensitively', async () => {
  const ann = await shop.signUp('ann')
  const bob = await shop.signUp('bob')
  assert.equal(output(await exchange(ann.email.toUpperCase(), ann.idToken)), '200 ok')
  assert.equal(output(await exchange(ann.email)), '401 proof-required')
  assert.equal(output(await exchange(ann.email, 'nonsense')), '401 proof-required')
  assert.equal(output(await exchange(ann.email, ann.token)), '401 proof-required')
  assert.equal(output(await exchange(ann.email, `${ann.idToken}x`)), '401 proof-required')
  assert.equal(output(await exchange(ann.email, bob.idToken)), '403 not-allowed')
  assert.equal(output(await exchange(shop.admin.email, bob.idToken)), '403 not-allowed')
  const forged = await new SignJWT({ email: ann.email, email_verified: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(ann.uid)
    .setIssuer('http://localhost')
    .setAudience('boltyard')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(shop.secrets.accessTokenKey)
  assert.equal(output(await exchange(ann.email, forged)), '401 proof-required')
})

test('anonymous accounts are a setting, and off by default', async () => {
  const signUp = (at: TestShop) =>
    fetch(`${at.url}/v1/accounts:signUp?key=boltyard`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnSecureToken: true }),
    })
  const refused = await signUp(shop)
  assert.match(await refused.text(), /ADMIN_ONLY_OPERATION/)
  await using open = await openTestShop({ env: { ANONYMOUS_ACCOUNTS: 'on' } })
  assert.equal((await signUp(open)).status, 200)
})

// security 4
test('an ID token opens nothing but the exchange', async () => {
  const eve = await shop.signUp('eve')
  const { status, body } = await shop.call('GET', `/orders?email=${eve.email}`, { token: eve.idToken })
  assert.equal(output({ status, body }), '401 session-expired')
})

// security 59
test('a provider that does not hand out its keys is an outage, and no fault of the token', async () => {
  const fay = await shop.signUp('fay')
  const keys = createRemoteJWKSet(new URL('http://identity.test/jwks'), {
    [customFetch]: async () => new Response('{}', { status: 503 }),
  })
  await assert.rejects(
    exchangeIdToken(shop.db, {
      provider: { issuer: () => 'http://localhost', audience: 'boltyard', keys },
      accessTokenKey: shop.secrets.accessTokenKey,
      idToken: fay.idToken,
      email: fay.email,
      now: new Date(),
      eraseRelatedData: [],
    }),
    { code: 'unavailable' },
  )
})

// spec 4.4
// security 3
test('an access token lasts an hour', async () => {
  let ahead = 0
  await using other = await openTestShop({ now: () => new Date(Date.now() + ahead) })
  const guy = await other.signUp('guy')
  const look = () => other.call('GET', `/user?email=${guy.email}`, { token: guy.token })
  ahead = 59 * 60_000
  assert.equal((await look()).status, 200)
  ahead = 61 * 60_000
  assert.equal(output(await look()), '401 session-expired')
})

// spec 4.17, 6.5, 7.12
// security 6, 21
test('the role is looked up at each call', async () => {
  const hal = await shop.signUp('hal')
  const list = () => shop.call('GET', '/all-users', { token: hal.token })
  assert.equal(output(await list()), '403 admin-only')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${hal.email}`)
  await shop.call('PUT', `/user-update/${hal.email}`, { token: shop.admin.token })
  assert.equal((await list()).status, 200)
  await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${hal.email}`)
  assert.equal(output(await list()), '403 admin-only')
})

// spec 4.3
// security 6
test('signing out revokes every access token of the caller and no others', async () => {
  const ivy = await shop.signUp('ivy')
  const jon = await shop.signUp('jon')
  const second = await shop.signIn(ivy)
  assert.equal((await shop.call('POST', '/sign-out', { token: second.token })).status, 200)
  for (const { token } of [ivy, second]) {
    assert.equal(output(await shop.call('GET', `/user?email=${ivy.email}`, { token })), '401 session-ended')
  }
  assert.equal((await shop.call('GET', `/user?email=${jon.email}`, { token: jon.token })).status, 200)
  const again = await shop.signIn(ivy)
  assert.equal((await shop.call('GET', `/user?email=${ivy.email}`, { token: again.token })).status, 200)
})

test('an address passes to another identity only when it is verified', async () => {
  const kim = await shop.signUp('kim')
  await shop.db.execute(sql`UPDATE users SET identity_uid = 'another-account' WHERE email = ${kim.email}`)
  assert.equal(output(await exchange(kim.email, kim.idToken)), '403 email-not-verified')
})

test('a new person becomes one user, also when eight windows come first at once', async () => {
  const account = await shop.call<{ idToken: string }>('POST', '/v1/accounts:signUp?key=boltyard', {
    body: { email: 'lea@customer.test', password: 'long enough lea', returnSecureToken: true },
  })
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => exchange('lea@customer.test', account.body.idToken)),
  )
  assert.deepEqual(new Set(responses.map(output)), new Set(['200 ok']))
  const { rows } = await shop.db.execute(sql`SELECT id FROM users WHERE email = 'lea@customer.test'`)
  assert.equal(rows.length, 1)
})
