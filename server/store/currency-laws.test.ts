import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listCurrencies } from '#contract/currencies.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import {
  currencyOf,
  isAmount,
  moneyFormat,
  payableStep,
  plainAmount,
  roundPayable,
  toAmount,
  toCents,
} from '#contract/currency.ts'
import { lineTotalCents } from '#contract/assess-line.ts'
import { priceLines } from '#contract/price-lines.ts'
import { defaultStore } from '#contract/settings.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { fromStripeAmount, toStripeAmount } from '#server/platform/stripe-amounts.ts'

const inCurrency = <Result>(currency: string, work: () => Result): Result =>
  runWithStore({ ...defaultStore, currency, currencyDigits: currencyOf(currency).digits }, work)

const anyCurrency = fc.constantFrom(...listCurrencies())
const cents = fc.integer({ min: 0, max: 999_999_999 })

test('an amount that is written in any currency reads as the same amount, and as the same minor units', () => {
  fc.assert(
    fc.property(anyCurrency, cents, (code, minor) => {
      assert.equal(toCents(toAmount(minor, code), code), minor)
      assert.equal(toCents(Number(plainAmount(toAmount(minor, code), code)), code), minor)
      const text = new Intl.NumberFormat('en-US', moneyFormat(code)).formatToParts(toAmount(minor, code))
      const digits = text
        .filter(({ type }) => ['integer', 'decimal', 'fraction'].includes(type))
        .map(({ value }) => value)
      assert.equal(toCents(Number(digits.join('')), code), minor)
    }),
    { numRuns: 2000 },
  )
})

test('in every currency, a sum of lines is the sum of their minor units', () => {
  const line = fc.record({
    minor: fc.integer({ min: 1, max: 99_999_999 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.constantFrom('JPY', 'USD', 'KWD'), fc.array(line, { maxLength: 30 }), (code, lines) => {
      inCurrency(code, () => {
        const product = (minor: number) => ({
          _id: String(minor),
          name: 'Pad',
          img: '',
          price: toAmount(minor),
          minOrder: 1,
          available: 1_000_000,
        })
        const priced = priceLines(lines.map(({ minor, quantity }) => ({ product: product(minor), quantity })))
        for (const [index, { minor, quantity }] of lines.entries()) {
          assert.equal(toCents(priced[index]?.total ?? 0), lineTotalCents({ priceCents: minor, pricePer: 1 }, quantity))
          assert.equal(toCents(unitPriceAt(product(minor), quantity)), minor)
        }
      })
    }),
  )
})

test('an amount has no more decimals than its currency', () => {
  for (const [code, fine, tooFine] of [
    ['JPY', [0, 1, 1200, 99_999_999], [0.5, 12.1, 1e-9]],
    ['USD', [0, 0.01, 12.34, 999_999.99, 1.1, 0.1 + 0.2, 3 * 19.99], [0.001, 12.345, 1e-9, 5.000_000_001]],
    ['KWD', [0, 0.001, 12.345, 99_999.999, 0.001 + 0.002], [0.0001, 1.2345, 1e-9, 5.000_000_000_1]],
  ] as const) {
    inCurrency(code, () => {
      for (const amount of fine) assert.ok(isAmount(amount), `${code} ${amount}`)
      for (const amount of tooFine) assert.ok(!isAmount(amount), `${code} ${amount}`)
    })
  }
})

test('what is paid is within half a step of what it costs, and cards take it', () => {
  fc.assert(
    fc.property(anyCurrency, cents, (code, minor) => {
      const payable = roundPayable(minor, code)
      const step = payableStep(code)
      assert.equal(payable % step, 0)
      assert.ok(Math.abs(payable - minor) * 2 <= step)
      assert.equal(fromStripeAmount(toStripeAmount(payable, code), code), payable)
    }),
  )
  assert.deepEqual(
    ['USD', 'JPY', 'KWD', 'HUF', 'ISK', 'UGX'].map((code) => toStripeAmount(toCents(120, code), code)),
    [12_000, 120, 120_000, 12_000, 12_000, 12_000],
  )
})

// Stored amounts depend on these: a change of them with a new Node.js would make every price another one.
test('the currencies that have other than two decimals are the known ones', () => {
  const withDigits = (digits: number) =>
    listCurrencies()
      .filter((code) => currencyOf(code).digits === digits)
      .join(' ')
  assert.equal(
    withDigits(0),
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER',
  )
  assert.equal(withDigits(3), 'BHD JOD KWD LYD OMR TND')
})
