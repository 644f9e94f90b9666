import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('closing does not wait for idle or stalled connections', async () => {
  const shop = await openTestShop()
  const output = [
    '',
    'GET /healthz HT',
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email',
  ]
  const callers: Socket[] = []
  for (const words of output) {
    const arrived = once(shop.app.server, words.includes('POST') ? 'request' : 'connection')
    const caller = connect(Number(new URL(shop.url).port), '127.0.0.1').resume()
    caller.on('error', () => undefined)
    if (words) caller.write(words)
    await arrived
    callers.push(caller)
  }
  const ended = Promise.all(callers.map((caller) => once(caller, 'close')))
  // Otherwise Node itself would end them after a while.
  Object.assign(shop.app.server, { requestTimeout: 0, headersTimeout: 0 })
  const late = AbortSignal.timeout(60_000)
  late.addEventListener('abort', () => callers.forEach((caller) => caller.destroy()))
  await shop[Symbol.asyncDispose]()
  assert.equal(late.aborted, false, 'it waited for a minute')
  await ended
})
