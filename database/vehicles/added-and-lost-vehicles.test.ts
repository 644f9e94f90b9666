import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { briefFit, readInBrief } from '#server/testing/brief-fit.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { nameKey, textKey } from '#server/vehicles/vehicle-names.ts'

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

test('a vehicle in brackets behind another one may be what that is built on, and is asked', () => {
  assertRead({
    'ESPEJO OPEL TIGRA B (CORSA C)': ['? OPEL TIGRA B (CORSA C)'],
    'FARO RENAULT SCENIC I (MEGANE I)': ['? RENAULT SCENIC I (MEGANE I)'],
    'Mirror Skoda Roomster (Fabia II) left': ['? Skoda Roomster (Fabia II)'],
    'Mirror Seat Toledo II [Leon I]': ['SEAT Toledo II', '? Leon I'],
    'Mirror Opel Tigra B 1.4 (Corsa C)': ['Opel Tigra B 1.4', '? Corsa C'],
    'Mirror Golf V, Jetta V (Octavia II)': ['Volkswagen Golf V', '? Jetta V (Octavia II)'],
    // Lists behind a part or a make, codes, the same under another badge, and what brackets say not to fit.
    'Brake pads (Golf V, Octavia II)': ['Volkswagen Golf V', 'Škoda Octavia II'],
    'Brake pads VW (Golf V, Jetta V) Skoda (Octavia II)': [
      'Volkswagen Golf V',
      'Volkswagen Jetta V',
      'Škoda Octavia II',
    ],
    'Mirror Golf V (1K)': ['Volkswagen Golf V'],
    'Mirror BMW 3er (E46), 5er (E39)': ['BMW 3 Series E46', 'BMW 5 Series E39'],
    'Mirror Opel Astra H (Vauxhall Astra H)': ['Opel Astra H', 'Vauxhall Astra H'],
    'Mirror Golf V (not Octavia II)': ['Volkswagen Golf V [not Octavia II]'],
  })
})

test('an answer for a vehicle and the one in brackets behind it decides both, and one for either decides nothing of them', () => {
  const combo = { make: 'Opel', family: 'Combo', generation: 'C' }
  const read = (text: string, key: string) => {
    const { readings, leftover } = readFits(text, names, new Map([[key, { fits: [combo], origin: 'person' }]]))
    return { read: readings.map(briefFit), leftover }
  }
  const text = 'ESPEJO OPEL COMBO (CORSA C)'
  for (const key of [nameKey('OPEL COMBO (CORSA C)'), textKey(text)])
    assert.deepEqual(read(text, key), { read: ['Opel Combo C'], leftover: [] })
  for (const key of ['COMBO', 'OPELCOMBO'])
    assert.deepEqual(read(text, key), { read: [], leftover: ['OPEL COMBO (CORSA C)'] })
})

test('a month in brackets behind a generation is the start of production, and is asked behind a family without one', () => {
  assertRead({
    'ESPEJO SEAT LEON I (1M1)(11.1999)': ['SEAT Leon I 1999- [1M1]'],
    'Lusterko Skoda Octavia II kombi (02/2004) prawe': ['Škoda Octavia II 2004- (right) [kombi]'],
    'Lusterko Ford Focus II 1.6 (07.2004), Opel Astra H (03.2004)': ['Ford Focus II 2004- 1.6', 'Opel Astra H 2004-'],
    'Lusterko Ford Focus (10.2004)': ['? Ford Focus, 10, 2004'],
    // From one month to another, the day of a part, a year alone, and a month without brackets.
    'Lusterko Skoda Octavia II (02.2004 - 05.2008)': ['Škoda Octavia II 2004-2008'],
    'Skoda Octavia II lusterko prawe (02.2006)': ['Škoda Octavia II 2006-2006 (right)'],
    'Lusterko Skoda Octavia II (2006)': ['Škoda Octavia II 2006-2006'],
    'Lusterko Skoda Octavia II 02.2006': ['Škoda Octavia II 2006-2006'],
  })
  const { readings } = readFits('ESPEJO SEAT LEON I (1M1)(11.1999)', names)
  assert.deepEqual(
    readings.map(({ builtFrom, builtTo }) => [builtFrom, builtTo]),
    [['1999-11-01', undefined]],
  )
})

test('a part for both fuels is restricted to neither', () => {
  assertRead({
    'Fuel Tank Strap Diesel or Gas 1999-2007 Ford F-250': ['Ford F-250 1999-2007'],
    'Ford F-250 1999-2007 gasoline/diesel fuel tank strap': ['Ford F-250 1999-2007'],
    'Motorlager Golf V Diesel und Benziner': ['Volkswagen Golf V'],
    'Motorlager Golf V 2.0 Diesel oder Benziner': ['Volkswagen Golf V 2.0'],
    // One fuel, a part with gas in it, and an engine.
    'Motorlager Golf V Diesel': ['Volkswagen Golf V [Diesel]'],
    'Golf V Diesel & gas spring': ['Volkswagen Golf V [Diesel]'],
    'Motorlager Golf V 2.0 Diesel': ['Volkswagen Golf V 2.0 Diesel'],
  })
})
