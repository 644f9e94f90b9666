import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountOfUnits, refundAmount } from '#contract/refund-amount.ts'
import { type Amount, type CreditableOrder, creditRefund, grossOf } from '#server/payments/credit-refund.ts'
import { creditTaxes } from '#server/payments/credit-taxes.ts'
import { computeTax } from '#server/tax/compute-tax.ts'
import type { TaxRules } from '#server/tax/tax-rules.ts'

const sumOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0)
const amounts = fc.record({ netCents: fc.nat(10_000_000), taxCents: fc.nat(2_000_000) })
/** Describes an order of some lines, and steps in which its units come back: each takes a share of what is left. */
const orders = fc.record({
  lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 10_000 }), left: amounts }), {
    minLength: 1,
    maxLength: 6,
  }),
  shipping: amounts,
  rounding: fc.integer({ min: -5, max: 5 }),
  steps: fc.array(fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }), { maxLength: 6 }),
})

interface GivenOrder {
  lines: readonly { quantity: number; left: Amount }[]
  shipping: Amount
  rounding: number
}

const orderOf = ({ lines, shipping, rounding }: GivenOrder): CreditableOrder => ({
  lines: lines.map(({ quantity, left }, index) => ({
    lineId: index + 1,
    quantity,
    returnedUnits: 0,
    grossCents: grossOf(left),
    left,
  })),
  shippingLeft: shipping,
  leftCents: Math.max(0, sumOf([...lines.map(({ left }) => grossOf(left)), grossOf(shipping)]) + rounding),
})

const minus = (left: Amount, taken: Amount | undefined): Amount => ({
  netCents: left.netCents - (taken?.netCents ?? 0),
  taxCents: left.taxCents - (taken?.taxCents ?? 0),
})

function take(order: CreditableOrder, input: Parameters<typeof creditRefund>[1]) {
  const credit = creditRefund(order, input)
  const ofLine = new Map(credit.lines.map((line) => [line.lineId, line]))
  const total = sumOf(credit.lines.map(grossOf)) + grossOf(credit.shipping) + credit.roundingCents
  assert.equal(total, input.amountCents)
  const after: CreditableOrder = {
    lines: order.lines.map((line) => ({
      ...line,
      returnedUnits: line.returnedUnits + (ofLine.get(line.lineId)?.units ?? 0),
      left: minus(line.left, ofLine.get(line.lineId)),
    })),
    shippingLeft: minus(order.shippingLeft, credit.shipping),
    leftCents: order.leftCents - input.amountCents,
  }
  for (const { netCents, taxCents } of [...after.lines.map(({ left }) => left), after.shippingLeft])
    assert.ok(netCents >= 0 && taxCents >= 0)
  return { credit, after }
}

const refundable = (order: CreditableOrder, roundingCents: number) => ({
  lines: new Map(order.lines.map((line) => [line.lineId, { ...line, leftCents: grossOf(line.left) }])),
  shippingLeftCents: grossOf(order.shippingLeft),
  roundingCents,
  leftCents: order.leftCents,
  currency: 'usd',
})

test('all units of a line, in any number of steps, cost exactly its total', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.nat(10 ** 12),
      fc.array(fc.nat(10_000)),
      (quantity, gross, cuts) => {
        const stops = [...new Set([0, ...cuts.map((cut) => cut % quantity), quantity])].toSorted((a, b) => a - b)
        let leftCents = gross
        for (const [index, stop] of stops.slice(1).entries()) {
          const returnedUnits = stops[index] ?? 0
          const line = { quantity, returnedUnits, grossCents: gross, leftCents }
          const amount = amountOfUnits(line, stop - returnedUnits)
          assert.ok(amount >= 0 && Math.abs(amount - (gross * (stop - returnedUnits)) / quantity) <= 1.01)
          leftCents -= amount
        }
        assert.equal(leftCents, 0)
      },
    ),
    { seed: 20, numRuns: 500 },
  )
})

test('an order that comes back in steps is credited to the cent, net, tax and rounding, and each line for its own units', () => {
  fc.assert(
    fc.property(orders, (given) => {
      let order = orderOf(given)
      const withRest = [...given.steps, undefined]
      for (const step of withRest) {
        const units = new Map(
          order.lines.map(({ lineId, quantity, returnedUnits }, index) => {
            const left = quantity - returnedUnits
            return [lineId, step ? Math.floor((left * (step[index] ?? 0)) / 1001) : left]
          }),
        )
        const amountCents = refundAmount(refundable(order, given.rounding), units, step === undefined)
        if (amountCents === 0) continue
        const before = order
        const { credit, after } = take(order, { amountCents, units, withShipping: step === undefined })
        if (step && amountCents < before.leftCents) {
          for (const line of credit.lines) {
            const was = before.lines.find(({ lineId }) => lineId === line.lineId)
            assert.ok(was)
            assert.equal(grossOf(line), amountOfUnits({ ...was, leftCents: grossOf(was.left) }, line.units))
          }
        }
        order = after
      }
      assert.equal(order.leftCents, 0)
      if (sumOf(given.lines.map(({ left }) => grossOf(left))) + grossOf(given.shipping) + given.rounding > 0)
        for (const left of [...order.lines.map((line) => line.left), order.shippingLeft])
          assert.deepEqual(left, { netCents: 0, taxCents: 0 })
    }),
    { seed: 20, numRuns: 500 },
  )
})

test('whatever amounts are refunded, the last of the money credits what is left of every part', () => {
  fc.assert(
    fc.property(orders, fc.array(fc.nat(1000), { maxLength: 6 }), fc.boolean(), (given, shares, withShipping) => {
      let order = orderOf(given)
      for (const [index, share] of [...shares, 1000].entries()) {
        const amountCents = Math.floor((order.leftCents * share) / 1000)
        if (amountCents === 0) continue
        const units = new Map(order.lines.map(({ lineId }) => [lineId, given.steps[index]?.[lineId - 1] ?? 0]))
        order = take(order, { amountCents, units, withShipping }).after
      }
      if (order.leftCents === 0 && orderOf(given).leftCents > 0)
        for (const { left } of order.lines) assert.equal(grossOf(left), 0)
    }),
    { seed: 20, numRuns: 500 },
  )
})

test('less than units cost is shared among them, more reduces the price of all parts', () => {
  const order = orderOf({
    lines: [
      { quantity: 10, left: { netCents: 10_000, taxCents: 1900 } },
      { quantity: 1, left: { netCents: 1000, taxCents: 190 } },
    ],
    shipping: { netCents: 1000, taxCents: 190 },
    rounding: 0,
  })
  const units = new Map([[1, 3]])
  const creditOf = (amountCents: number) => {
    const { lines, shipping } = creditRefund(order, { amountCents, units, withShipping: false })
    return [...lines.map((line) => [line.lineId, line.units, grossOf(line)]), grossOf(shipping)]
  }
  assert.equal(refundAmount(refundable(order, 0), units, false), 3570)
  assert.equal(refundAmount(refundable(order, 0), units, true), 4760)
  assert.deepEqual(creditOf(3570), [[1, 3, 3570], 0])
  assert.deepEqual(creditOf(3000), [[1, 3, 3000], 0])
  assert.deepEqual(creditOf(3570 + 1071), [[1, 3, 4403], [2, 0, 119], 119])
})

const classes = ['standard', 'reduced', 'zero'] as const
const day = new Date('2026-06-01T12:00:00Z')

const germany: TaxRules = {
  pricesIncludeTax: false,
  shippingTax: 'proportional',
  home: { country: 'DE', region: '' },
  registrations: [{ country: 'DE', region: '', scheme: 'normal', startsOn: '2020-01-01', endsOn: null }],
  exemptClasses: [],
  rates: classes.map((taxClass, index) => ({
    country: 'DE',
    region: '',
    postalPrefix: '',
    taxClass,
    name: `USt. ${taxClass}`,
    rate: ['0.19', '0.07', '0'][index] ?? '',
    startsOn: '2020-01-01',
    onShipping: true,
  })),
  verifiedCountries: [],
  certificates: [],
}

test('the taxes of credit notes are those of their lines, and of all of them together those of the invoice', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ taxClass: fc.constantFrom(...classes), amountCents: fc.integer({ min: 500, max: 1_000_000 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      fc.nat(5000),
      fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      fc.boolean(),
      (lines, shippingCents, back, pricesIncludeTax) => {
        const request = {
          lines: lines.map((line) => ({ ...line, taxCode: null })),
          shippingCents,
          place: { country: 'DE' },
          buyerId: undefined,
          at: day,
        }
        const tax = computeTax({ ...germany, pricesIncludeTax }, request)
        const none = { netCents: 0, taxCents: 0 }
        const noteOf = (isIn: (index: number) => boolean | undefined) => {
          const parts = lines.map(({ taxClass }, index) => {
            const whole = tax.lines[index] ?? none
            return { taxClass, whole, credited: isIn(index) ? whole : none }
          })
          const shipping = { whole: tax.shipping, credited: isIn(8) ? tax.shipping : none }
          const groups = creditTaxes(tax.groups, parts, shipping)
          const credited = [...parts, shipping].map((part) => part.credited)
          assert.equal(sumOf(groups.map(({ taxCents }) => taxCents)), sumOf(credited.map(({ taxCents }) => taxCents)))
          assert.equal(
            sumOf(groups.map(({ taxableCents }) => taxableCents)),
            sumOf(credited.map(({ netCents }) => netCents)),
          )
          for (const { rate, taxableCents, taxCents } of groups)
            assert.ok(Math.abs(taxableCents * Number(rate) - taxCents) < 10, `${taxCents} of ${taxableCents}`)
          return groups
        }
        assert.deepEqual(
          noteOf(() => true).map(({ name, taxableCents, taxCents }) => [name, taxableCents, taxCents]),
          tax.groups.map(({ name, taxableCents, taxCents }) => [name, taxableCents, taxCents]),
        )
        noteOf((index) => back[index])
      },
    ),
    { seed: 20, numRuns: 300 },
  )
})
