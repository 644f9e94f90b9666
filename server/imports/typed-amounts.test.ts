import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Language } from '#contract/language.ts'
import { importErrorText } from '#contract/import-errors.ts'
import { problemMessage } from '#contract/problem.ts'
import { defaultStore } from '#contract/settings.ts'
import { CellError, readAmount, readWhole } from '#server/catalog/fields/field.ts'

const before = globalThis.boltyardStore
afterEach(() => {
  globalThis.boltyardStore = before
})

/** Returns what each text is read as, or why it is refused. */
function read(texts: readonly string[], language: Language, as = readAmount(0.01, 999_999)): string[] {
  globalThis.boltyardStore = {
    getStore: () => ({ ...defaultStore, locales: { en: 'en-GB', de: 'de-DE' }, currency: 'EUR', currencyDigits: 2 }),
  }
  return texts.map((text) => {
    try {
      return as(text, language)
    } catch (error) {
      assert.ok(error instanceof CellError)
      return error.code
    }
  })
}

test('files read amounts as forms do, see typed-number.test.ts', () => {
  const texts = ['12,345', '1.234', '1,234', '1,250.5', '1.250,5', '1 250,00', '9.5000', '0,125']
  const [many, read1250] = ['too-many-decimals', '1250.50']
  assert.deepEqual(read(texts, 'de'), [many, '1234.00', many, read1250, read1250, '1250.00', '9.50', many])
  assert.deepEqual(read(texts, 'en'), ['12345.00', many, '1234.00', read1250, read1250, '1250.00', '9.50', many])
  const other = 'other-currency'
  assert.deepEqual(read(['$12', '9,99 $', 'USD 5', 'CA$5', '12 €', '12 STK'], 'de'), [
    other,
    other,
    other,
    other,
    '12.00',
    'not-a-number',
  ])
  assert.deepEqual(read(['€ 9,50', 'EUR 1.234,5', 'x', '0', '1,2,3'], 'de'), [
    '9.50',
    '1234.50',
    'not-a-number',
    'out-of-range',
    'not-a-number',
  ])
})

test('files read whole numbers as forms do', () => {
  const texts = ['1.200', '1,200', '1.000', '12,0', '1,5', 'x']
  const whole = readWhole(0, 1_000_000)
  assert.deepEqual(read(texts, 'de', whole), ['1200', 'not-whole', '1000', '12', 'not-whole', 'not-a-number'])
  assert.deepEqual(read(texts, 'en', whole), ['not-whole', '1200', 'not-whole', '12', 'not-whole', 'not-a-number'])
})

test('numbers in the sentences about a file are written as its reader writes them', () => {
  const facts = { text: '5000000', least: 0, most: 1_000_000 }
  assert.equal(importErrorText('out-of-range', facts, 'en'), '5000000 is not between 0 and 1,000,000.')
  assert.equal(importErrorText('out-of-range', facts, 'de'), '5000000 liegt nicht zwischen 0 und 1.000.000.')
  assert.match(importErrorText('repeated', { line: 12_345 }, 'de'), /^In Zeile 12\.345 /)
  assert.match(problemMessage('table-rows', { limit: 250_000 }), /more than 250,000 rows/)
})

test('a text that is far too long for a number is none, at once', () => {
  const long = `0.${'0'.repeat(32_000)}1`
  assert.deepEqual(read([long, '9'.repeat(32_000)], 'en'), ['not-a-number', 'not-a-number'])
})

test('what is too long for a number is not searched for currencies', (t) => {
  const list = t.mock.method(Intl, 'supportedValuesOf')
  assert.deepEqual(read(['AAA '.repeat(8000), 'BBB CCC DDD 5'], 'en'), ['not-a-number', 'not-a-number'])
  assert.ok(list.mock.callCount() <= 1)
})
