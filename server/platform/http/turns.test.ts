import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'drizzle-orm'
import { Problem } from '#server/platform/http/problem.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { stopTime } from '#server/testing/stop-time.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

/** Sends work of visitors; each runs until it is ended. */
function openTurns(limits: Partial<Parameters<typeof createTurns>[0]>) {
  const run = createTurns({ atOnce: 4, perVisitor: 2, waitingPerVisitor: 16, waiting: 64, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const send = (visitor: string | undefined, name: string): Promise<string> =>
    run(visitor, async () => {
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

test('of one visitor’s work two run at once and sixteen wait; another visitor goes before those that wait', async () => {
  const { started, send, finish } = openTurns({})
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
  const { started, send, finish } = openTurns({})
  const calls = ['a', 'b', 'c', 'd', 'e'].map((name, index) => send(`192.0.2.${index}`, name))
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  await finish('b')
  assert.equal(started.at(-1), 'e')
  for (const name of ['a', 'c', 'd', 'e']) await finish(name)
  assert.deepEqual(await Promise.all(calls), Array(5).fill('done'))
})

test('a visitor with nothing under way goes before one who asked earlier and has', async () => {
  const { started, send, finish } = openTurns({ atOnce: 2 })
  const calls = [send('a', 'a1'), send('b', 'b1'), send('a', 'a2'), send('b', 'b2'), send('c', 'c1')]
  await finish('a1')
  assert.deepEqual(started, ['a1', 'b1', 'a2'])
  await finish('b1')
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'b2'])
  await finish('a2')
  assert.equal(started.at(-1), 'c1')
  for (const name of ['b2', 'c1']) await finish(name)
  assert.deepEqual(await Promise.all(calls), Array(5).fill('done'))
})

test('many visitors leave the kept place to what is for all, which goes first and is never refused', async () => {
  const { started, send, finish } = openTurns({ atOnce: 3, kept: 1, perVisitor: 1, waiting: 1 })
  const calls = [send('a', 'a'), send('b', 'b'), send('c', 'c')]
  assert.equal(await send('d', 'd'), 'unavailable')
  calls.push(send(undefined, 'all 1'), send(undefined, 'all 2'))
  assert.deepEqual(started, ['a', 'b', 'all 1'])
  await finish('a')
  assert.deepEqual(started, ['a', 'b', 'all 1', 'all 2'])
  await finish('all 1')
  assert.deepEqual(started, ['a', 'b', 'all 1', 'all 2'])
  await finish('all 2')
  assert.equal(started.at(-1), 'c')
  for (const name of ['b', 'c']) await finish(name)
  assert.deepEqual(await Promise.all(calls), Array(5).fill('done'))
})

test('without limits per visitor, any number waits, in the order of arrival', async () => {
  const run = createTurns({ atOnce: 2 })
  const started: number[] = []
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      run(undefined, async () => {
        started.push(index)
        await new Promise(setImmediate)
      }),
    ),
  )
  assert.deepEqual(started, [...Array(200).keys()])
})

test('when all places are taken, who waits for most gives one up to a visitor who waits for less', async () => {
  const { started, send, finish } = openTurns({ atOnce: 1, perVisitor: 1, waitingPerVisitor: 3, waiting: 6 })
  const many = ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3'].map((name) => send(name.slice(0, 1), name))
  const few = ['c', 'd', 'e', 'f'].map((name) => send(name, name))
  assert.equal(await many[3], 'too-many-requests', 'the last of those who waited for most')
  assert.equal(await send('g', 'g'), 'unavailable', 'all wait for one')
  assert.equal(await send('c', 'c2'), 'unavailable')
  for (const name of ['a0', 'a1', 'b1', 'c', 'd', 'e', 'f']) await finish(name)
  assert.deepEqual(started, ['a0', 'a1', 'b1', 'c', 'd', 'e', 'f'])
  assert.deepEqual(await Promise.all(few), Array(4).fill('done'))
  const refused = (await Promise.all(many)).filter((end) => end !== 'done')
  assert.deepEqual(refused, Array(4).fill('too-many-requests'))
})

test('who waits too long is refused, and those who follow keep their turn', async (t: TestContext) => {
  const { started, send, finish } = openTurns({ perVisitor: 1, maxWaitMs: 2000 })
  const time = stopTime(t)
  const [first, second] = [send('a', 'first'), send('a', 'second')]
  time.pass(1999)
  const third = send('a', 'third')
  time.pass(1)
  assert.equal(await second, 'too-many-requests')
  await finish('first')
  assert.deepEqual(started, ['first', 'third'])
  time.pass(5000)
  await finish('third')
  assert.deepEqual(await Promise.all([first, third]), ['done', 'done'])
})

test('one visitor’s reads leave connections to others, and those that cannot wait are refused at once', async () => {
  await using shop = await openTestShop({
    env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', DATABASE_TIMEOUT_MS: '60000' },
  })
  const read = async (ip: string, path: string) =>
    (await fetch(shop.url + path, { headers: { 'x-forwarded-for': ip } })).status
  const calls: Promise<number>[] = []
  const refused: number[] = []
  // As slow as reads can be: none ends before the lock does.
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`)
    for (let index = 0; index < 40; index++)
      calls.push(
        read('192.0.2.1', `/search?q=a${index}`).then((status) => {
          if (status === 429) refused.push(index)
          return status
        }),
      )
    await waitUntil(() => refused.length >= 5, 'five are refused')
    assert.equal(await read('192.0.2.2', '/legal-texts'), 200)
    assert.equal(await read('192.0.2.2', '/readyz'), 200)
  })
  const answered = await Promise.all(calls)
  assert.ok(answered.filter((status) => status === 200).length >= 3)
  assert.deepEqual(new Set(answered), new Set([200, 429]))
})
