import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readAll } from '#server/vehicles/read-texts.ts'
import { readFits } from '#server/vehicles/read-fits.ts'

const names = readSeedNames()

test('requests are let in between long texts', async () => {
  let turns = 0
  let next = setImmediate(() => undefined)
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  turn()
  let read = 0
  const texts = Array.from({ length: 12 }, () => ({ text: 'zonk '.repeat(1000) }))
  await readAll(texts, { names, answers: new Map(), models: new Map(), edition: 1 }, () => (read += 1))
  clearImmediate(next)
  assert.equal(read, texts.length)
  assert.ok(turns >= texts.length, `${turns} turns of the event loop for ${texts.length} texts`)
})

test('a list of more vehicles than any shop writes is left to a person', () => {
  assert.deepEqual(readFits('Audi A3 A4 '.repeat(100), names).leftover, [])
  assert.notDeepEqual(readFits('Audi A3 A4 '.repeat(200), names).leftover, [])
})
