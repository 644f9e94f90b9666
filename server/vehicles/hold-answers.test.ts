import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSeedNames, readVehicleSeed } from '#database/vehicles/read-seed.ts'
import type { FitAnswers } from '#server/vehicles/fits.ts'
import { groupByFamily } from '#server/vehicles/place-fits.ts'
import { readText } from '#server/vehicles/read-texts.ts'

const names = readSeedNames()
const models = readVehicleSeed().vehicles.map((vehicle, id) => ({ ...vehicle, id }))
const byFamily = groupByFamily(models)

type Meaning = readonly [make: string, family: string, generation: string | null]
const vehicle = ([make, family, generation]: Meaning) => ({ make, family, generation })
const answersOf = (given: readonly (readonly [string, readonly Meaning[]])[]): FitAnswers =>
  new Map(given.map(([key, all]) => [key, { fits: all.map(vehicle), origin: 'answer' }]))

/** Returns the vehicles of a text with engines and conditions, and what is left over. */
function read(text: string, answers: FitAnswers): string[] {
  const { rows, leftover } = readText(text, { names, models: byFamily, answers, edition: 1 })
  return [
    ...rows.map(({ modelId, engine, condition }) => {
      const { family, generation } = models[modelId] as (typeof models)[number]
      return [family, generation, engine, condition && `[${condition}]`].filter(Boolean).join(' ')
    }),
    ...leftover.map((words) => `? ${words}`),
  ]
}

const transit = (generation: string): Meaning => ['Ford', 'Transit', generation]
const fiesta = (generation: string): Meaning => ['Ford', 'Fiesta', generation]
const given = [
  ['HYUNDAISANTA', [['Hyundai', 'Santa Fe', 'II']]],
  ['SANTA', []],
  ['ASTRO', [['Chevrolet', 'Astro Van', null]]],
  ['ROVER', []],
  ['MK6', [transit('VI')]],
  ['MK7', [transit('VII')]],
  ['TRANSIT', [transit('VI')]],
  ['FIESTA', [fiesta('VI')]],
  ['FORDFIESTA', [fiesta('IV')]],
  ['RWD', []],
] as const satisfies readonly (readonly [string, readonly Meaning[]])[]

test('an answer goes for no part of a longer name, and for no vehicle that is read without it', () => {
  const answers = answersOf(given)
  for (const text of [
    'Radiator Hyundai Santa Fé II',
    'Water pump Land Rover Discovery II',
    'Brake disc Ford Transit MK7',
    'Brake disc Ford Fiesta MK5 2003-2006',
  ])
    assert.deepEqual(read(text, answers), read(text, new Map()), text)
  assert.ok(read('Mirror Chevy Chevrolet GMC Astro Safari Van right', answers).some((one) => one.includes('Safari')))
})

test('an answer for a family with its code goes for it behind another family, so that nobody is asked again', () => {
  const answers = answersOf([['A58F', [['Audi', 'A5', '8T']]]])
  assert.deepEqual(read('Modul Audi A4 B8 A5 8F', answers), ['A4 B8', 'A5 8T'])
})

test('a code is that of the family that it was answered for', () => {
  const answers = answersOf(given)
  const codes = answersOf(given.filter(([key]) => key.startsWith('MK')))
  assert.deepEqual(
    read('Fan Ford Transit (RWD) front MK6 MK7', codes),
    read('Fan Ford Transit (RWD) front MK6 MK7', answers),
  )
  assert.ok(!read('Disc Ford Fiesta 1.4 front ZONK MK7', codes).some((one) => one.includes('Transit')))
  // Where the text names no other vehicle, it is that of the answer.
  assert.deepEqual(read('Disc front MK7', codes), ['Transit VII'])
})

test('an answer for a bare family leaves generations and years that a text says, and the longer answer goes first', () => {
  const answers = answersOf(given)
  assert.deepEqual(read('Transit TDCi MK7 Disc', answers), ['Transit VII TDCi'])
  assert.deepEqual(read('Disc Transit', answers), ['Transit VI'])
  assert.deepEqual(read('Disc Transit 2015-2018', answers), ['Transit VIII'])
  assert.deepEqual(read('Disc Ford Fiesta', answers), ['Fiesta IV'])
})

test('what a text says does not depend on the order of the answers', () => {
  const words = fc.constantFrom(
    ...'Ford Transit Fiesta MK6 MK7 RWD Hyundai Santa Fe II Astro Chevrolet GMC Safari Land Rover Discovery 2.4 TDCi 2003-2006 front'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 8 }),
      fc.shuffledSubarray([...given], { minLength: 2 }),
      fc.integer({ min: 1, max: given.length }),
      (some, all, turn) => {
        const turned = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]
        assert.deepEqual(read(some.join(' '), answersOf(turned)), read(some.join(' '), answersOf(all)))
      },
    ),
    { numRuns: 150 },
  )
})
