import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('years over the change of the make of a truck are those of both makes, also without its class', () => {
  const ofBoth = (last: number | '') =>
    ['1500', '2500', '3500'].flatMap((one) => [`Dodge Ram ${one} 2010-2012`, `Ram ${one} 2013-${last}`])
  assertRead({
    'Tailgate seal 2010-2017 Dodge Ram': ofBoth(2017),
    '10-17 dodge ram tailgate seal': ofBoth(2017),
    'Tailgate seal Dodge Ram 2010+': ofBoth(''),
    // All of one make, and one with its class.
    'Tailgate seal 2004-2012 Dodge Ram': ['Dodge Ram 2004-2012'],
    'Tailgate seal 2014-2017 Dodge Ram': ['Dodge Ram 2014-2017'],
    'Tailgate seal 2010-2017 Dodge Ram 1500': ['Dodge Ram 1500 2010-2012', 'Ram 1500 2013-2017'],
    'Tailgate seal 2010-2017 Chevrolet Silverado': ['Chevrolet Silverado 2010-2017'],
  })
})
