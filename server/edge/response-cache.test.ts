import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { type ResponseCache, createResponseCache } from '#server/edge/response-cache.ts'

const of = async (text: string, headers: Record<string, string> = {}) => ({ status: 200, text, headers })

const asking = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers }) as IncomingMessage

/** Returns a cached response without the network. */
function request(responseCache: ResponseCache, url: string, headers: Record<string, string> = {}) {
  const output: { status?: number; headers: Record<string, string>; body?: Buffer } = { headers: {} }
  const response = {
    writeHead(status: number, list: string[]) {
      output.status = status
      for (let at = 0; at < list.length; at += 2) output.headers[list[at] ?? ''] = list[at + 1] ?? ''
      return this
    },
    end: (body?: Buffer) => void (body && (output.body = body)),
  }
  return responseCache.serve(asking(url, headers), response as unknown as ServerResponse) ? output : undefined
}

/** Stops the clock of a cache, whose entries are fresh for a second. */
function stopClock(t: TestContext): { now: number } {
  const clock = { now: 0 }
  t.mock.method(performance, 'now', () => clock.now)
  return clock
}

test('concurrent requests share one render, and a change renders again once', async (t) => {
  stopClock(t)
  let created = 0
  let print = 'before'
  const responseCache = createResponseCache(async () => print, {})
  const make = async () => of(`edition ${++created}`)
  await Promise.all(Array.from({ length: 200 }, () => responseCache.get('/tools', make)))
  assert.equal(created, 1)
  print = 'after'
  responseCache.renew()
  await Promise.all(Array.from({ length: 200 }, () => responseCache.get('/tools', make)))
  assert.equal(created, 2)
})

// security 33
test('a large page is kept, and sent by its route, where it counts for the visitor', async (t) => {
  stopClock(t)
  let created = 0
  const responseCache = createResponseCache(async () => 'the same', {})
  const make = (bytes: number) => () => of('x'.repeat(bytes), { made: String(++created) })
  await responseCache.get('/blog', make(400_000), 'en')
  await responseCache.get('/docs/api', make(2_000_000), 'en')
  assert.ok(request(responseCache, '/blog'))
  assert.equal(request(responseCache, '/docs/api'), undefined)
  await responseCache.get('/docs/api', make(2_000_000), 'en')
  assert.equal(created, 2)
})

test('the cache stays within its size limit', async (t) => {
  stopClock(t)
  const responseCache = createResponseCache(async () => 'the same', {})
  const urls = Array.from({ length: 50 }, (_, product) => `/products/${product}`)
  for (const url of urls) await responseCache.get(url, () => of('word '.repeat(200_000)))
  const cachedBytes = () => urls.reduce((sum, url) => sum + (request(responseCache, url)?.body?.length ?? 0), 0)
  assert.ok(cachedBytes() < 32 * 1024 * 1024, `${cachedBytes()} bytes`)
  assert.ok(request(responseCache, urls.at(-1) ?? ''), 'the last is there')
})

test('what was not sent for longest makes room for what is new', async (t) => {
  stopClock(t)
  const responseCache = createResponseCache(async () => 'the same', {})
  const add = (url: string) => responseCache.get(url, () => of('word '.repeat(200_000)))
  await add('/home')
  for (let product = 0; product < 10; product++) {
    assert.ok(request(responseCache, '/home'), `after ${product} more`)
    await add(`/products/${product}`)
  }
  assert.equal(request(responseCache, '/products/0'), undefined)
})

test('under a stream of changes by others an answer is made once a second and is never older', async (t) => {
  const clock = stopClock(t)
  let changes = 0
  let created = 0
  const responseCache = createResponseCache(async () => String(changes), {})
  for (; clock.now < 10_000; clock.now += 2) {
    changes++
    const seen =
      request(responseCache, '/products') ??
      (await responseCache.get('/products', async () => (created++, of(String(changes)))))
    const text = 'sent' in seen ? seen.sent.identity.body.toString() : String(seen.body)
    assert.ok(
      (changes - Number(text)) * 2 <= 1000,
      `at ${clock.now} ms the page of ${text} changes is shown, there were ${changes}`,
    )
  }
  assert.ok(created <= 11, `made ${created} times in ten seconds`)
})

test('each encoding has its own bytes and length, and the tag of any answers 304', async (t) => {
  stopClock(t)
  const responseCache = createResponseCache(async () => '', {})
  await responseCache.get('/products', () => of('ein Wort '.repeat(500), { 'content-type': 'text/plain' }), 'de')
  assert.equal(request(responseCache, '/products'), undefined)
  const german = { 'accept-language': 'de-CH, en;q=0.5' }
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const output = request(responseCache, '/products', { ...german, 'accept-encoding': encoding })
    assert.equal(output?.headers['content-encoding'], encoding)
    assert.equal(output?.headers['content-length'], String(output?.body?.length))
    const again = request(responseCache, '/products', { ...german, 'if-none-match': output?.headers['etag'] ?? '' })
    assert.deepEqual([again?.status, again?.body], [304, undefined])
  }
  assert.equal(request(responseCache, '/products', german)?.headers['content-encoding'], undefined)
})

test('while the data cannot be asked, a copy is better than none; what has no copy fails', async (t) => {
  const clock = stopClock(t)
  let isAway = false
  const responseCache = createResponseCache(
    () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('one')),
    {},
  )
  const get = (key: string) => responseCache.get(key, () => of(`text of ${key}`))
  const first = await get('/tools')
  isAway = true
  clock.now += 5000
  assert.equal(await get('/tools'), first)
  await assert.rejects(get('/reviews'), /away/)
  clock.now += 60_000
  await assert.rejects(get('/tools'), /away/)
  isAway = false
  clock.now += 2000
  assert.equal((await get('/tools')).status, 200)
})
