import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areInOrder, groupDays, type OpeningHours, weekdays, writeSpans } from '#contract/opening-hours.ts'
import { readSpans } from '#contract/read-spans.ts'

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Up to three spans of a day, in order. */
const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 0, maxLength: 6 })
  .map((times) => times.toSorted((a, b) => a - b).slice(0, times.length - (times.length % 2)))
  .map((times) =>
    Array.from({ length: times.length / 2 }, (_, index) => ({
      opens: clock(times[2 * index] ?? 0),
      closes: clock(times[2 * index + 1] ?? 0),
    })),
  )

test('hours that are written are read as what they were', () => {
  fc.assert(
    fc.property(spans, (day) => {
      assert.ok(areInOrder(day))
      assert.deepEqual(readSpans(writeSpans(day)), day)
    }),
    { seed: 21 },
  )
})

test('hours are read as people type them, and nonsense is not', () => {
  assert.deepEqual(readSpans('8-12, 13 – 17:30'), [
    { opens: '08:00', closes: '12:00' },
    { opens: '13:00', closes: '17:30' },
  ])
  assert.deepEqual(readSpans('  '), [])
  for (const text of ['nine to five', '17-8', '8-8', '8-25', '8:70-9', '8-12, 11-13', '1-2,3-4,5-6,7-8', '8-'])
    assert.equal(readSpans(text), undefined, text)
})

test('a closed day and two spans of a day are read as Germans and English people write them', () => {
  for (const text of ['geschlossen', ' Geschlossen ', 'zu', 'Ruhetag', 'closed', '–', '-'])
    assert.deepEqual(readSpans(text), [], text)
  const day = [
    { opens: '08:00', closes: '12:00' },
    { opens: '13:00', closes: '17:30' },
  ]
  for (const text of [
    '8–12 und 13–17.30',
    '8-12 Uhr und 13-17:30 Uhr',
    '8 bis 12 u. 13 bis 17.30 Uhr',
    'von 8 bis 12 und von 13 bis 17.30 Uhr',
    '8–12 / 13–17.30',
    '8-12 & 13-17:30',
    '8 am to 12 pm and 1 pm to 5:30 pm',
    'from 8 am until 12 pm, 1 pm till 5.30 pm',
  ])
    assert.deepEqual(readSpans(text), day, text)
  for (const text of ['geschlossen, 8-12', 'und', '8-12 und', '8 und 12'])
    assert.equal(readSpans(text), undefined, text)
})

test('hours may have points, no minutes, kinds of dashes, "Uhr", and am or pm', () => {
  const afternoon = [{ opens: '13:00', closes: '17:30' }]
  for (const text of [
    '13–17.30',
    '13-17.30',
    '13.00 - 17.30 Uhr',
    '13 Uhr – 17:30 uhr',
    '13—17.30',
    '13 bis 17.30 Uhr',
    '1 pm to 5:30 pm',
    '1 pm - 5:30 pm',
    '1-5.30pm',
    '1–5:30 p.m.',
  ])
    assert.deepEqual(readSpans(text), afternoon, text)
  assert.deepEqual(readSpans('9-5 pm'), [{ opens: '09:00', closes: '17:00' }])
  assert.deepEqual(readSpans('8 am–12 pm, 12:30 pm–12 am'), [
    { opens: '08:00', closes: '12:00' },
    { opens: '12:30', closes: '24:00' },
  ])
  for (const text of ['13-17.3', '13 pm-5 pm', '0 am-5 am', '8..30-9', '8-12 Uhren', '13–17 Uhr Uhr', '8:30.00-9'])
    assert.equal(readSpans(text), undefined, text)
})

test('days in a row with the same hours are one group, and all days are in one', () => {
  const week = fc.record(Object.fromEntries(weekdays.map((day) => [day, spans]))) as fc.Arbitrary<OpeningHours>
  fc.assert(
    fc.property(week, (hours) => {
      const groups = groupDays(hours)
      const days = groups.flatMap(({ from, to, spans: own }) =>
        weekdays.slice(weekdays.indexOf(from), weekdays.indexOf(to) + 1).map((day) => [day, writeSpans(own)]),
      )
      assert.deepEqual(
        days,
        weekdays.map((day) => [day, writeSpans(hours[day])]),
      )
      for (const [index, group] of groups.entries())
        assert.notEqual(writeSpans(group.spans), writeSpans(groups[index + 1]?.spans ?? [{ opens: '', closes: '' }]))
    }),
    { seed: 21 },
  )
})
