import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { percentInput, readPercent } from '#web/tax/rate-text.ts'
import { readRateList } from '#web/tax/read-rate-list.ts'

const texas = { country: 'US', region: 'TX', postalPrefix: '', taxClass: 'standard', name: 'Texas', rate: '0.0625' }

test('a list from a spreadsheet is read, with or without headings, and lines that are no rates are named', () => {
  const pasted = [
    'Country\tRegion\tPostal code\tClass\tName\tRate\tFrom\tShipping',
    'US\tTX\t\tstandard\tTexas\t6.25\t2026-01-01\tyes',
    '',
    'us\tTX\t787\t\tAustin\t1 %\t2026-01-01\tno',
    'US\tTX\t787\tstandard\tAustin\tone',
    'DE\t\t\treduced\tUSt\t7,0\t2026-01-01',
  ].join('\r\n')
  const { rates, wrong } = readRateList(pasted)
  assert.deepEqual(wrong, [{ line: 5, fault: 'rate' }])
  assert.deepEqual(rates, [
    { ...texas, startsOn: '2026-01-01', onShipping: true },
    { ...texas, postalPrefix: '787', name: 'Austin', rate: '0.01', startsOn: '2026-01-01', onShipping: false },
    {
      ...texas,
      country: 'DE',
      region: '',
      taxClass: 'reduced',
      name: 'USt',
      rate: '0.07',
      startsOn: '2026-01-01',
      onShipping: true,
    },
  ])
  assert.deepEqual(readRateList('US;TX;;standard;Texas;6,25;2026-01-01'), {
    rates: [{ ...texas, startsOn: '2026-01-01', onShipping: true }],
    wrong: [],
  })
  assert.deepEqual(readRateList('US,TX,,standard,"Texas",6.25,2026-01-01').rates.length, 1)
  assert.deepEqual(readRateList('US\tTX\t\tstandard\tTexas\tten').wrong, [])
  assert.deepEqual(readRateList('US\tTX\t787\tstandard\tTexas\tten').wrong, [{ line: 1, fault: 'rate' }])
  const faults = [
    'US TX 78701 standard Texas 8.25',
    'USA,TX,,,Texas,8.25',
    'US;TX;;;;8.25',
    'US;TX;;;Texas;8.25;1/1/2026',
  ]
  assert.deepEqual(readRateList(faults.join('\n')).wrong, [
    { line: 1, fault: 'columns' },
    { line: 2, fault: 'country' },
    { line: 3, fault: 'name' },
    { line: 4, fault: 'day' },
  ])
})

test('every percentage of up to four decimals is read exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (millionths) => {
      const fraction = millionths === 0 ? '0' : `0.${String(millionths).padStart(6, '0').replace(/0+$/, '')}`
      assert.equal(readPercent(percentInput(fraction)), fraction)
    }),
    { seed: 1, numRuns: 1000 },
  )
  for (const text of ['', '100', '-1', '1.23456', '8..2', 'x']) assert.equal(readPercent(text), undefined, text)
})
