import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { handleClientError } from '#server/platform/http/client-error.ts'

test('a connection that asks nothing is closed without a word; a request that stops halfway is told why', async () => {
  const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 })
  server.on('clientError', handleClientError({} as never))
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const answerTo = (sent: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    if (sent) socket.write(sent)
    return text(socket)
  }
  try {
    const [toNothing, toHalf] = await Promise.all([answerTo(''), answerTo('GET / HTTP/1.1\r\nHost: shop')])
    assert.equal(toNothing, '')
    assert.match(toHalf, /^HTTP\/1\.1 400 [^]*took too long to arrive/)
  } finally {
    server.close()
  }
})
