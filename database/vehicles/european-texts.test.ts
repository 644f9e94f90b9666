import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

/** Asserts what texts of our own making are read as; `?` begins the words that a person has to decide. */
const assertRead = (expected: Record<string, string[]>) =>
  assert.deepEqual(readInBrief(Object.keys(expected), names), expected)

test('reads what French wholesalers shorten: cylinders, sides behind a part or an axle, makes and the Grande Punto', () => {
  assertRead({
    'maitre cyl clio iii': ['Renault Clio III'],
    'phare dr renault clio iii': ['Renault Clio III (right)'],
    'Support moteur DH Renault Clio III': ['Renault Clio III (right)'],
    'rotule av gh pgt 206': ['Peugeot 206 (front left)'],
    'kit embrayage rnt clio ii': ['Renault Clio II'],
    'kit embrayage cit xsara': ['Citroën Xsara'],
    'sup mot dr gr punto linea': ['Fiat Punto III (right)', 'Fiat Linea (right)'],
    // Cylinders, doors and generations stay what they are.
    '03-07 Honda Accord 6 cyl alternator': ['Honda Accord 2003-2007 [6 cyl]'],
    'Ford F150 2004-2008 4 DR handle': ['Ford F-150 2004-2008 [4 DR]'],
    'Plaquettes av Mazda 6 GH': ['Mazda 6 GH (front)'],
    'phare gh mazda 6 2008-2012': ['Mazda 6 2008-2012', '? gh'],
    'Golf V dr handle': ['Volkswagen Golf V', '? dr'],
    'gr golf v': ['Volkswagen Golf V', '? gr'],
  })
})
