import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { loadGate } from '#server/platform/shed-load.ts'
import { until } from '#server/testing/until.ts'

test('more than can be answered soon is refused at once, changes before reads, and health never', async () => {
  const gate = loadGate({ mostUnderWay: 4, mostChanging: 2, mostLagMs: Infinity })
  const inside: ServerResponse[] = []
  const server = createServer((request, response) => void (gate.enter(request, response) && inside.push(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const ask = async (method: string, path: string) => {
    const { status, headers } = await fetch(
      `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`,
      { method },
    )
    return [status, headers.get('retry-after')]
  }
  try {
    const waiting = [ask('POST', '/orders'), ask('POST', '/orders')]
    await until(() => inside.length === 2, 'two change something')
    assert.deepEqual(await ask('POST', '/orders'), [503, '1'])
    waiting.push(ask('GET', '/tools/1'), ask('GET', '/tools/1'))
    await until(() => inside.length === 4, 'two look at something')
    assert.deepEqual(await ask('GET', '/tools/1'), [503, '1'])
    waiting.push(ask('GET', '/healthz'))
    await until(() => inside.length === 5, 'health is asked')
    inside.forEach((response) => response.end())
    assert.deepEqual(await Promise.all(waiting), Array(5).fill([200, null]))
    const again = ask('POST', '/orders')
    await until(() => inside.length === 6, 'there is room again')
    inside.at(-1)?.end()
    assert.deepEqual(await again, [200, null])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
