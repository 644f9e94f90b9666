import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayNameVehicle } from '#server/vehicles/fit-text.ts'
import { groupByFamily } from '#server/vehicles/place-fits.ts'
import { proposeForText, proposeModels } from '#server/vehicles/propose-models.ts'
import { indexVehicles } from '#server/vehicles/vehicle-names.ts'

const rows = [
  ['Mazda', '3', 'BK'],
  ['Mazda', '3', 'BL'],
  ['Mazda', '6', 'III'],
  ['Citroën', 'Berlingo', 'III'],
  ['Citroën', 'C3', 'I'],
  ['Opel', 'Corsa', 'C'],
  ['Mercedes-Benz', 'C-Class', 'W203'],
  ['Ford', 'Escort', 'V'],
  ['Ford', 'Fiesta', 'I'],
  ['Ford', 'Focus', 'I'],
  ['Honda', 'CR-V', 'I'],
  ['BMW', '3 Series', 'E46'],
  ['Subaru', 'Forester', null],
  ['Kia', 'Cerato', 'TD'],
  ['Porsche', '911', '996'],
  ['Porsche', '911', '997'],
  ['BMW', 'M4', null],
  ['BMW', 'X4', 'F26'],
] as const
const models = rows.map(([make, family, generation], id) => ({ id, make, family, generation, from: 2000, to: 2008 }))
const dictionary = {
  names: indexVehicles(
    models.map((model) => ({ ...model, names: [] })),
    { makes: {}, families: {}, distinct: [], besideYears: [], bodies: [] },
  ),
  models: groupByFamily(models),
}
const propose = (text: string) => proposeModels(text, dictionary).map((id) => (rows[id] ?? []).join(' '))

test('a phrase that names a make or a family is proposed no stranger, and a code of many families nothing', () => {
  assert.deepEqual(propose('Mazda 3'), ['Mazda 3 BK', 'Mazda 3 BL'])
  assert.deepEqual(propose('C-Class'), ['Mercedes-Benz C-Class W203'])
  assert.deepEqual(propose('Honda CR-V'), ['Honda CR-V I'])
  assert.deepEqual(propose('Mk1'), [])
  assert.deepEqual(propose('E46'), ['BMW 3 Series E46'])
  assert.deepEqual(propose('Ford Zonk Mk1'), ['Ford Fiesta I', 'Ford Focus I'])
})

test('two letters without a make are proposed nothing, nor is a family of one row where a code follows that it does not have', () => {
  assert.deepEqual(propose('TD'), [])
  assert.deepEqual(propose('Kia TD'), ['Kia Cerato TD'])
  assert.deepEqual(propose('Subaru Forester SG'), [])
  assert.deepEqual(propose('Subaru Forester S11'), [])
  assert.deepEqual(propose('Subaru Forester'), ['Subaru Forester '])
  assert.deepEqual(propose('Mazda 3 ZZ'), ['Mazda 3 BK', 'Mazda 3 BL'])
})

test('numbers without their make or family, and codes that several makes may have, are proposed nothing', () => {
  for (const text of ['Ford 1', 'Mazda 6.7L', 'Zonk 3', '17-19 6.7L Zonk', 'E99 E46', 'C3 E46'])
    assert.deepEqual(propose(text), [], text)
  assert.deepEqual(propose('Ford Fiesta 1'), ['Ford Fiesta I'])
})

test('a 911 is asked and proposed without its make, and no other number is', () => {
  assert.deepEqual(propose('911'), ['Porsche 911 996', 'Porsche 911 997'])
  assert.deepEqual(propose('996'), [])
  assert.deepEqual(
    ['911', '996'].filter((number) => mayNameVehicle(number)),
    ['911'],
  )
})

test('a short name in the rest of a text is proposed of the make that the text names, also beside a family', () => {
  const proposeText = (text: string) =>
    proposeForText(text, { ...dictionary, answers: new Map(), edition: 1 }).modelIds.map((id) =>
      (rows[id] ?? []).join(' '),
    )
  assert.deepEqual(proposeText('Zonk BMW grille, look of M4 Klonk'), ['BMW M4 '])
  assert.deepEqual(proposeText('Zonk Porsche grille M4'), [])
  assert.deepEqual(proposeText('Zonk BMW 3 Series grille, also for X4'), ['BMW 3 Series E46', 'BMW X4 F26'])
})
