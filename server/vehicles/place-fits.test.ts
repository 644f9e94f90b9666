import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByFamily, type PlacedModel, placeFit } from '#server/vehicles/place-fits.ts'

const model = (id: number, generation: string | null, from: number | null, to: number | null): PlacedModel => ({
  id,
  make: 'Volkswagen',
  family: 'Golf',
  generation,
  from,
  to,
})
const golfs = groupByFamily([model(4, 'IV', 1997, 2004), model(5, 'V', 2003, 2009), model(6, 'VI', 2008, 2013)])
const fit = {
  make: 'Volkswagen',
  family: 'Golf',
  generation: null,
  from: null,
  to: null,
  engine: null,
  position: null,
  condition: null,
}
const rows = (parts: Partial<typeof fit> | { generation?: string; from?: number; to?: number }) =>
  placeFit({ ...fit, ...parts } as Parameters<typeof placeFit>[0], golfs).map(({ modelId, yearFrom, yearTo }) => [
    modelId,
    yearFrom,
    yearTo,
  ])

test('a fit is placed on its generation, or on those of its years', () => {
  assert.deepEqual(rows({ generation: 'V' }), [[5, null, null]])
  assert.deepEqual(rows({ generation: 'V', from: 2005 }), [[5, 2005, null]])
  assert.deepEqual(rows({ from: 2005, to: 2007 }), [[5, 2005, 2007]])
  assert.deepEqual(rows({ generation: 'V', from: 2004, to: 2010 }), [[5, 2004, 2010]], 'a year too many is common')
  assert.deepEqual(rows({ generation: 'VI', from: 2003, to: 2008 }), [], 'one of the two is wrong')
  assert.deepEqual(rows({ from: 1999, to: 2007 }), [
    [4, 1999, 2004],
    [5, 2003, 2007],
  ])
})

test('a year in which generations change says nothing of the one that ends, and nothing at all alone', () => {
  assert.deepEqual(rows({ from: 2003, to: 2009 }), [[5, 2003, 2009]])
  assert.deepEqual(rows({ from: 2004, to: 2007 }), [[5, 2004, 2007]])
  assert.deepEqual(rows({ from: 2003, to: 2003 }), [])
})

test('a year that is said stays, also if the model has it itself; what is not said is open', () => {
  assert.deepEqual(rows({ generation: 'V', from: 2003, to: 2009 }), [[5, 2003, 2009]])
  assert.deepEqual(rows({ from: 2006 }), [
    [5, 2006, null],
    [6, 2008, null],
  ])
})

test('a family without years and generation is no fit of all its generations', () => {
  assert.deepEqual(rows({}), [])
  assert.deepEqual(rows({ generation: 'IX' }), [])
  const whole = (from: number | null, to: number | null, year: number | null = null) =>
    placeFit({ ...fit, ...(year !== null && { from: year, to: year }) }, groupByFamily([model(1, null, from, to)]))
  // One that was built for long, or still is, may have several that are not listed.
  for (const [from, to] of [
    [1990, null],
    [1990, 2001],
  ] as const) {
    assert.deepEqual(whole(from, to), [])
    assert.deepEqual(whole(from, to, 1995).length, 1)
  }
  assert.equal(whole(1990, 2000).length, 1)
  assert.equal(whole(null, null).length, 1)
  for (const vehicle of [
    { make: 'Peugeot', family: '206' },
    { make: 'Fiat', family: 'Multipla' },
  ]) {
    const placed = (to: number) =>
      placeFit({ ...fit, ...vehicle }, groupByFamily([{ ...model(1, null, 1998, to), ...vehicle }]))
    assert.deepEqual([placed(2013).length, placed(2020).length], [1, 0])
  }
})

test('a first generation is the family until there is a second, and a later one is not', () => {
  const placed = (...generations: string[]) =>
    placeFit(fit, groupByFamily(generations.map((generation, at) => model(at, generation, 2016, null)))).map(
      ({ modelId }) => modelId,
    )
  assert.deepEqual(placed('I'), [0])
  assert.deepEqual(placed('I', 'II'), [])
  assert.deepEqual(placed('III'), [])
})

test('years of a truck without its class are those of all classes, and no years those of none', () => {
  const placed = (make: string, family: string, years: { from: number | null; to: number | null }) =>
    placeFit(
      { ...fit, make, family, ...years },
      groupByFamily(['1500', '2500'].map((generation, at) => ({ ...model(at, generation, 1999, null), make, family }))),
    ).map(({ modelId, yearFrom, yearTo }) => [modelId, yearFrom, yearTo])
  assert.deepEqual(placed('Chevrolet', 'Suburban', { from: 2007, to: 2014 }), [
    [0, 2007, 2014],
    [1, 2007, 2014],
  ])
  assert.deepEqual(placed('Chevrolet', 'Suburban', { from: null, to: null }), [])
})
