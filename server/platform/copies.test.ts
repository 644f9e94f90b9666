import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import { type Copies, keepCopies, makeCopy } from '#server/platform/copies.ts'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

const asking = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers }) as IncomingMessage

/** Answers what a kept answer says, without a network. */
function ask(copies: Copies, url: string, headers: Record<string, string> = {}) {
  const said: { status?: number; headers: Record<string, string>; body?: Buffer } = { headers: {} }
  const response = {
    writeHead(status: number, list: string[]) {
      said.status = status
      for (let at = 0; at < list.length; at += 2) said.headers[list[at] ?? ''] = list[at + 1] ?? ''
      return this
    },
    end: (body?: Buffer) => void (body && (said.body = body)),
  }
  return copies.serve(asking(url, headers), response as unknown as ServerResponse) ? said : undefined
}

test('a crowd that comes at once waits for one maker, and what changed is made anew once', async () => {
  let made = 0
  let print = 'before'
  const copies = keepCopies(async () => print)
  const make = async () => makeCopy(200, `edition ${++made}`, {})
  await Promise.all(Array.from({ length: 200 }, () => copies.get('/tools', make)))
  assert.equal(made, 1)
  print = 'after'
  copies.renew()
  await Promise.all(Array.from({ length: 200 }, () => copies.get('/tools', make)))
  assert.equal(made, 2)
})

test('however much is asked for, what is kept stays within its bound', async () => {
  const copies = keepCopies(async () => 'the same')
  const urls = Array.from({ length: 50 }, (_, product) => `/products/${product}`)
  for (const url of urls) await copies.get(url, () => makeCopy(200, 'word '.repeat(200_000), {}))
  const keptBytes = () => urls.reduce((sum, url) => sum + (ask(copies, url)?.body?.length ?? 0), 0)
  assert.ok(keptBytes() < 32 * 1024 * 1024, `${keptBytes()} bytes`)
  assert.ok(ask(copies, urls.at(-1) ?? ''), 'the last is there')
})

test('under a stream of changes by others an answer is made once a second and is never older', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let changes = 0
  let made = 0
  const copies = keepCopies(async () => String(changes))
  for (; now < 10_000; now += 2) {
    changes++
    const seen =
      ask(copies, '/products') ??
      (await copies.get('/products', async () => (made++, makeCopy(200, String(changes), {}))))
    const text = 'sent' in seen ? seen.sent.identity.body.toString() : String(seen.body)
    assert.ok(
      (changes - Number(text)) * 2 <= 1000,
      `at ${now} ms the page of ${text} changes is shown, there were ${changes}`,
    )
  }
  assert.ok(made <= 11, `made ${made} times in ten seconds`)
})

test('an answer that has stood for a while is sent smaller', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const copies = keepCopies(async () => '')
  const text = Array.from({ length: 3000 }, (_, index) => `${index * 7919} words`).join(' ')
  await copies.get('/products', () => makeCopy(200, text, {}))
  const size = () => Number(ask(copies, '/products', { 'accept-encoding': 'br' })?.headers['content-length'])
  const first = size()
  t.mock.timers.tick(10_000)
  while (size() === first) await new Promise((done) => setImmediate(done))
  assert.ok(size() < first)
  const said = ask(copies, '/products', { 'accept-encoding': 'br' })
  assert.equal(brotliDecompressSync(said?.body ?? '').toString(), text)
})

test('each encoding has its own bytes and length, and the tag of any answers 304', async () => {
  const copies = keepCopies(async () => '')
  await copies.get('/products', () => makeCopy(200, 'ein Wort '.repeat(500), { 'content-type': 'text/plain' }), 'de')
  assert.equal(ask(copies, '/products'), undefined)
  const german = { 'accept-language': 'de-CH, en;q=0.5' }
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const said = ask(copies, '/products', { ...german, 'accept-encoding': encoding })
    assert.equal(said?.headers['content-encoding'], encoding)
    assert.equal(said?.headers['content-length'], String(said?.body?.length))
    const again = ask(copies, '/products', { ...german, 'if-none-match': said?.headers['etag'] ?? '' })
    assert.deepEqual([again?.status, again?.body], [304, undefined])
  }
  assert.equal(ask(copies, '/products', german)?.headers['content-encoding'], undefined)
})

test('an answer that is kept costs no memory', async () => {
  const copies = keepCopies(async () => '')
  const request = asking('/products', { 'accept-language': 'en-US', 'accept-encoding': 'gzip, br', cookie: 'a=b' })
  const answer = { writeHead: () => answer, end: () => undefined }
  const serve = () => copies.serve(request, answer as unknown as ServerResponse)
  const turns = 10_000
  assert.ok(typeof collect === 'function')
  let least = Infinity
  // Code that is not compiled yet allocates by itself, and nobody knows when it will be.
  for (let round = 0; round < 50 && least >= 20; round++) {
    await copies.get('/products', () => makeCopy(200, 'text', {}), 'en')
    collect()
    const before = process.memoryUsage().heapUsed
    let served = 0
    for (let turn = 0; turn < turns; turn++) if (serve()) served++
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / turns)
    assert.equal(served, turns, 'all within the second in which a copy is trusted')
  }
  assert.ok(least < 20, `${least} bytes for each answer`)
})

test('while the data cannot be asked, a copy is better than none; what has no copy fails', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let isAway = false
  const copies = keepCopies(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('one')))
  const get = (key: string) => copies.get(key, () => makeCopy(200, `text of ${key}`, {}))
  const first = await get('/tools')
  isAway = true
  now += 5000
  assert.equal(await get('/tools'), first)
  await assert.rejects(get('/reviews'), /away/)
  now += 60_000
  await assert.rejects(get('/tools'), /away/)
  isAway = false
  now += 2000
  assert.equal((await get('/tools')).status, 200)
})
