import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '#contract/language.ts'
import { defaultStore } from '#contract/settings.ts'
import {
  amountInput,
  amountRefusal,
  numberInput,
  readAmount,
  readNumber,
  readPercent,
  readWhole,
} from '#web/i18n/typed-number.ts'

const before = { store: globalThis.boltyardStore, language: globalThis.boltyardLanguage }
function use(language: Language, more: object = {}) {
  globalThis.boltyardLanguage = { getStore: () => language }
  globalThis.boltyardStore = { getStore: () => ({ ...defaultStore, ...more }) }
}
afterEach(() => {
  globalThis.boltyardStore = before.store
  globalThis.boltyardLanguage = before.language
})
const german = { locales: { en: 'en-GB', de: 'de-DE' } }
const swiss = { locales: { en: 'en-CH', de: 'de-CH' } }

test('a number is read as the store’s region writes it, and also as others do where only one meaning is possible', () => {
  const read = (language: Language, more: object, texts: string[]) => {
    use(language, more)
    return texts.map(readNumber)
  }
  const clear = ['9,99', '9.99', '1.234,50', '1,234.50', '-5', '+2,5', ' 12 ', '.5']
  const meant = [9.99, 9.99, 1234.5, 1234.5, -5, 2.5, 12, 0.5]
  assert.deepEqual(read('en', german, clear), meant)
  assert.deepEqual(read('de', german, clear), meant)
  assert.deepEqual(read('de', swiss, [...clear, '1’234.50']), [...meant, 1234.5])
  assert.deepEqual(
    [read('en', german, ['1,234', '1.234']), read('de', german, ['1,234', '1.234'])].flat(),
    [1234, 1.234, 1.234, 1234],
  )
  assert.deepEqual(read('en', german, ['１２', '－５．５', '１，２３４．５', '　７ ']), [12, -5.5, 1234.5, 7])
  const none = ['', ' ', '-', '5²', '①', 'ten', '1e3', '9.99 €', '1,2,3', '1.2.3', '12,', '0x1']
  assert.deepEqual(
    read('en', german, none),
    none.map(() => NaN),
  )
})

test('an amount may have the sign or the code of its currency, and no other', () => {
  use('de', { ...german, currency: 'EUR' })
  const texts = ['1.234,56 €', '€12', 'EUR 9,99', '9,99\u00a0€', '９，９９ €', '9,99 $', '9 € 9', '€', '€€1']
  assert.deepEqual(
    texts.map((text) => readAmount(text)),
    [1234.56, 12, 9.99, 9.99, 9.99, NaN, NaN, NaN, NaN],
  )
  const refusals = ['$12', '9,99 $', 'USD 5', 'CA$5', 'zwölf', '12 STK', '12 €'].map((text) => amountRefusal(text))
  assert.deepEqual(
    refusals.map((refusal) => refusal && /currency|Währung/.test(refusal)),
    [true, true, true, true, false, false, undefined],
  )
})

test('an amount that may be meant as a thousand times as much is none', () => {
  const read = (language: Language, text: string) => {
    use(language, german)
    return readAmount(text)
  }
  assert.deepEqual([read('en', '1.250'), read('de', '1,250'), read('en', '-9.999')], [NaN, NaN, NaN])
  assert.deepEqual([read('en', '1,250'), read('de', '1.250'), read('en', '1.250,00')], [1250, 1250, 1250])
  assert.deepEqual([read('en', '1.25'), read('de', '0,500'), read('en', '9.5000')], [1.25, 0.5, 9.5])
})

test('a whole number may have the sign of thousands, and no other', () => {
  const read = (language: Language, texts: string[]) => {
    use(language, german)
    return texts.map((text) => readWhole(text))
  }
  const clear = ['1200', ' +5 ', '-1', '1 200', "1'200", '12.0', '1,200,000', '1.200.000']
  const meant = [1200, 5, -1, 1200, 1200, 12, 1_200_000, 1_200_000]
  assert.deepEqual(read('de', clear.toSpliced(6, 1)), meant.toSpliced(6, 1))
  assert.deepEqual(read('en', clear.toSpliced(7, 1)), meant.toSpliced(7, 1))
  assert.deepEqual(read('de', ['1.200', '1,200', '1,000', '1,5', '', 'x']), [1200, NaN, NaN, NaN, NaN, NaN])
  assert.deepEqual(read('en', ['1,200', '1.200', '1.000', '1.5', '5 6', '1e3']), [1200, NaN, NaN, NaN, NaN, NaN])
})

test('an amount of too many decimals is told from what is no number', () => {
  use('de', { ...german, currency: 'EUR' })
  const refusals = ['12,345', '1,250', '1250,125', 'ten', '', '1.234', '12,34', '12,340'].map((text) =>
    amountRefusal(text),
  )
  const [tooMany, none] = [amountRefusal('0,001'), amountRefusal('x')]
  assert.ok(tooMany && none && tooMany !== none)
  assert.deepEqual(refusals, [tooMany, tooMany, tooMany, none, none, undefined, undefined, tooMany])
  assert.deepEqual(['12.5', '12,5 %', '12,345', 'x'].map(readPercent), [12.5, 12.5, NaN, NaN])
})

test('forms read amounts as files do, see typed-amounts.test.ts', () => {
  const read = (language: Language) => {
    use(language, { ...german, currency: 'EUR', currencyDigits: 2 })
    return ['12,345', '1.234', '1,234', '1,250.5', '1.250,5', '1 250,00', '9.5000', '0,125'].map((text) =>
      readAmount(text),
    )
  }
  assert.deepEqual(read('de'), [NaN, 1234, NaN, 1250.5, 1250.5, 1250, 9.5, NaN])
  assert.deepEqual(read('en'), [12_345, NaN, 1234, 1250.5, 1250.5, 1250, 9.5, NaN])
})

test('what is written into a field is read as the same number', () => {
  const places = [
    ['en', german],
    ['de', german],
    ['de', swiss],
  ] as const
  const whole = fc.integer({ min: -99_999_999, max: 99_999_999 })
  fc.assert(
    fc.property(fc.constantFrom(...places), whole, fc.constantFrom(0, 2, 3, 4), ([language, more], digits, places) => {
      use(language, more)
      const number = digits / 10 ** places
      assert.equal(readNumber(numberInput(number)), number)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), whole, ([language, more], thousandths) => {
      use(language, { ...more, currency: 'KWD', currencyDigits: 3 })
      assert.equal(readAmount(amountInput(thousandths / 1000)), thousandths / 1000)
    }),
  )
})
