import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepCopies, makeCopy } from '#server/platform/copies.ts'

test('while the data cannot be asked, a copy is better than none; what has no copy fails', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let isAway = false
  const copies = keepCopies(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('one')))
  const get = (key: string) => copies.get(key, () => makeCopy(200, `text of ${key}`, {}))
  const first = await get('/tools')
  isAway = true
  now += 5000
  assert.equal(await get('/tools'), first)
  await assert.rejects(get('/reviews'), /away/)
  now += 60_000
  await assert.rejects(get('/tools'), /away/)
  isAway = false
  now += 2000
  assert.equal((await get('/tools')).status, 200)
})
