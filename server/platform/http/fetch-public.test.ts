import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { AddressRefusedError, fetchPublic, type PublicRequest } from '#server/platform/http/fetch-public.ts'

// No answer takes as long, even on a machine that stands still for a while.
const limits = { timeoutMs: 600_000, maxBytes: 100 }

/** Starts a server on this machine and counts its visitors. */
async function listen(answer: RequestListener) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const refused = (address: string, request: Partial<PublicRequest> = {}) =>
  assert.rejects(fetchPublic(address, { reach: 'public', ...limits, ...request }), AddressRefusedError, address)

// security 55
test('addresses that only this machine or its network can reach are refused, however they are written', async () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[fc00::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::7f00:1]',
    '[::a00:1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '[2606:4700::5efe:7f00:1]',
    '[2606:4700::200:5efe:a00:1]',
    '[4000::1]',
  ])
    await refused(`https://${host}/`)
  for (const address of [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://me:it@example.com/',
    'x',
  ])
    await refused(address)
})

// security 55
test('the own network, where it is allowed, does not include this machine in production', async () => {
  await using inside = await listen((_request, response) => response.end())
  const reachOf = (env: Record<string, string>) => readConfig({ PRIVATE_ADDRESSES: 'on', ...env }).reach
  const production = reachOf({ NODE_ENV: 'production' })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '[::7f00:1]', '0.0.0.0'])
    await refused(`http://${host}:${inside.port}/`, { reach: production })
  assert.deepEqual(inside.seen, [])
  await fetchPublic(`http://127.0.0.1:${inside.port}/`, { reach: reachOf({}), ...limits })
  assert.deepEqual(inside.seen, ['/'])
})

// security 55
test('a name is refused if any of its addresses is private', async () => {
  await using inside = await listen((_request, response) => response.end())
  const addresses = ['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.8', '169.254.169.254', 'fd00::1', '::1']
  for (const address of addresses) {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ]
    await refused(`https://innocent.example:${inside.port}/`, { resolve })
  }
  assert.deepEqual(inside.seen, [])
})

// security 55
test('the connection goes to the address that was checked, whatever the DNS says next', async () => {
  await using inside = await listen((_request, response) => response.end('here'))
  let asked = 0
  const resolve = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '10.0.0.8', family: 4 }]
  const { body } = await fetchPublic(`http://rebound.example:${inside.port}/`, { reach: 'local', ...limits, resolve })
  assert.deepEqual([body.toString(), asked], ['here', 1])
})

// security 55
test('redirects are not followed, and long or slow answers are cut off', async () => {
  await using inside = await listen((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/secret' }).end()
    else if (request.url === '/slow') response.write('x')
    else response.end('x'.repeat(100_000))
  })
  const call = (path: string, more: Partial<PublicRequest> = {}) =>
    fetchPublic(`http://127.0.0.1:${inside.port}${path}`, { reach: 'loopback', ...limits, ...more })
  assert.equal((await call('/moved')).status, 302)
  assert.equal((await call('/long')).body.length, 100)
  await assert.rejects(call('/long', { refuseLonger: true }), /longer than 100 bytes/)
  await assert.rejects(call('/slow', { timeoutMs: 100 }), /no answer within 0.1 seconds/)
  assert.ok(!inside.seen.includes('/secret'))
})

test('a call fails if the server switches protocols unasked, or ends the connection before its answer', async () => {
  await using inside = await listen(({ socket, url }) => {
    if (url === '/switch')
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
    else socket.end(url === '/half' ? 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf' : '')
  })
  for (const path of ['/switch', '/half', '/nothing'])
    await assert.rejects(fetchPublic(`http://127.0.0.1:${inside.port}${path}`, { reach: 'loopback', ...limits }), path)
})

// security 55
test('redirects are followed where asked for: each address is checked like the first, and not for ever', async () => {
  await using inside = await listen((request, response) => {
    const target = {
      '/one': '/two',
      '/two': '/end',
      '/ring': '/ring',
      '/private': 'http://10.0.0.8/',
      '/file': 'file:///etc/passwd',
    }
    const location = target[request.url as keyof typeof target]
    if (location === undefined) response.end('here')
    else response.writeHead(301, { location }).end()
  })
  const call = (path: string) =>
    fetchPublic(`http://127.0.0.1:${inside.port}${path}`, {
      reach: 'loopback',
      ...limits,
      maxRedirects: 3,
      allowHttp: true,
    })
  assert.equal((await call('/one')).body.toString(), 'here')
  assert.equal((await call('/ring')).status, 301)
  assert.equal(inside.seen.filter((path) => path === '/ring').length, 4)
  for (const path of ['/private', '/file']) await assert.rejects(call(path), AddressRefusedError, path)
})

// security 55
test('HTTP is for public addresses only, where the caller allows it', async () => {
  await using inside = await listen((_request, response) => response.end('here'))
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  await refused(`http://pictures.example:${inside.port}/`, { resolve, allowHttp: true })
  await refused(`http://127.0.0.1:${inside.port}/`, { allowHttp: true })
  await refused(`http://pictures.example:${inside.port}/`, { resolve })
  assert.deepEqual(inside.seen, [])
})
