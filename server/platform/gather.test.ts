import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gather } from '#server/platform/gather.ts'

test('every call is answered with its own value, from a load that began after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(20), { minLength: 1 }), async (scheduler, keys) => {
      let loads = 0
      const ask = gather(async (asked: number[]) => {
        loads++
        await scheduler.schedule(Promise.resolve())
        return new Map(asked.map((key) => [key, key * 2]))
      })
      const answers = keys.map((key) => ask(key))
      await scheduler.waitFor(Promise.all(answers))
      assert.deepEqual(
        await Promise.all(answers),
        keys.map((key) => key * 2),
      )
      assert.ok(loads <= 2, `${loads} loads for ${keys.length} calls at once`)
    }),
  )
})

test('a load that fails refuses its own calls only', async () => {
  const ask = gather(async (keys: string[]) => {
    if (keys.includes('bad')) throw new Error('no')
    return new Map(keys.map((key) => [key, key]))
  })
  await assert.rejects(ask('bad'), /no/)
  assert.equal(await ask('good'), 'good')
})
