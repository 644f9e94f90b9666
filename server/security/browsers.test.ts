import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { contentSecurityPolicy } from '#server/edge/serve-pages.ts'
import { openTestShop, type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'

let buyer: Person
const shop = provideTestShop({}, async () => {
  buyer = await shop.signUp('buyer')
})

const gets = endpoints.filter(({ method }) => method === 'GET')

// security 45, 46
test('another site can neither read a response nor act for a user: no cookie authenticates', async () => {
  const untouched = await dumpTables(shop.db)
  const evil = { origin: 'https://evil.test', cookie: `accessToken=${shop.admin.token}; session=${shop.admin.idToken}` }
  for (const { method, path } of endpoints) {
    const url = shop.url + path.replace(':id', crypto.randomUUID()).replace(':email', shop.admin.email)
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...evil, 'access-control-request-method': method },
    })
    assert.equal(preflight.headers.get('access-control-allow-origin'), null, path)
    // A form on another site can send no custom headers, and three content types.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
      if (method === 'GET') continue
      const { status, headers } = await fetch(url, {
        method,
        headers: { ...evil, 'content-type': type },
        body: '{"a":"=b"}',
      })
      assert.ok(status >= 400 && status < 500, `${method} ${path} ${type} ${status}`)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
      assert.equal(headers.get('set-cookie'), null, path)
    }
  }
  assert.equal(await dumpTables(shop.db), untouched)
})

// security 47, 51
test('asking changes nothing: no GET or HEAD writes, and TRACE does not exist', async () => {
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const untouched = await dumpTables(shop.db)
  for (const { path, query } of gets) {
    const email =
      query && 'email' in ((query as { properties?: object }).properties ?? {}) ? `?email=${buyer.email}` : ''
    const url = path.replace(':id', order._id).replace(':email', buyer.email) + email
    for (const token of [buyer.token, shop.admin.token]) {
      assert.ok((await shop.call('GET', url, { token })).status < 500, url)
      assert.ok((await shop.call('HEAD', url, { token })).status < 500, url)
    }
  }
  assert.equal(await dumpTables(shop.db), untouched)
  for (const method of ['TRACE', 'CONNECT', 'TRACK', 'DEBUG']) assert.notEqual(await statusOf(method), 200, method)
})

/** Sends methods that fetch refuses. */
function statusOf(method: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(shop.url)
    request({ hostname, port, method, path: method === 'CONNECT' ? 'evil.test:80' : '/' }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', () => resolve(undefined))
      .once('connect', (response) => resolve(response.statusCode))
      .end()
  })
}

// security 48
test('private responses and errors are never cached', async () => {
  for (const path of [
    `/orders?email=${buyer.email}`,
    `/user?email=${buyer.email}`,
    '/my-reviews',
    `/admin/${buyer.email}`,
  ]) {
    const { status, headers } = await shop.call('GET', path, { token: buyer.token })
    assert.equal(`${status} ${headers.get('cache-control')}`, '200 no-store', path)
  }
  assert.equal((await shop.call('GET', '/all-users')).headers.get('cache-control'), 'no-store')
})

// security 43
test('behind TLS responses have HSTS for a year', async () => {
  await using secure = await openTestShop({ publicUrl: 'https://shop.example' })
  const { headers } = await secure.call('GET', '/healthz')
  const [, seconds] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? []
  assert.ok(Number(seconds) >= 31_536_000)
  assert.match(headers.get('strict-transport-security') ?? '', /includeSubDomains/)
  assert.equal((await shop.call('GET', '/healthz')).headers.get('strict-transport-security'), null)
})

// security 42
test('the policy of a page lets in our own scripts by their hashes, no other, and no address that was not checked', () => {
  const policy = contentSecurityPolicy({ styles: [], scripts: ['known()'], allowedOrigins: [{}], trustedTypes: true })
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
  assert.deepEqual(rules.get('default-src'), ["'self'"])
  assert.deepEqual(rules.get('object-src'), ["'none'"])
  assert.deepEqual(rules.get('base-uri'), ["'none'"])
  assert.deepEqual(rules.get('frame-ancestors'), ["'none'"])
  assert.deepEqual(rules.get('form-action'), ["'self'"])
  assert.deepEqual(rules.get('require-trusted-types-for'), ["'script'"])
  assert.equal(rules.get('script-src')?.length, 2)
  assert.match(rules.get('script-src')?.[1] ?? '', /^'sha256-/)
  assert.deepEqual(rules.get('style-src'), ["'self'"])
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*|http:/)
})
