import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSourceLimits } from '#contract/import-sources.ts'
import { type FileChanges, judgeChanges } from '#server/imports/judge-changes.ts'
import { fitsFileName } from '#server/imports/sources/load-file.ts'
import { nextRun } from '#server/imports/sources/next-run.ts'

const calm: FileChanges = {
  rows: 1000,
  new: 0,
  changed: 1000,
  errors: 0,
  emptied: 0,
  pricePercent: 0,
  moves: [],
  apart: { rows: 0, name: '', lowest: 0, highest: 0, lines: '' },
  repeated: { rows: 0, name: '', counted: 0, left: 0, lines: '' },
  rowsBefore: 1000,
  missing: 0,
}

test('a file is applied by itself up to the limits, and beyond one of them it waits with the share that was found', () => {
  const cases: [Partial<FileChanges>, string[]][] = [
    [{}, []],
    [{ new: 100, missing: 100, errors: 20, pricePercent: 25, emptied: 200 }, []],
    [{ new: 101 }, ['new 10.1 > 10']],
    [{ missing: 101 }, ['missing 10.1 > 10']],
    [{ errors: 21 }, ['errors 2.1 > 2']],
    [{ pricePercent: 25.004 }, ['price 25.004 > 25']],
    [{ emptied: 201 }, ['stock 20.1 > 20']],
    [{ rows: 1, new: 0, changed: 0, missing: 999 }, ['missing 99.9 > 10']],
    [{ rows: 0, rowsBefore: 0 }, []],
    [{ new: 1000, errors: 1000 }, ['new 100 > 10', 'errors 100 > 2']],
  ]
  for (const [changes, expected] of cases) {
    const found = judgeChanges({ ...calm, ...changes }, defaultSourceLimits)
    assert.deepEqual(
      found.map(({ code, facts }) => `${code} ${facts['found']} > ${facts['limit']}`),
      expected,
      JSON.stringify(changes),
    )
  }
  // Also where the limit is above all that a price can fall.
  const falls = { direction: 'fall' as const, rows: 11, factor: 100, examples: [] }
  const wide = { ...defaultSourceLimits, price: 1000 }
  assert.deepEqual(
    [
      { moves: [falls], pricePercent: 99 },
      { moves: [{ ...falls, rows: 10 }], pricePercent: 99 },
    ].map((changes) => judgeChanges({ ...calm, ...changes }, wide).map(({ code }) => code)),
    [['great'], []],
  )
  // One row is enough: nobody looks at a file of each night.
  const apart = { rows: 1, name: 'OF-1051', lowest: 7.19, highest: 1250, lines: '52' }
  assert.deepEqual(
    judgeChanges({ ...calm, apart }, wide).map(({ code }) => code),
    ['apart'],
  )
  assert.deepEqual(
    judgeChanges({ ...calm, changed: 1 }, { ...defaultSourceLimits, changed: 0 }).map(({ code }) => code),
    ['changed'],
  )
})

test('a schedule is due by the clocks of the store, also where they skip an hour', () => {
  const cases: [string | null, string, string, string][] = [
    ['02:30', '2026-11-29T10:00:00Z', 'Europe/Berlin', '2026-11-30T01:30:00.000Z'],
    ['23:00', '2026-11-29T10:00:00Z', 'Europe/Berlin', '2026-11-29T22:00:00.000Z'],
    ['02:30', '2026-11-29T01:30:00Z', 'Europe/Berlin', '2026-11-30T01:30:00.000Z'],
    // The clocks go from 02:00 to 03:00 on this day.
    ['02:30', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['02:30', '2026-11-29T10:00:00Z', 'America/Chicago', '2026-11-30T08:30:00.000Z'],
    [null, '2026-11-29T10:07:00Z', 'Europe/Berlin', '2026-11-29T11:07:00.000Z'],
  ]
  for (const [time, now, zone, expected] of cases)
    assert.equal(nextRun(time, new Date(now), zone).toISOString(), expected, `${time} after ${now} in ${zone}`)
})

test('a star of a file name stands for any characters, and no other sign does', () => {
  assert.ok(fitsFileName('prices-*.csv', 'Prices-2026-11-29.CSV'))
  assert.ok(fitsFileName('*', 'Preise (neu) [1].xlsx'))
  assert.ok(fitsFileName('a(1)+[b].csv', 'a(1)+[b].csv'))
  assert.ok(!fitsFileName('prices-*.csv', 'prices-1.csv.part'))
  assert.ok(!fitsFileName('a.csv', 'aXcsv'))
  assert.ok(fitsFileName('*full**2026*.csv', 'prices-full-2026.csv'))
  assert.ok(!fitsFileName('ab*ba', 'aba'))
  assert.ok(!fitsFileName('*ab*ab', 'xab'))
  // An expression would try the stars at all places: hours.
  assert.ok(!fitsFileName(`${'*a'.repeat(99)}b`, 'a'.repeat(200)))
})
