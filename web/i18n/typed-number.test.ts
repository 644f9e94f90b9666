import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '#contract/language.ts'
import { defaultStore } from '#contract/settings.ts'
import { amountInput, numberInput, readAmount, readNumber } from '#web/i18n/typed-number.ts'

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
  const none = ['', ' ', '-', 'ten', '1e3', '9.99 €', '1,2,3', '1.2.3', '12,', '0x1']
  assert.deepEqual(
    read('en', german, none),
    none.map(() => NaN),
  )
})

test('an amount may have the sign or the code of its currency, and no other', () => {
  use('de', { ...german, currency: 'EUR' })
  const texts = ['1.234,56 €', '€12', 'EUR 9,99', '9,99\u00a0€', '9,99 $', '9 € 9', '€', '€€1']
  assert.deepEqual(
    texts.map((text) => readAmount(text)),
    [1234.56, 12, 9.99, 9.99, NaN, NaN, NaN, NaN],
  )
})

test('an amount that may be meant as a thousand times as much is none', () => {
  const read = (language: Language, text: string) => {
    use(language, german)
    return readAmount(text)
  }
  assert.deepEqual([read('en', '1.250'), read('de', '1,250'), read('en', '-9.999')], [NaN, NaN, NaN])
  assert.deepEqual([read('en', '1,250'), read('de', '1.250'), read('en', '1.250,00')], [1250, 1250, 1250])
  assert.deepEqual([read('en', '1.25'), read('en', '1250.125')], [1.25, 1250.125])
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
