import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createBatcher } from '#server/platform/database/batcher.ts'
import { search } from '#server/testing/random-search.ts'

test('every call is answered with its own value, from a load that began after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(20), { minLength: 1 }), async (scheduler, keys) => {
      let loads = 0
      const request = createBatcher(async (asked: number[]) => {
        loads++
        await scheduler.schedule(Promise.resolve())
        return new Map(asked.map((key) => [key, key * 2]))
      })
      const responses = keys.map((key) => request(key))
      await scheduler.waitFor(Promise.all(responses))
      assert.deepEqual(
        await Promise.all(responses),
        keys.map((key) => key * 2),
      )
      assert.ok(loads <= 2, `${loads} loads for ${keys.length} calls at once`)
    }),
    search(),
  )
})

test('a load that fails refuses its own calls only', async () => {
  const request = createBatcher(async (keys: string[]) => {
    if (keys.includes('bad')) throw new Error('no')
    return new Map(keys.map((key) => [key, key]))
  })
  await assert.rejects(request('bad'), /no/)
  assert.equal(await request('good'), 'good')
})
