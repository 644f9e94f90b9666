import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circuit } from '#server/platform/circuit.ts'
import { until } from '#server/testing/until.ts'

test('a service that fails again and again is left alone for a while, then tried once, then used again', async () => {
  let asked = 0
  let works = false
  const call = circuit(
    () => {
      asked++
      return works ? Promise.resolve(new Response('well')) : Promise.reject(new TypeError('fetch failed'))
    },
    { failures: 3, pauseMs: 100 },
  )
  for (let turn = 0; turn < 10; turn++) await assert.rejects(call('http://service.test'), TypeError)
  assert.equal(asked, 3)
  works = true
  await until(
    () =>
      call('http://service.test').then(
        () => true,
        () => false,
      ),
    'it is tried again',
  )
  assert.equal(asked, 4)
  assert.equal((await call('http://service.test')).status, 200)
})
