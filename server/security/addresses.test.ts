import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Sends a path as it is written; fetch would normalize it. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(shop.url)
    request({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, location: response.headers.location }))
    })
      .once('error', reject)
      .end()
  })
}

// security 27, 39
test('no spelling of an address leads out of the folders that are served', async () => {
  const secret = await readFile(join(shop.dataDirectory, 'secret-key'), 'latin1')
  const ups = [
    '..',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%252e%252e',
    '..%5c',
    '%c0%ae%c0%ae',
    '%uff0e%uff0e',
    '..;',
    '..%00',
    '....//',
  ]
  const slashes = ['/', '%2f', '%5c', '%252f', '//', '%c0%af']
  const targets = ['secret-key', 'package.json', 'etc/passwd', '.git/config', '.env', 'postgres/PG_VERSION']
  const addresses = [
    ...ups.flatMap((up) =>
      slashes.flatMap((slash) =>
        targets.map(
          (target) => `/media${slash}${Array(6).fill(up).join(slash)}${slash}${target.replaceAll('/', slash)}`,
        ),
      ),
    ),
    ...targets.flatMap((target) => [`/${target}`, `/media/${target}`, `/assets/${target}`, `//${target}`]),
    '/media/',
    '/media',
    '/assets/',
    '/server/composition/main.ts',
    '/package-lock.json',
    '/node_modules/fastify/package.json',
    '/build/pages/server/index.js',
    '/index.js.map',
    '/.well-known/../secret-key',
  ]
  for (let begin = 0; begin < addresses.length; begin += 50) {
    const responses = await Promise.all(
      addresses.slice(begin, begin + 50).map(async (path) => ({ path, ...(await get(path)) })),
    )
    for (const { path, status, text } of responses) {
      assert.ok(status >= 400 && status < 500, `${path} ${status}`)
      assert.ok(!text.includes(secret.trim().slice(0, 12)) && !/root:x:|"boltyard"|\[core\]/.test(text), path)
    }
  }
})

// security 55
test('the server never fetches a URL from a request', async (context) => {
  let visits = 0
  const otherServer = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  context.after(() => otherServer.close())
  await once(otherServer.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}/hook`
  const buyer = await shop.signUp('buyer')
  const product = { name: 'P', content: 'C', available: 1, minQuantity: 1, price: 1 }
  for (const url of [
    address,
    address.replace('http:', ''),
    `${address}#.i.ibb.co`,
    // The picture host of others: this shop has none.
    'https://i.ibb.co/abc/teal.jpg',
    `https://i.ibb.co@${new URL(address).host}/x.png`,
  ]) {
    const asAdmin = { token: shop.admin.token }
    const asBuyer = { token: buyer.token }
    const added = await shop.call('POST', '/tools', { ...asAdmin, body: { ...product, img: url } })
    assert.equal(added.body.code, 'image-not-ours', url)
    const review = { massage: 'Good', image: url, rating: 5 }
    assert.equal((await shop.call('POST', '/add-review', { ...asBuyer, body: review })).body.code, 'image-not-ours')
    const profile = { displayName: 'B', education: 'E', skill: 'S', photoURL: url }
    const saved = await shop.call('PUT', `/user-info-update/${buyer.email}`, { ...asBuyer, body: profile })
    assert.equal(saved.body.code, 'image-not-ours')
    const form = new FormData()
    form.set('image', url)
    assert.equal((await shop.call('POST', '/1/upload', { ...asBuyer, body: form })).body.code, 'image-required')
    // Stored links are displayed and never fetched.
    const { displayName, education, skill } = profile
    const links = { displayName, education, skill, project1: url }
    await shop.call('PUT', `/user-info-update/${buyer.email}`, { ...asBuyer, body: links })
    for (const path of ['/v1/accounts:update', '/v1/accounts:signInWithIdp', '/v1/accounts:createAuthUri']) {
      const body = {
        idToken: buyer.idToken,
        photoUrl: url,
        requestUri: url,
        continueUri: url,
        postBody: `id_token=x&providerId=${url}`,
      }
      await shop.call('POST', `${path}?key=boltyard`, { body })
    }
    // A webhook's address is a setting of the server, and none of the API.
    await fetch(`${shop.url}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_boltyard', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ url, 'enabled_events[]': '*' }),
    })
  }
  assert.equal(visits, 0)
})

// security 49
test('headers about host, proxy and method are not trusted', async () => {
  const evil = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.test',
  }
  for (const path of ['/openapi.json', '/tools', '/reviews', '/nothing', '//evil.test/%2f..', '/\\evil.test']) {
    const { text, location } = await get(path, evil)
    assert.ok(!text.includes('evil.test') || path.includes('evil'), path)
    assert.ok(!location?.includes('evil'), path)
  }
  const product = await shop.addProduct()
  const disguised = {
    token: shop.admin.token,
    headers: { 'x-http-method-override': 'DELETE', 'x-original-url': '/all-users' },
  }
  assert.equal((await shop.call('GET', `/tools/${product._id}`, disguised)).status, 200)
  assert.equal((await shop.call('GET', `/tools/${product._id}`)).status, 200)
  const rewritten = await get('/all-users', { 'x-rewrite-url': '/tools', 'x-forwarded-for': '127.0.0.1' })
  assert.equal(rewritten.status, 401)
})
