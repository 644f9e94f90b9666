import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodDays } from '#web/documents/period-days.ts'

test('months and quarters have all of their days, also across a year and a leap day', () => {
  assert.deepEqual(periodDays('2028-01-31'), {
    'this-month': { from: '2028-01-01', to: '2028-01-31' },
    'last-month': { from: '2027-12-01', to: '2027-12-31' },
    'this-quarter': { from: '2028-01-01', to: '2028-01-31' },
    'last-quarter': { from: '2027-10-01', to: '2027-12-31' },
  })
  const { 'last-month': february, 'last-quarter': spring } = periodDays('2028-03-15')
  assert.deepEqual([february.to, spring.from, spring.to], ['2028-02-29', '2027-10-01', '2027-12-31'])
  assert.deepEqual(periodDays('2028-08-07')['last-quarter'], { from: '2028-04-01', to: '2028-06-30' })
})
