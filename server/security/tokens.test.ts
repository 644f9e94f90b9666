import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Returns the claims of a token without verifying it. */
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

const asAdmin = (token: string) => shop.call('GET', '/all-users', { token })
const exchange = (token: string) =>
  shop.call('PUT', `/user/${shop.admin.email}`, { token, body: { email: shop.admin.email } })

// security 2
test('tokens that name their own key or no algorithm are rejected, and no key is fetched', async (context) => {
  let visits = 0
  const otherServer = createServer((_request, response) => {
    visits += 1
    response.end(JSON.stringify({ keys: [] }))
  })
  context.after(() => otherServer.close())
  await once(otherServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = otherServer.address() as AddressInfo
  const jku = `http://127.0.0.1:${port}/keys.json`
  const own = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(own.publicKey)
  const [ours] = (await shop.call<{ keys: { kid: string }[] }>('GET', '/.well-known/jwks.json')).body.keys
  assert.ok(ours)
  const published = await importJWK(ours, 'RS256')
  assert.ok(!(published instanceof Uint8Array))
  const asSecret = Buffer.from(await exportSPKI(published))

  for (const [good, use, status] of [
    [shop.admin.token, asAdmin, 401],
    [shop.admin.idToken, exchange, 401],
  ] as const) {
    const claims = claimsOf(good)
    const typ = good === shop.admin.token ? 'at+jwt' : 'JWT'
    const signed = (header: JWTHeaderParameters, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ typ, ...header }).sign(key)
    const [head = '', body = '', signature = ''] = good.split('.')
    const richer = Buffer.from(JSON.stringify({ ...claims, exp: 9e9, ver: 0, email: 'x@y.test' })).toString('base64url')
    const forged: Record<string, string> = {
      'no algorithm': new UnsecuredJWT(claims).encode(),
      'no algorithm in capitals': `${Buffer.from('{"alg":"NONE"}').toString('base64url')}.${body}.`,
      'a key of its own': await signed({ alg: 'RS256', jwk }, own.privateKey),
      'our key’s name': await signed({ alg: 'RS256', kid: ours.kid }, own.privateKey),
      'keys from elsewhere': await signed({ alg: 'RS256', jku, kid: 'mine' }, own.privateKey),
      'a certificate from elsewhere': await signed({ alg: 'RS256', x5u: jku }, own.privateKey),
      'a file as its key': await signed({ alg: 'HS256', kid: '../../../../dev/null' }, new Uint8Array(32)),
      'our public key as a secret': await signed({ alg: 'HS256', kid: ours.kid }, asSecret),
      'other claims': `${head}.${richer}.${signature}`,
      'a cut signature': `${head}.${body}.${signature.slice(0, -6)}`,
      'no signature': `${head}.${body}.`,
    }
    assert.equal((await use(good)).status, 200)
    for (const [what, token] of Object.entries(forged)) assert.equal((await use(token)).status, status, what)
  }
  assert.equal(visits, 0)
})

// security 4
test('an access token is no ID token, and an ID token no access token', async () => {
  assert.equal((await asAdmin(shop.admin.idToken)).body.code, 'session-expired')
  assert.equal((await exchange(shop.admin.token)).body.code, 'proof-required')
  const lookUp = await shop.call<{ error: { message: string } }>('POST', '/v1/accounts:lookup?key=boltyard', {
    body: { idToken: shop.admin.token },
  })
  assert.equal(lookUp.status, 400)
  assert.match(lookUp.body.error.message, /INVALID_ID_TOKEN/)
})
