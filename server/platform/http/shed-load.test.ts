import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { mock, test } from 'node:test'
import { createAdmissionControl, createOpenBodyLimit, createPipeliningLimit } from '#server/platform/http/shed-load.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('more than can be answered soon is refused, and health checks never', async () => {
  const { admit } = createAdmissionControl({}, 2)
  const inside: ServerResponse[] = []
  const server = createServer((request, response) => void (admit(request, response) && inside.push(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const send = async (method: string, path: string) => {
    const { status, headers } = await fetch(
      `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`,
      { method },
    )
    return [status, headers.get('retry-after')]
  }
  try {
    const waiting = [send('POST', '/orders'), send('GET', '/tools/1')]
    await waitUntil(() => inside.length === 2, 'two are in')
    assert.deepEqual(await send('POST', '/orders'), [503, '1'])
    assert.deepEqual(await send('GET', '/tools/1'), [503, '1'])
    waiting.push(send('GET', '/healthz'))
    await waitUntil(() => inside.length === 3, 'health is asked')
    inside.forEach((response) => response.end())
    assert.deepEqual(await Promise.all(waiting), Array(3).fill([200, null]))
    const again = send('POST', '/orders')
    await waitUntil(() => inside.length === 4, 'there is room again')
    inside.at(-1)?.end()
    assert.deepEqual(await again, [200, null])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('an answer that is there no longer counts, though nobody reads it', async () => {
  const { admit, release } = createAdmissionControl({}, 1)
  const page = Buffer.alloc(2 ** 25)
  const server = createServer((request, response) => {
    if (!admit(request, response)) return
    release(response)
    response.end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const silent = connect({ port, host: '127.0.0.1' }).pause()
  try {
    const asked = once(server, 'request')
    silent.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    const [, response] = (await asked) as [IncomingMessage, ServerResponse]
    assert.equal((await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' })).status, 200)
    assert.ok(!response.writableFinished)
  } finally {
    silent.destroy()
    server.closeAllConnections()
    server.close()
  }
})

test('a request whose body does not arrive gives up its place after a second', () => {
  const { admit } = createAdmissionControl({}, 1)
  const now = mock.method(performance, 'now', () => 0)
  const open = () => new IncomingMessage(new Socket())
  const answer = () => new ServerResponse(open())
  assert.ok(admit(open(), answer()))
  assert.ok(!admit(open(), answer()))
  now.mock.mockImplementation(() => 1001)
  assert.ok(admit(Object.assign(open(), { complete: true }), answer()))
  now.mock.mockImplementation(() => 5000)
  assert.ok(!admit(open(), answer()), 'what has arrived keeps its place')
  mock.reset()
})

test('a connection sends few requests before their answers', () => {
  const isPipelined = createPipeliningLimit(2)
  const [socket, other] = [new Socket(), new Socket()]
  const answers = [1, 2, 3].map(() => new ServerResponse(new IncomingMessage(socket)))
  const sent = answers.map((response) => isPipelined({ socket }, response))
  assert.deepEqual(sent, [false, false, true])
  assert.equal(isPipelined({ socket: other }, new ServerResponse(new IncomingMessage(other))), false)
  for (const response of answers) response.emit('close')
  assert.equal(isPipelined({ socket }, new ServerResponse(new IncomingMessage(socket))), false)
})

test('an address leaves few bodies unfinished; those that have arrived, or are given up, make room', () => {
  const assertFewOpenBodies = createOpenBodyLimit(2)
  const open = (ip: string, headers: Record<string, string> = { 'content-length': '100' }) => {
    const raw = Object.assign(new IncomingMessage(new Socket()), { headers })
    const response = new ServerResponse(raw)
    assertFewOpenBodies({ ip, raw }, response)
    return { raw, response }
  }
  const [first, second] = [open('192.0.2.1'), open('192.0.2.1', { 'transfer-encoding': 'chunked' })]
  assert.throws(() => open('192.0.2.1'), { code: 'too-many-requests' })
  open('192.0.2.2')
  open('192.0.2.1', {})
  first.raw.complete = true
  open('192.0.2.1')
  assert.throws(() => open('192.0.2.1'), { code: 'too-many-requests' })
  second.response.emit('close')
  open('192.0.2.1')
  assert.throws(() => open('192.0.2.1'), { code: 'too-many-requests' })
})
