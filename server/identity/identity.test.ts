import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createRemoteJWKSet, customFetch, SignJWT } from 'jose'
import { exchangeIdToken } from '#server/identity/exchange-id-token.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const exchange = (email: string, token?: string) => shop.call('PUT', `/user/${email}`, { token, body: { email } })
const said = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'ok'}`

test('an access token is given for a proof of the very e-mail, in whatever case it is written', async () => {
  const ann = await shop.signUp('ann')
  const bob = await shop.signUp('bob')
  assert.equal(said(await exchange(ann.email.toUpperCase(), ann.idToken)), '200 ok')
  assert.equal(said(await exchange(ann.email)), '401 proof-required')
  assert.equal(said(await exchange(ann.email, 'nonsense')), '401 proof-required')
  assert.equal(said(await exchange(ann.email, ann.token)), '401 proof-required')
  assert.equal(said(await exchange(ann.email, `${ann.idToken}x`)), '401 proof-required')
  assert.equal(said(await exchange(ann.email, bob.idToken)), '403 not-allowed')
  assert.equal(said(await exchange(shop.admin.email, bob.idToken)), '403 not-allowed')
  const forged = await new SignJWT({ email: ann.email, email_verified: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(ann.uid)
    .setIssuer('http://localhost')
    .setAudience('boltyard')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(shop.secrets.accessTokenKey)
  assert.equal(said(await exchange(ann.email, forged)), '401 proof-required')
})

test('an ID token opens nothing but the exchange', async () => {
  const eve = await shop.signUp('eve')
  const { status, body } = await shop.call('GET', `/orders?email=${eve.email}`, { token: eve.idToken })
  assert.equal(said({ status, body }), '401 session-expired')
})

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
    }),
    { code: 'unavailable' },
  )
})

test('an access token lasts an hour', async () => {
  let ahead = 0
  await using other = await openTestShop({ now: () => new Date(Date.now() + ahead) })
  const guy = await other.signUp('guy')
  const look = () => other.call('GET', `/user?email=${guy.email}`, { token: guy.token })
  ahead = 59 * 60_000
  assert.equal((await look()).status, 200)
  ahead = 61 * 60_000
  assert.equal(said(await look()), '401 session-expired')
})

test('the role is looked up at each call', async () => {
  const hal = await shop.signUp('hal')
  const list = () => shop.call('GET', '/all-users', { token: hal.token })
  assert.equal(said(await list()), '403 admin-only')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${hal.email}`)
  await shop.call('PUT', `/user-update/${hal.email}`, { token: shop.admin.token })
  assert.equal((await list()).status, 200)
  await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${hal.email}`)
  assert.equal(said(await list()), '403 admin-only')
})

test('signing out ends every access token of the caller and nobody else’s', async () => {
  const ivy = await shop.signUp('ivy')
  const jon = await shop.signUp('jon')
  const second = await shop.signIn(ivy)
  assert.equal((await shop.call('POST', '/sign-out', { token: second.token })).status, 200)
  for (const { token } of [ivy, second]) {
    assert.equal(said(await shop.call('GET', `/user?email=${ivy.email}`, { token })), '401 session-ended')
  }
  assert.equal((await shop.call('GET', `/user?email=${jon.email}`, { token: jon.token })).status, 200)
  const again = await shop.signIn(ivy)
  assert.equal((await shop.call('GET', `/user?email=${ivy.email}`, { token: again.token })).status, 200)
})

test('an address passes to another identity only when it is verified', async () => {
  const kim = await shop.signUp('kim')
  await shop.db.execute(sql`UPDATE users SET identity_uid = 'somebody-else' WHERE email = ${kim.email}`)
  assert.equal(said(await exchange(kim.email, kim.idToken)), '403 email-not-verified')
})

test('a new person becomes one user, also when eight windows come first at once', async () => {
  const account = await shop.call<{ idToken: string }>('POST', '/v1/accounts:signUp?key=boltyard', {
    body: { email: 'lea@customer.test', password: 'long enough lea', returnSecureToken: true },
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => exchange('lea@customer.test', account.body.idToken)),
  )
  assert.deepEqual(new Set(answers.map(said)), new Set(['200 ok']))
  const { rows } = await shop.db.execute(sql`SELECT id FROM users WHERE email = 'lea@customer.test'`)
  assert.equal(rows.length, 1)
})
