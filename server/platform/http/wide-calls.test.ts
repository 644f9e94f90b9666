import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#server/platform/http/problem.ts'
import { createWideCalls } from '#server/platform/http/wide-calls.ts'

/** Sends calls of visitors; each runs until it is ended. */
function openCalls() {
  const run = createWideCalls()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const send = (ip: string, name: string): Promise<string> =>
    run({ ip } as FastifyRequest, async () => {
      started.push(name)
      await new Promise<void>((end) => void ends.set(name, end))
      return 'done'
    }).catch((error: unknown) => (error instanceof Problem ? error.code : 'unexpected'))
  const finish = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, send, finish }
}

test('of one visitor’s calls two run at once and sixteen wait; another visitor goes before those that wait', async () => {
  const { started, send, finish } = openCalls()
  const waiting = Array.from({ length: 18 }, (_, index) => send('192.0.2.1', `one ${index}`))
  assert.equal(await send('192.0.2.1', 'too many'), 'too-many-requests')
  assert.deepEqual(started, ['one 0', 'one 1'])
  const other = send('192.0.2.2', 'other')
  assert.equal(started.at(-1), 'other')
  await finish('other')
  assert.equal(await other, 'done')
  for (const [index] of waiting.entries()) await finish(`one ${index}`)
  assert.deepEqual(await Promise.all(waiting), Array(18).fill('done'))
})

test('four run at once in all, the next when one ends, also by an error', async () => {
  const { started, send, finish } = openCalls()
  const calls = ['a', 'b', 'c', 'd', 'e'].map((name, index) => send(`192.0.2.${index}`, name))
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  await finish('b')
  assert.equal(started.at(-1), 'e')
  for (const name of ['a', 'c', 'd', 'e']) await finish(name)
  assert.deepEqual(await Promise.all(calls), Array(5).fill('done'))
})
