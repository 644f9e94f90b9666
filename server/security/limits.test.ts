import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { ProblemBody } from '#contract/problem.ts'
import { maxUploadsPerHour } from '#server/media/upload-limits.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  other = await openTestShop({ env: { RATE_LIMITS: 'on' }, sharing: shop })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

// security 35
test('clients that send slowly are cut off, with their heads and with their bodies', async () => {
  const { server } = shop.app
  assert.ok(server.headersTimeout > 0 && server.headersTimeout <= 20_000)
  assert.ok(server.requestTimeout > 0 && server.requestTimeout <= 30_000)
  assert.ok(server.timeout > 0 && server.timeout <= 120_000, 'clients that read nothing')
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 300, requestTimeout: 600 })
  const head = 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'
  const responses = await Promise.all([
    dribble('GET / HTTP/1.1\r\nhost: x\r\n'),
    dribble(`${head}\r\n{"email`),
    dribble(head),
  ])
  Object.assign(server, { headersTimeout, requestTimeout })
  for (const result of responses) assert.match(result, /^HTTP\/1\.1 4\d\d /)
})

// security 35
test('a connection that sends many requests without waiting for an answer is closed', async () => {
  const pipelined = async (count: number): Promise<string> => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
    let result = ''
    socket.on('data', (bytes) => (result += bytes.toString())).on('error', () => undefined)
    const last = 'GET /version HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    socket.write('HEAD /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count - 1) + last)
    await once(socket, 'close')
    return result
  }
  assert.equal((await pipelined(2)).match(/HTTP\/1\.1 200/g)?.length, 2)
  assert.doesNotMatch(await pipelined(50), /"version"/)
})

// security 35
test('unfinished bodies of one address are refused from the 41st on, and others are served meanwhile', async () => {
  await using behindProxy = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  const port = Number(new URL(behindProxy.url).port)
  const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const statuses: string[] = []
  const stalled = Array.from({ length: 420 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (bytes) => statuses.push(bytes.toString().slice(9, 12))).on('error', () => undefined)
    socket.write(`POST /contact HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n${body}`)
    return socket
  })
  try {
    await waitUntil(() => statuses.length >= 380, 'all further ones are refused')
    assert.deepEqual([...new Set(statuses)], ['429'])
    const headers = { 'x-forwarded-for': '203.0.113.1' }
    assert.equal((await behindProxy.call('GET', '/tools', { headers })).status, 200)
    const sent = await behindProxy.call<ProblemBody>('POST', '/contact', { headers, body: {} })
    assert.equal(sent.body.code, 'invalid-request')
    assert.equal(statuses.length, 380)
  } finally {
    stalled.forEach((socket) => socket.destroy())
  }
})

// security 35
test('bodies that are answered before they have arrived count no longer', async () => {
  await using behindProxy = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  const port = Number(new URL(behindProxy.url).port)
  const from = '198.51.100.9'
  const send = async (path: string, length: number) => {
    const socket = connect(port, '127.0.0.1')
    let result = ''
    socket.on('data', (bytes) => (result += bytes.toString())).on('error', () => undefined)
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
    )
    await waitUntil(() => /^HTTP\/1\.1 \d+/.test(result), 'an answer before the body')
    socket.destroy()
    return result.slice(9, 12)
  }
  // Above the limit of the body, and without a session.
  for (let sent = 0; sent < 40; sent++) assert.equal(await send('/contact', 50_000_000), '413')
  for (let sent = 0; sent < 40; sent++) assert.equal(await send('/orders', 1000), '401')
  const headers = { 'x-forwarded-for': from }
  const answer = await behindProxy.call<ProblemBody>('POST', '/contact', { headers, body: {} })
  assert.equal(answer.body.code, 'invalid-request')
})

// security 33, 49
test('a visitor stays one visitor, whatever port a proxy adds to the address or a client writes into the header', async () => {
  await using behindProxies = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '2' } })
  const remainingFor = async (forwardedFor: string) => {
    const { headers } = await behindProxies.call('GET', '/version', { headers: { 'x-forwarded-for': forwardedFor } })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  const proxy = '203.0.113.9'
  for (const spellings of [
    ['198.51.100.7', '198.51.100.7:40001', '198.51.100.7:40002', '::ffff:198.51.100.7', '[::ffff:198.51.100.7]:40003'],
    [
      '[2001:db8:1:2::7]:40001',
      '2001:db8:1:2::7',
      '[2001:DB8:1:2::7]',
      '[2001:db8:1:2:3::9]:40002',
      '2001:db8:1:ff::1',
    ],
    // A value that is no address counts as the proxy that has written it.
    ['unknown', '_hidden', 'x:1', '999.1.1.1', '1.2.3.4:5:6', ''],
  ]) {
    const counts = []
    for (const spelling of spellings) counts.push(await remainingFor(`192.0.2.1, ${spelling}, ${proxy}`))
    assert.deepEqual(
      counts,
      spellings.map((_, index) => 1199 - index),
      spellings[0],
    )
  }
  for (const other of ['198.51.100.8:1', '2001:db8:1:100::7'])
    assert.equal(await remainingFor(`192.0.2.1, ${other}, ${proxy}:2`), 1199)
})

/** Packs by brotli without its slowest search. */
const packQuickly = (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/** Sends a beginning and then a byte now and then; answers what comes before the server hangs up. */
async function dribble(beginning: string): Promise<string> {
  const socket: Socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  let result = ''
  socket.on('data', (bytes) => (result += bytes.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(beginning)
  const drip = setInterval(() => socket.writable && socket.write('x'), 100)
  await once(socket, 'close')
  clearInterval(drip)
  return result
}

// security 34
test('a small body that would unpack to a large one is not unpacked', async () => {
  // Unpacked, it would be too large or a sign-in, but no invalid JSON.
  const large = Buffer.from(JSON.stringify({ email: 'a@bomb.test' }).padEnd(1024 * 1024))
  for (const [encoding, pack] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: packQuickly })) {
    const bomb = pack(large)
    assert.ok(bomb.length < 4000)
    const response = await fetch(`${shop.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: bomb,
    })
    assert.equal(response.status, 400)
    assert.equal(((await response.json()) as ProblemBody).code, 'invalid-json')
  }
})

// security 32
test('one person stores so many pictures an hour, whichever process takes them', async () => {
  const { token } = await createCustomer(shop, 'painter', { emailVerified: false })
  const colleague = await createCustomer(shop, 'colleague')
  const upload = async (at: TestShop, by: string, background: string) => {
    const form = new FormData()
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background } })
      .png()
      .toBuffer()
    form.set('image', new Blob([new Uint8Array(png)]), 'x.png')
    return at.call('POST', '/1/upload', { token: by, body: form })
  }
  for (let tries = 0; tries < maxUploadsPerHour.unverified; tries++) {
    assert.equal((await upload(tries % 2 ? shop : other, token, 'red')).status, 200)
  }
  for (const at of [shop, other]) {
    const refused = await upload(at, token, 'blue')
    assert.equal(`${refused.status} ${refused.body.code}`, '429 too-many-requests')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  assert.equal((await upload(other, colleague.token, 'blue')).status, 200)
})

test('a limit of mails to the shop refuses questions, and no change, cancellation or return of an order', async () => {
  await shop.call('PUT', '/store', { token: shop.admin.token, body: { orderRecipient: 'counter@shop.test' } })
  const { token } = await createCustomer(shop, 'busy-buyer', { emailVerified: false })
  const order = await placeOrder(shop, { token }, await shop.addProduct(), 20)
  const body = { method: 'bank_transfer', reference: 'RF18' }
  await shop.call('POST', `/order/${order._id}/offline-payment`, { token: shop.admin.token, body })
  const cancel = () =>
    shop.call('POST', `/order/${order._id}/cancellations`, { token, body: { lines: [{ line: 1, units: 1 }] } })
  const change = (note: string) => shop.call('PATCH', `/order/${order._id}/details`, { token, body: { note } })
  const ask = () => shop.call('POST', `/order/${order._id}/messages`, { token, body: { message: 'When?' } })
  const statuses = []
  for (const index of range(4)) statuses.push((await cancel()).status, (await change(`Note ${index}`)).status)
  assert.deepEqual(statuses, Array(8).fill(200))
  const mails = () =>
    shop.db.$count(
      sql`outbox`,
      sql`order_id = ${order._id} AND kind = 'order-message' AND recipient = 'counter@shop.test'`,
    )
  assert.equal(await mails(), 5)
  const asked = []
  for (const _ of range(6)) asked.push((await ask()).status)
  assert.deepEqual(asked, [200, 200, 200, 200, 200, 429])
  assert.equal(await mails(), 10)
})

// security 33
test('requests above the limit are rejected with the time to wait', async () => {
  const refused = await requestUntilLimited(() => fetch(`${other.url}/version`))
  assert.ok(refused)
  const { code, message } = (await refused.json()) as ProblemBody
  assert.equal(code, 'too-many-requests')
  assert.match(message, /wait \d+ s and try again/)
  assert.ok(Number(refused.headers.get('retry-after')) <= 60)
})

// security 33
test('requests to unknown paths are limited, whatever their method', async () => {
  const refused = await requestUntilLimited(() => fetch(`${shop.url}/nope`, { method: 'POST' }))
  assert.equal(((await refused?.json()) as ProblemBody | undefined)?.code, 'too-many-requests')
})

/** Sends up to 2000 requests; returns the first response with status 429. */
async function requestUntilLimited(send: () => Promise<Response>): Promise<Response | undefined> {
  for (let sent = 0; sent < 2000; sent += 50) {
    const responses = await Promise.all(Array.from({ length: 50 }, send))
    const refused = responses.find(({ status }) => status === 429)
    await Promise.all(responses.filter((response) => response !== refused).map((response) => response.arrayBuffer()))
    if (refused) return refused
  }
  return undefined
}
