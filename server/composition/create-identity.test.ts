import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WireError } from '#embedded/identity/wire-error.ts'
import { createHashingTurns } from '#server/composition/create-identity.ts'

// security 9
test('passwords are hashed two at a time, and those of others before a flood of one address', async () => {
  const hashInTurn = createHashingTurns()
  const started: string[] = []
  const ends: (() => void)[] = []
  const hash = (network: string) =>
    hashInTurn(network, async () => {
      started.push(network)
      await new Promise<void>((end) => void ends.push(end))
    }).then(
      () => 'done',
      (error: unknown) => (error instanceof WireError ? `${error.statusCode} ${error.code}` : 'unexpected'),
    )

  const flood = Array.from({ length: 100 }, () => hash('198.51.100.7'))
  const other = hash('203.0.113.1')
  assert.deepEqual(started, ['198.51.100.7', '198.51.100.7'])
  ends.shift()?.()
  for (let turns = 0; turns < 10 && !started.includes('203.0.113.1'); turns++) await new Promise(setImmediate)
  assert.deepEqual(started, ['198.51.100.7', '198.51.100.7', '203.0.113.1'])

  let answered = 0
  const outcomes = Promise.all([other, ...flood]).finally(() => (answered += 1))
  while (answered === 0) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  const counts = Object.entries(Object.groupBy(await outcomes, (outcome) => outcome)).map(([name, all]) => [
    name,
    all?.length,
  ])
  assert.deepEqual(Object.fromEntries(counts), { done: 35, '429 TOO_MANY_ATTEMPTS_TRY_LATER': 66 })
})
