import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { handleError } from '#server/platform/http/problem.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('a body that its sender cuts off is a line of the log without a stack, and no error', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = Fastify({ logger: { level: 'info', stream } })
  app.setErrorHandler((error, request, reply) => handleError(error, request, reply))
  app.post('/', () => 'done')
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":')
    await waitUntil(() => lines.some((line) => line.includes('incoming request')), 'the request has come')
    socket.destroy()
    await waitUntil(() => lines.some((line) => line.includes('the client went away')), 'a line about it')
    assert.deepEqual(
      lines.filter((line) => line.includes('"stack"') || line.includes('"level":50')),
      [],
    )
  } finally {
    await app.close()
  }
})
