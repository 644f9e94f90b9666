import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '#contract/language.ts'
import { baseText, type Dimension, dimensionNames, measureText, readMeasure, unitCodes } from '#contract/units.ts'

const base = (text: string, dimension: Dimension, language?: Language) =>
  readMeasure(text, { dimension, ...(language && { language }) })?.base

test('numbers are read as people type them', () => {
  assert.equal(base('5/16 in', 'length'), '7.9375')
  assert.equal(base('5/16"', 'length'), '7.9375')
  assert.equal(base('0.3125 in', 'length'), '7.9375')
  assert.equal(base('1-1/4"', 'length'), '31.75')
  assert.equal(base('1 1/4 inch', 'length'), '31.75')
  assert.equal(base('1½″', 'length'), '38.1')
  assert.equal(base("2'", 'length'), '609.6')
  assert.equal(base('.5 m', 'length'), '500')
  assert.equal(base('−40 °F', 'temperature'), '-40')
  assert.equal(base('1,5 mm', 'length', 'de'), '1.5')
  assert.equal(base('1,5 mm', 'length', 'en'), '1.5')
  assert.equal(base('1,500 mm', 'length', 'en'), '1500')
  assert.equal(base('1.500 mm', 'length', 'de'), '1500')
  assert.equal(base('1.234,5 mm', 'length', 'de'), '1234.5')
  assert.equal(base('1 gal', 'volume'), '3.785411784')
  assert.equal(base('4 qt', 'volume'), base('1 gal', 'volume'))
  assert.equal(base('1000 mA', 'current'), '1')
  assert.equal(base('100 ft-lb', 'torque'), '135.58179483314004')
  assert.equal(base('12 Stk', 'count'), undefined)
})

test('what is entered stays as it is, with its zeros, and has the unit of the attribute if it names none', () => {
  assert.deepEqual(readMeasure('90.750', { dimension: 'length', unit: 'mm' }), {
    entered: '90.750 mm',
    base: '90.75',
    unit: 'mm',
  })
  assert.equal(readMeasure('1 1/4', { dimension: 'length', unit: 'in' })?.entered, '1-1/4 in')
  assert.equal(readMeasure('1,50 mm', { dimension: 'length', language: 'de' })?.entered, '1.50 mm')
  assert.equal(readMeasure('7', { dimension: 'count' })?.entered, '7')
})

test('what is no number of the dimension is refused', () => {
  const no = ['', 'M8', '1/0 in', '1..2', '1,2,3', '5 kg', '1e5', '1-2', '12 mmm', `1${'0'.repeat(13)}`, '--1', '1/2/3']
  for (const text of no) assert.equal(base(text, 'length'), undefined, text)
})

test('numbers are shown as entered, or in the units of the buyer’s system', () => {
  const text = (entered: string, dimension: Dimension, system?: 'metric' | 'imperial', locale = 'en-US') =>
    measureText(entered, dimension, { ...(system && { system }), locale })
  assert.equal(text('5/16 in', 'length'), '5/16 in')
  assert.equal(text('90.750 mm', 'length', 'metric', 'de-DE'), '90,750 mm')
  assert.equal(text('5/16 in', 'length', 'metric', 'de-DE'), '7,938 mm')
  assert.equal(text('7.9375 mm', 'length', 'imperial'), '5/16 in')
  assert.equal(text('31.75 mm', 'length', 'imperial'), '1-1/4 in')
  assert.equal(text('100 Nm', 'torque', 'imperial'), '73.76 ft-lb')
  assert.equal(text('2.5 bar', 'pressure', 'imperial'), '36.26 psi')
  assert.equal(text('100 °C', 'temperature', 'imperial'), '212 °F')
  assert.equal(text('12 V', 'voltage', 'imperial'), '12 V')
  assert.equal(baseText('25.4', 'length', { unit: 'in', locale: 'en-US' }), '1 in')
  assert.equal(baseText('1234567', 'length', { unit: 'mm', locale: 'de-DE' }), '1.234.567 mm')
})

const unit = fc.constantFrom(
  ...dimensionNames.flatMap((dimension) => unitCodes(dimension).map((code) => ({ dimension, code }))),
)
const whole = fc.integer({ min: 0, max: 99_999 })
const number = fc.oneof(
  whole.map(String),
  fc.tuple(whole, fc.stringMatching(/^\d{1,6}$/)).map(([before, places]) => `${before}.${places}`),
  fc.tuple(whole, fc.integer({ min: 1, max: 128 })).map(([over, under]) => `${over}/${under}`),
  fc.tuple(whole, whole, fc.integer({ min: 1, max: 128 })).map(([one, over, under]) => `${one}-${over}/${under}`),
)

test('what was read is read again as the same, in both languages', () => {
  fc.assert(
    fc.property(unit, number, fc.constantFrom('', '-'), ({ dimension, code }, text, sign) => {
      const first = readMeasure(`${sign}${text} ${code}`, { dimension })
      assert.ok(first, text)
      assert.equal(first.unit, code)
      assert.deepEqual(readMeasure(first.entered, { dimension }), first)
      const german = measureText(first.entered, dimension, { locale: 'de-DE' })
      assert.deepEqual(readMeasure(german, { dimension, language: 'de' }), first, german)
      assert.match(first.base, /^-?\d+(?:\.\d*[1-9])?$/)
    }),
    { seed: 1, numRuns: 1000 },
  )
})

test('equal lengths are equal to the last place, whatever their units and spelling', () => {
  fc.assert(
    fc.property(whole, fc.constantFrom(1, 2, 4, 8, 16, 32, 64), (over, under) => {
      const decimal = String(over / under)
      assert.equal(base(`${over}/${under} in`, 'length'), base(`${decimal} in`, 'length'))
      assert.equal(base(`${over} ft`, 'length'), base(`${12 * over} in`, 'length'))
      assert.equal(base(`${over} mm`, 'length'), String(over))
      assert.equal(base(`${over} m`, 'length'), base(`${over * 100} cm`, 'length'))
    }),
    { seed: 1, numRuns: 500 },
  )
})
