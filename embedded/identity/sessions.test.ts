import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUserWithEmailAndPassword } from '@firebase/auth'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { startTestIdentity, readWireResponse } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'
const day = 86_400_000

test('tokens verify with the published keys alone', async () => {
  await using identity = await startTestIdentity()
  const { idToken } = await signedUp(identity)
  const published = await fetch(`${identity.origin}/.well-known/jwks.json`)
  assert.equal(published.headers.get('cache-control'), 'public, max-age=3600')
  const jwks = (await published.json()) as JSONWebKeySet
  assert.deepEqual(Object.keys(jwks.keys[0] ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(jwks), {
    issuer: 'http://shop.test',
    audience: 'boltyard-test',
    algorithms: ['RS256'],
  })
  assert.equal(payload.exp, (payload.iat ?? 0) + 3600)
})

test('keys and sessions survive a restart and are shared by several processes', async () => {
  await using identity = await startTestIdentity()
  const { idToken, refreshToken } = await signedUp(identity)
  await using restarted = await identity.another()
  assert.equal((await restarted.call('/v1/accounts:lookup', { idToken })).status, 200)
  const refreshed = await restarted.call('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken })
  assert.equal(refreshed.status, 200)
  const kid = decodeProtectedHeader(String(refreshed.body['id_token'])).kid
  assert.equal(kid, decodeProtectedHeader(idToken).kid)
})

test('first calls to several new processes at once make one signing key', async () => {
  await using identity = await startTestIdentity()
  await using second = await identity.another()
  await using third = await identity.another()
  await Promise.all([identity, second, third].map((each) => fetch(`${each.origin}/.well-known/jwks.json`)))
  const { rows } = await identity.database.query('SELECT state FROM identity.signing_keys')
  assert.deepEqual(rows, [{ state: 'active' }])
})

test('private keys and refresh tokens are not readable in the database', async () => {
  await using identity = await startTestIdentity()
  const { refreshToken } = await signedUp(identity)
  const { rows } = await identity.database.query(
    `SELECT encode(sealed_private_key, 'escape') AS sealed, public_jwk FROM identity.signing_keys`,
  )
  assert.ok(!rows[0].sealed.includes('PRIVATE KEY'))
  assert.equal(rows[0].public_jwk.d, undefined)
  const stored = await identity.database.query(`SELECT encode(token_hash, 'hex') AS hash FROM identity.refresh_tokens`)
  assert.equal(stored.rows[0].hash.length, 64)
  assert.notEqual(stored.rows[0].hash, Buffer.from(refreshToken, 'base64url').toString('hex'))
})

test('with another encryption key a new signing key takes over and old tokens still verify', async () => {
  await using identity = await startTestIdentity()
  const { idToken } = await signedUp(identity)
  await using other = await identity.another({ encryptionKey: randomBytes(32) })
  assert.equal((await other.call('/v1/accounts:lookup', { idToken })).status, 200)
  const again = await other.call('/v1/accounts:signInWithPassword', { email: 'who@example.com', password })
  const newKid = decodeProtectedHeader(String(again.body['idToken'])).kid
  assert.notEqual(newKid, decodeProtectedHeader(idToken).kid)
})

// spec 3.7, 4.4, 7.32
test('a refresh answers everything the SDK keeps, and the refresh token stays', async () => {
  await using identity = await startTestIdentity()
  const { idToken, refreshToken } = await signedUp(identity)
  identity.clock.aheadMs = 3000
  const response = await fetch(`${identity.origin}/v1/token?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const { body } = await readWireResponse(response)
  const claims = decodeJwt(String(body['id_token']))
  assert.deepEqual(Object.keys(body).toSorted(), [
    'access_token',
    'expires_in',
    'id_token',
    'project_id',
    'refresh_token',
    'token_type',
    'user_id',
  ])
  assert.equal(body['refresh_token'], refreshToken)
  assert.equal(body['access_token'], body['id_token'])
  assert.equal(body['expires_in'], '3600')
  assert.equal(claims['auth_time'], decodeJwt(idToken)['auth_time'])
  assert.ok((claims.iat ?? 0) > (decodeJwt(idToken).iat ?? 0))
})

test('three concurrent refreshes keep the session', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'three@example.com', password)
  await Promise.all([user.getIdToken(true), user.getIdToken(true), user.getIdToken(true)])
  await user.getIdToken(true)
  assert.equal(auth.currentUser?.uid, user.uid)
})

// spec 4.4
// security 7
test('a session ends after 30 idle days and after 180 days in any case', async () => {
  await using identity = await startTestIdentity()
  const { refreshToken } = await signedUp(identity)
  const refresh = () => identity.call('/v1/token', { grantType: 'refresh_token', refreshToken })
  for (let days = 29; days < 180; days += 29) {
    identity.clock.aheadMs = days * day
    assert.equal((await refresh()).status, 200, `after ${days} days`)
  }
  identity.clock.aheadMs = 180 * day + 1000
  assert.equal((await refresh()).error, 'TOKEN_EXPIRED')

  identity.clock.aheadMs = 0
  const idle = await signedUp(identity, 'idle@example.com')
  identity.clock.aheadMs = 30 * day + 1000
  const late = await identity.call('/v1/token', { grantType: 'refresh_token', refreshToken: idle.refreshToken })
  assert.equal(late.error, 'TOKEN_EXPIRED')
})

test('refuses what is no refresh of ours', async () => {
  await using identity = await startTestIdentity()
  const error = async (body: object) => (await identity.call('/v1/token', body)).error
  assert.equal(await error({}), 'MISSING_GRANT_TYPE')
  assert.equal(await error({ grantType: 'password' }), 'INVALID_GRANT_TYPE')
  assert.equal(await error({ grantType: 'refresh_token' }), 'MISSING_REFRESH_TOKEN')
  assert.equal(await error({ grantType: 'refresh_token', refreshToken: 'guess' }), 'TOKEN_EXPIRED')
})

// security 3
test('forged, foreign and outdated ID tokens are refused', async () => {
  await using identity = await startTestIdentity()
  await using stranger = await startTestIdentity()
  const { idToken } = await signedUp(identity)
  const { idToken: foreign } = await signedUp(stranger)
  const claims = decodeJwt(idToken)
  const header = decodeProtectedHeader(idToken)
  const jwks = await (await fetch(`${identity.origin}/.well-known/jwks.json`)).text()
  const lookUp = async (token: unknown) => (await identity.call('/v1/accounts:lookup', { idToken: token })).error

  assert.equal(await lookUp(idToken), undefined)
  assert.equal(await lookUp(new UnsecuredJWT(claims).encode()), 'INVALID_ID_TOKEN')
  const symmetric = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: header.kid ?? '' })
  assert.equal(await lookUp(await symmetric.sign(Buffer.from(jwks))), 'INVALID_ID_TOKEN')
  assert.equal(await lookUp(foreign), 'INVALID_ID_TOKEN')
  const [head, body, signature] = idToken.split('.')
  const raised = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url')
  assert.equal(await lookUp(`${head}.${raised}.${signature}`), 'INVALID_ID_TOKEN')
  assert.equal(await lookUp(`${head}.${body}.`), 'INVALID_ID_TOKEN')
  assert.equal(await lookUp('not.a.token'), 'INVALID_ID_TOKEN')
  assert.equal(await lookUp(undefined), 'MISSING_ID_TOKEN')
  identity.clock.aheadMs = 3601_000
  assert.equal(await lookUp(idToken), 'TOKEN_EXPIRED')
})

async function signedUp(identity: TestIdentity, email = 'who@example.com') {
  const { body } = await identity.call('/v1/accounts:signUp', { email, password })
  return { idToken: String(body['idToken']), refreshToken: String(body['refreshToken']) }
}
