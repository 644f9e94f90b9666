import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('a shop that closes does not wait for who is connected and asks nothing', async () => {
  const shop = await openTestShop()
  const open = async () => {
    const arrived = once(shop.app.server, 'connection')
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1').resume()
    await arrived
    return socket
  }
  const silent = await open()
  const halting = await open()
  halting.write('GET /healthz HT')
  const ended = Promise.all([silent, halting].map((socket) => once(socket, 'close')))
  const late = AbortSignal.timeout(15_000)
  late.addEventListener('abort', () => [silent, halting].forEach((socket) => socket.destroy()))
  await shop[Symbol.asyncDispose]()
  assert.equal(late.aborted, false, 'it waited for longer than 15 s')
  await ended
})
