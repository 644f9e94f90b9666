import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { UserAccount } from '#contract/accounts.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { firebaseOrigins } from '#server/identity/firebase-provider.ts'
import { readConfig } from '#server/platform/config.ts'
import { contentSecurityPolicy } from '#server/edge/serve-pages.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const projectId = 'shop-for-tests'
const issuer = `https://securetoken.google.com/${projectId}`
const owner = 'owner@bolts.test'

/** Serves Google's keys on this machine. */
let google: {
  server: Server
  url: string
  isDown: boolean
  key: CryptoKey
  publicKey: CryptoKey
  strangersKey: CryptoKey
}
let shop: TestShop

before(async () => {
  const { privateKey: key, publicKey } = await generateKeyPair('RS256')
  const { privateKey: strangersKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'today', alg: 'RS256', use: 'sig' }]
  const server = createServer((_request, response) => {
    if (google.isDown) response.writeHead(503).end('no')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  google = { server, url, isDown: false, key, publicKey, strangersKey }
  shop = await openFirebaseShop()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  google.server.close()
})

const openFirebaseShop = () =>
  openTestShop({
    env: {
      FIREBASE_API_KEY: 'AIza-test',
      FIREBASE_AUTH_DOMAIN: 'shop-for-tests.firebaseapp.test',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_JWKS_URL: google.url,
      ADMIN_EMAIL: owner,
    },
  })

const seconds = () => Math.floor(Date.now() / 1000)

/** Returns the claims of Google's tokens. */
const claimsOf = (email: string, more: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: projectId,
  sub: `uid-of-${email}`,
  iat: seconds(),
  exp: seconds() + 3600,
  auth_time: seconds(),
  email,
  email_verified: true,
  firebase: { sign_in_provider: 'password', identities: { email: [email] } },
  ...more,
})

const sign = (claims: JWTPayload, key = google.key, header: { alg?: string; kid?: string } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'today', typ: 'JWT', ...header }).sign(key)

const exchange = async (email: string, idToken: string, at = shop) => {
  const result = await at.call<{ token: string; role: string; startedOver?: boolean; code?: string }>(
    'PUT',
    `/user/${email}`,
    {
      token: idToken,
      body: { email },
    },
  )
  return { ...result, said: `${result.status} ${result.body.code ?? 'ok'}` }
}

test('a token of the Firebase project opens the shop', async () => {
  const email = 'ann@bolts.test'
  const { said, body } = await exchange(email, await sign(claimsOf(email, { name: 'Ann' })))
  assert.equal(said, '200 ok')
  assert.equal(body.role, 'customer')
  const profile = await shop.call<{ displayName: string }>('GET', `/user?email=${email}`, { token: body.token })
  assert.equal(profile.body.displayName, 'Ann')
})

test('nothing else does', async () => {
  const email = 'eve@bolts.test'
  const good = claimsOf(email)
  const { exp: _, ...endless } = good
  const publicKeyAsSecret = new TextEncoder().encode(await exportSPKI(google.publicKey))
  const forged: Record<string, string> = {
    'no signature': new UnsecuredJWT(good).encode(),
    'a signature cut off': (await sign(good)).replace(/\.[^.]*$/, '.'),
    'HS256 with the public key': await new SignJWT(good)
      .setProtectedHeader({ alg: 'HS256', kid: 'today' })
      .sign(publicKeyAsSecret),
    'another key under the same name': await sign(good, google.strangersKey),
    'an unknown key': await sign(good, google.strangersKey, { kid: 'tomorrow' }),
    'another issuer': await sign({ ...good, iss: 'https://securetoken.google.com/another-shop' }),
    'our own issuer': await sign({ ...good, iss: 'http://localhost' }),
    'another project': await sign({ ...good, aud: 'another-shop' }),
    expired: await sign({ ...good, iat: seconds() - 7200, exp: seconds() - 120 }),
    'from the future': await sign({ ...good, iat: seconds() + 600, exp: seconds() + 4200 }),
    'without a user': await sign({ ...good, sub: '' }),
    'without an end': await sign(endless),
    nonsense: 'nonsense',
  }
  for (const [name, token] of Object.entries(forged)) {
    assert.equal((await exchange(email, token)).said, '401 proof-required', name)
  }
  assert.equal((await exchange(email, await sign(good))).said, '200 ok')
})

test('clocks may differ by a minute', async () => {
  const email = 'cleo@bolts.test'
  const fast = await sign(claimsOf(email, { iat: seconds() + 50 }))
  const slow = await sign(claimsOf(email, { iat: seconds() - 3640, exp: seconds() - 50 }))
  assert.equal((await exchange(email, fast)).said, '200 ok')
  assert.equal((await exchange(email, slow)).said, '200 ok')
})

test('an account without an e-mail address must add one', async () => {
  const { email: _, ...claims } = claimsOf('x@bolts.test', { phone_number: '+15555550100' })
  assert.equal((await exchange('x@bolts.test', await sign(claims))).said, '403 email-required')
})

test('the address in ADMIN_EMAIL becomes the first admin, verified only, and never a second one', async () => {
  await using own = await openFirebaseShop()
  const signIn = async (email: string, verified: boolean, uid = `uid-of-${email}`) =>
    exchange(email, await sign(claimsOf(email, { email_verified: verified, sub: uid })), own)
  assert.equal((await signIn(owner, false)).body.role, 'customer')
  assert.equal((await signIn('bob@bolts.test', true)).body.role, 'customer')
  const first = await signIn(owner, true)
  assert.equal(first.body.role, 'admin')
  assert.equal((await own.call('GET', '/all-users', { token: first.body.token })).status, 200)
  const second = await signIn(owner, true)
  assert.equal(second.body.role, 'admin')
  await own.db.execute(`UPDATE users SET role = CASE email WHEN 'bob@bolts.test' THEN 'admin' ELSE 'customer' END`)
  assert.equal((await signIn(owner, true)).body.role, 'customer')
})

test('while Google’s keys cannot be had, the shop says so and how long to wait', async () => {
  google.isDown = true
  await using own = await openFirebaseShop()
  const email = 'fay@bolts.test'
  const token = await sign(claimsOf(email))
  const refused = await exchange(email, token, own)
  assert.equal(refused.said, '503 unavailable')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  google.isDown = false
  assert.equal((await exchange(email, token, own)).said, '200 ok')
  // Once known, they are good for hours.
  google.isDown = true
  assert.equal((await exchange(email, token, own)).said, '200 ok')
  google.isDown = false
})

test('the identity service of the shop itself is not there', async () => {
  for (const [method, path] of [
    ['POST', '/v1/accounts:signUp?key=boltyard'],
    ['POST', '/v1/accounts:signInWithPassword?key=boltyard'],
    ['POST', '/v1/token?key=boltyard'],
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/v1/projects?key=boltyard'],
  ] as const) {
    const { status } = await shop.call(method, path, method === 'POST' ? { body: { email: 'a@b.test' } } : {})
    assert.equal(status, 404, path)
  }
})

// security 15
test('the owner of an address keeps nothing of a stranger who used it unverified, and all that was entered after that', async () => {
  const byGoogle = { firebase: { sign_in_provider: 'google.com' } }
  const cases: [name: string, before: JWTPayload, after: JWTPayload, address: string][] = [
    ['taken-over', { email_verified: false }, byGoogle, ''],
    ['moved-here', { email_verified: false, sub: 'uid-elsewhere' }, {}, ''],
    ['verified-since', { email_verified: false }, {}, '1 Own Street'],
    ['moved-verified', { sub: 'uid-before' }, {}, '1 Own Street'],
    ['verified-by-google', {}, byGoogle, '1 Own Street'],
  ]
  for (const [name, before, after, address] of cases) {
    const email = `${name}@bolts.test`
    const first = await exchange(email, await sign(claimsOf(email, before)))
    const profile = { displayName: 'Somebody', education: 'School', skill: 'Bolts', address: '1 Own Street' }
    const saved = await shop.call('PUT', `/user-info-update/${email}`, { token: first.body.token, body: profile })
    assert.equal(saved.status, 200, name)
    const second = await exchange(email, await sign(claimsOf(email, after)))
    assert.equal(second.said, '200 ok', name)
    const { body } = await shop.call<{ address: string }>('GET', `/user?email=${email}`, { token: second.body.token })
    assert.equal(body.address, address, name)
    assert.equal(second.body.startedOver ?? false, address === '', name)
  }
})

test('an admin locks a user out of this shop only; the rest is said to be elsewhere', async () => {
  const admin = await exchange(owner, await sign(claimsOf(owner)))
  const email = 'lou@bolts.test'
  const proof = await sign(claimsOf(email))
  const { token } = (await exchange(email, proof)).body
  const { id } = await getUserByEmail(shop.db, email)
  const operate = (verb: string, method = 'POST') =>
    shop.call<UserAccount & { code: string }>(method, `/users/${id}/account${verb}`, { token: admin.body.token })

  const seen = await operate('', 'GET')
  assert.equal(seen.body.managedBy, 'firebase')
  assert.equal(seen.body.account, undefined)
  for (const [verb, method] of [
    ['/sign-out', 'POST'],
    ['/password-reset', 'POST'],
    ['/phone', 'DELETE'],
    ['/second-factors/any', 'DELETE'],
  ] as const) {
    assert.equal((await operate(verb, method)).body.code, 'account-elsewhere', verb)
  }
  assert.equal((await operate('/disable')).body.user.disabled, true)
  assert.equal((await shop.call('GET', `/user?email=${email}`, { token })).body.code, 'session-ended')
  assert.equal((await exchange(email, proof)).said, '403 account-disabled')
  assert.equal((await operate('/enable')).body.user.disabled, false)
  assert.equal((await exchange(email, proof)).said, '200 ok')
})

test('a call of the shop deletes a user, only soon after a sign-in', async () => {
  const email = 'leo@bolts.test'
  const { token: stale } = (await exchange(email, await sign(claimsOf(email, { auth_time: seconds() - 16 * 60 })))).body
  const early = await shop.call('DELETE', '/account', { token: stale })
  assert.equal(`${early.status} ${early.body.code}`, '403 sign-in-again')
  const { token } = (await exchange(email, await sign(claimsOf(email, { name: 'Leo Leaver' })))).body
  assert.equal((await shop.call('DELETE', '/account', { token })).status, 200)
  const { rows } = await shop.db.execute(
    `SELECT 1 FROM users WHERE email = '${email}' OR display_name = 'Leo Leaver' OR (identity_uid = 'uid-of-${email}' AND forgotten_at IS NULL)`,
  )
  assert.deepEqual(rows, [])
  assert.equal((await shop.call('GET', `/user?email=${email}`, { token })).body.code, 'session-ended')
})

// security 42
test('pages may load from Google what its library needs, and only in this mode', () => {
  const { identity } = readConfig({
    FIREBASE_API_KEY: 'AIza-test',
    FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.test',
    FIREBASE_PROJECT_ID: projectId,
  })
  assert.ok(identity.mode === 'firebase')
  const inline = { scripts: ['go()'], styles: [] }
  const embedded = contentSecurityPolicy({ ...inline, allowedOrigins: [{}], trustedTypes: true })
  assert.doesNotMatch(embedded, /https?:/)
  assert.match(embedded, /require-trusted-types-for 'script'/)
  const allowedOrigins = [{}, firebaseOrigins(identity)]
  const firebase = contentSecurityPolicy({ ...inline, allowedOrigins, trustedTypes: false })
  assert.match(
    firebase,
    /connect-src 'self' https:\/\/identitytoolkit\.googleapis\.com https:\/\/securetoken\.googleapis\.com/,
  )
  assert.match(firebase, /script-src 'self' '[^']+' https:\/\/apis\.google\.com/)
  assert.match(firebase, /frame-src 'self' https:\/\/shop\.firebaseapp\.test/)
  assert.doesNotMatch(firebase, /unsafe|trusted-types| \*/)
})
