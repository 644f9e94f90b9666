import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createAdmissionControl } from '#server/platform/http/shed-load.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('more than can be answered soon is refused, and health checks never', async () => {
  const admit = createAdmissionControl({}, 2)
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
