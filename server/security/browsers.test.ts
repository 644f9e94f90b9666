import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { contentSecurityPolicy } from '#server/platform/serve-pages.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'
import { printTables } from '#server/testing/print-tables.ts'

let shop: TestShop
let buyer: Person
before(async () => {
  shop = await openTestShop()
  buyer = await shop.signUp('buyer')
})
after(() => shop[Symbol.asyncDispose]())

const gets = endpoints.filter(({ method }) => method === 'GET')

test('every answer tells browsers to believe its type, to frame nothing, and not to tell where they came from', async () => {
  const answers = await Promise.all([
    ...gets.map(({ path }) => fetch(shop.url + path.replace(':id', 'x').replace(':email', buyer.email))),
    fetch(`${shop.url}/no/such/place`),
    fetch(`${shop.url}/orders`, { method: 'POST', body: '{' }),
    fetch(`${shop.url}/media/x/960.webp`),
    fetch(`${shop.url}/v1/projects?key=boltyard`),
    fetch(`${shop.url}/v1/payment_intents`),
    fetch(`${shop.url}/.well-known/jwks.json`),
  ])
  for (const { url, headers } of answers) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', url)
    assert.match(headers.get('content-type') ?? '', /charset=utf-8$|^application\/(?:json|jwk-set\+json)/, url)
    const isKept = ['/tools', '/reviews'].includes(new URL(url).pathname)
    if (!isKept) assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, url)
    if (!isKept) assert.ok(headers.get('referrer-policy'), url)
    assert.equal(headers.get('x-powered-by'), null, url)
    assert.equal(headers.get('server'), null, url)
  }
})

test('another site can neither read an answer nor act for somebody: no cookie opens anything', async () => {
  const untouched = await printTables(shop.db)
  const evil = { origin: 'https://evil.test', cookie: `accessToken=${shop.admin.token}; session=${shop.admin.idToken}` }
  for (const { method, path } of endpoints) {
    const url = shop.url + path.replace(':id', crypto.randomUUID()).replace(':email', shop.admin.email)
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...evil, 'access-control-request-method': method },
    })
    assert.equal(preflight.headers.get('access-control-allow-origin'), null, path)
    // What a form of another site can send: no header of its own choice, and one of three types.
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
  assert.equal(await printTables(shop.db), untouched)
})

test('asking changes nothing: no GET or HEAD writes, and TRACE does not exist', async () => {
  const order = await placed(shop, buyer, await shop.addProduct(), 1)
  const untouched = await printTables(shop.db)
  for (const { path, query } of gets) {
    const email =
      query && 'email' in ((query as { properties?: object }).properties ?? {}) ? `?email=${buyer.email}` : ''
    const url = path.replace(':id', order._id).replace(':email', buyer.email) + email
    for (const token of [buyer.token, shop.admin.token]) {
      assert.ok((await shop.call('GET', url, { token })).status < 500, url)
      assert.ok((await shop.call('HEAD', url, { token })).status < 500, url)
    }
  }
  assert.equal(await printTables(shop.db), untouched)
  for (const method of ['TRACE', 'CONNECT', 'TRACK', 'DEBUG']) assert.notEqual(await statusOf(method), 200, method)
})

/** fetch refuses to send these. */
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

test('private answers and refusals are kept by nobody', async () => {
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

test('behind TLS browsers are told to come by TLS only, for a year', async () => {
  await using secure = await openTestShop({ publicUrl: 'https://shop.example' })
  const { headers } = await secure.call('GET', '/healthz')
  const [, seconds] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? []
  assert.ok(Number(seconds) >= 31_536_000)
  assert.match(headers.get('strict-transport-security') ?? '', /includeSubDomains/)
  assert.equal((await shop.call('GET', '/healthz')).headers.get('strict-transport-security'), null)
})

test('the policy of a page lets in our own scripts by their hashes, no other, and no address that was not checked', () => {
  const html = '<script>known()</script><script src="/a.js"></script><style>a{}</style>'
  const policy = contentSecurityPolicy(html, { allowedOrigins: [{}], trustedTypes: true })
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
  assert.deepEqual(rules.get('default-src'), ["'self'"])
  assert.deepEqual(rules.get('object-src'), ["'none'"])
  assert.deepEqual(rules.get('base-uri'), ["'none'"])
  assert.deepEqual(rules.get('frame-ancestors'), ["'none'"])
  assert.deepEqual(rules.get('form-action'), ["'self'"])
  assert.deepEqual(rules.get('require-trusted-types-for'), ["'script'"])
  assert.equal(rules.get('script-src')?.length, 2)
  assert.match(rules.get('script-src')?.[1] ?? '', /^'sha256-/)
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*|http:/)
})
