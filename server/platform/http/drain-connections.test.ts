import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

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

test('a server that is told to stop serves on, while its health checks send load balancers elsewhere', async () => {
  await using database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'boltyard-drain-'))
  const shop = await runShopProcess(folder, {
    DATABASE_URL: database.url,
    PORT: String(await findFreePort()),
    DRAIN_SECONDS: '60',
  })
  const get = (path: string) => fetch(shop.url + path)
  try {
    assert.deepEqual([(await get('/healthz')).status, (await get('/readyz')).status], [200, 200])
    process.kill(shop.pid, 'SIGTERM')
    await waitUntil(async () => (await get('/healthz')).status === 503, 'the health check says that it stops')
    assert.equal((await get('/readyz')).status, 503)
    const served = await get('/tools')
    assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
  } finally {
    await shop.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
