import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { maxInFlight } from '#server/platform/http/shed-load.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({
  env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
  publicUrl: 'https://shop.example',
  withPages: true,
})

/** Lists the headers of every response. */
const everywhere = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
}

// security 43, 44
test('cached or not, page, list, file, refusal or no HTTP at all: every answer says the same to browsers, and has an id', async () => {
  const file = globSync('assets/*.js', { cwd: join(import.meta.dirname, '../../build/pages/client') })[0] ?? ''
  const request = async (what: string, path: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(shop.url + path, { redirect: 'manual', ...init })
    return { what, status, headers: new Map(headers) }
  }
  const first = await request('a page', '/')
  const list = await request('a list', '/tools')
  const knows = (of: { headers: Map<string, string> }) => ({ 'if-none-match': of.headers.get('etag') ?? '' })
  const closeShut = await shutShop()
  const refused = await request('a refusal of a full shop', '/login', { method: 'POST' })
  closeShut()
  const responses = [
    first,
    await request('a cached page', '/'),
    await request('a page that is known', '/', { headers: knows(first) }),
    await request('a page with a query', '/products?q=bolt'),
    await request('a page that leads on', '/login'),
    await request('data of a page', '/blog.data'),
    await request('no page', '/no/such/page'),
    await request('no product', '/products/none'),
    list,
    await request('a cached list', '/tools'),
    await request('a list that is known', '/tools', { headers: knows(list) }),
    await request('a call', '/version'),
    await request('a call without a token', '/my-reviews'),
    await request('no call', '/no/such/call', { method: 'POST' }),
    await request('a head', '/', { method: 'HEAD' }),
    await request('a file', `/${file}`),
    await request('no picture', '/media/none/960.webp'),
    await request('an unreadable address', '/%'),
    await request('a call of the identity service', '/v1/projects?key=boltyard'),
    await request('a call of the card sandbox', '/v1/payment_intents'),
    await request('keys', '/.well-known/jwks.json'),
    refused,
    await askOften(),
    await speak('no HTTP', 'HELLO\r\n\r\n'),
    await speak('two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'),
  ]
  const statuses = responses.map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 304, 302, 404, 401, 400, 503, 429]))
  const ids = new Set<string>()
  for (const { what, status, headers } of responses) {
    for (const [name, value] of Object.entries(everywhere)) assert.equal(headers.get(name), value, `${name} of ${what}`)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, what)
    assert.ok(headers.get('referrer-policy'), what)
    const type = headers.get('content-type') ?? (status === 200 ? '' : 'application/json')
    assert.match(type, /charset=utf-8$|^application\/(?:json|jwk-set\+json|problem\+json)|^text\/x-script$/, what)
    assert.equal(headers.get('x-powered-by') ?? headers.get('server'), undefined, what)
    const id = headers.get('x-request-id') ?? ''
    assert.match(id, /^[0-9a-f-]{36}$/, what)
    ids.add(id)
  }
  assert.equal(ids.size, responses.length)

  /** Fills the shop with calls whose sender is looked up, which waits for a lock of the database. */
  async function shutShop(): Promise<() => void> {
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    void shop.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const authorization = `Bearer ${shop.admin.token}`
    for (let sent = 0; sent < maxInFlight; sent++) {
      const headers = { authorization, 'x-forwarded-for': `198.51.100.${sent % 250}` }
      fetch(`${shop.url}/my-reviews`, { headers }).then(
        (response) => response.body?.cancel(),
        () => undefined,
      )
    }
    while ((await request('', '/logout', { method: 'POST' })).status !== 503);
    return release.resolve
  }

  async function askOften() {
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    for (;;) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => request('too many', '/version', { headers })),
      )
      const last = responses.find(({ status }) => status === 429)
      if (last) return last
    }
  }
})

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends raw bytes that no HTTP client would. */
async function speak(what: string, text: string) {
  const socket = await open()
  socket.write(text)
  const response = Buffer.concat(await socket.toArray()).toString()
  const [, ...lines] = response.slice(0, response.indexOf('\r\n\r\n')).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: (.*)/)
    return [name.toLowerCase(), value]
  })
  return { what, status: Number(response.split(' ')[1]), headers: new Map(headers) }
}
