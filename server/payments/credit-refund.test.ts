import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { roundPayable } from '#contract/currency.ts'
import {
  type Amount,
  grossOf,
  leftOfTaxes,
  type RefundableOrder,
  refundAmount,
  sumAmounts,
} from '#contract/refund-amount.ts'
import { creditRefund } from '#server/payments/credit-refund.ts'
import { creditTaxes, groupByTax } from '#server/payments/credit-taxes.ts'
import { computeTax } from '#server/tax/compute-tax.ts'
import type { TaxRules } from '#server/tax/tax-rules.ts'

const sumOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0)
const none: Amount = { netCents: 0, taxCents: 0 }

const classes = ['standard', 'reduced', 'zero'] as const
const day = new Date('2026-06-01T12:00:00Z')

const germany: TaxRules = {
  pricesIncludeTax: false,
  shippingTax: 'proportional',
  home: { country: 'DE', region: '' },
  registrations: [
    { country: 'DE', region: '', scheme: 'normal', startsOn: '2020-01-01', endsOn: null, reverseCharge: false },
  ],
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

/** Describes a placed order, and steps in which its units come back: each takes shares of what is left, some with the delivery. */
const placed = fc.record({
  lines: fc.array(
    fc.record({
      taxClass: fc.constantFrom(...classes),
      // Of a few cents, it cannot be said which rate they were charged.
      amountCents: fc.oneof(fc.integer({ min: 300, max: 3000 }), fc.integer({ min: 300, max: 10_000_000 })),
      quantity: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  shippingCents: fc.oneof(fc.constant(0), fc.nat(5000)),
  pricesIncludeTax: fc.boolean(),
  hasRates: fc.boolean(),
  currency: fc.constantFrom('eur', 'jpy', 'kwd'),
  steps: fc.array(
    fc.record({ shares: fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }), shipping: fc.boolean() }),
    {
      maxLength: 5,
    },
  ),
})
type GivenOrder = typeof placed extends fc.Arbitrary<infer Value> ? Value : never

/** Calculates the tax of an order as the shop does, and returns what can be refunded of it. */
function place({ lines, shippingCents, pricesIncludeTax, hasRates, currency }: Omit<GivenOrder, 'steps'>) {
  const request = {
    lines: lines.map(({ taxClass, amountCents }) => ({ taxClass, amountCents, taxCode: null })),
    shippingCents,
    place: { country: 'DE' },
    buyerId: undefined,
    at: day,
  }
  const tax = computeTax({ ...germany, pricesIncludeTax }, request)
  const parts = lines.map(({ taxClass }, index) => ({ taxClass, whole: tax.lines[index] ?? none }))
  const groups = hasRates ? tax.groups : []
  const byTax = groupByTax(groups, parts, tax.shipping)
  const sum = sumOf([...parts.map(({ whole }) => grossOf(whole)), grossOf(tax.shipping)])
  const totalCents = roundPayable(sum, currency)
  const order: RefundableOrder = {
    lines: new Map(
      lines.map(({ quantity }, index) => {
        const left = parts[index]?.whole ?? none
        const line = { quantity, returnedUnits: 0, whole: left, left, tax: byTax.ofLines[index] ?? 0 }
        return [index + 1, line]
      }),
    ),
    taxes: byTax.groups,
    includesTax: pricesIncludeTax,
    leftCents: totalCents,
    currency,
  }
  return { order, tax, parts, groups }
}

/** Credits a refund, and looks whether it is of its amount and takes no more than is left. */
function take(order: RefundableOrder, input: Parameters<typeof creditRefund>[1]) {
  const credit = creditRefund(order, input)
  const parts = [...credit.lines.values(), credit.shipping]
  assert.equal(sumOf(parts.map(grossOf)) + credit.roundingCents, input.amountCents)
  for (const { fee } of credit.lines.values()) assert.ok(fee.netCents >= 0 && fee.taxCents >= 0)
  const lefts = [
    ...[...credit.rest.lines.values()].map(({ left }) => left),
    ...credit.rest.taxes.map(({ shippingLeft }) => shippingLeft),
  ]
  for (const { netCents, taxCents } of [...parts, ...lefts]) assert.ok(netCents >= 0 && taxCents >= 0)
  return credit
}

/** Returns the units of a step: shares of what is left, or all of it. */
const unitsOf = ({ lines }: RefundableOrder, shares: readonly number[] | undefined) =>
  new Map(
    [...lines].map(([position, { quantity, returnedUnits }]) => {
      const left = quantity - returnedUnits
      return [position, shares ? Math.floor((left * (shares[position - 1] ?? 0)) / 700) % (left + 1) : left]
    }),
  )

const isEmpty = (order: RefundableOrder) =>
  order.leftCents === 0 && leftOfTaxes(order).every(({ netCents, taxCents }) => netCents === 0 && taxCents === 0)
const runs = { seed: 20, numRuns: 1000 }

test('the tax of what credit notes take back is rounded once for each rate, and all of them give back what was paid to the cent', () => {
  fc.assert(
    fc.property(placed, (given) => {
      const { order: whole, tax, parts, groups } = place(given)
      const isShared = whole.taxes.filter(({ shippingLeft }) => grossOf(shippingLeft) > 0).length > 1
      const sums = new Map<string, Amount>()
      let order = whole
      for (const step of [...given.steps, undefined]) {
        const units = unitsOf(order, step?.shares)
        const withShipping = step?.shipping ?? true
        const amountCents = refundAmount(order, units, withShipping)
        if (amountCents === 0) continue
        const credit = take(order, { amountCents, units, withShipping })
        order = credit.rest
        const printed = creditTaxes(
          groups,
          parts.map((part, index) => ({ ...part, credited: credit.lines.get(index + 1) ?? none })),
          { whole: tax.shipping, credited: credit.shipping },
        )
        for (const { rate, taxableCents, taxCents } of printed) {
          const sum = sums.get(rate) ?? none
          sums.set(rate, { netCents: sum.netCents + taxableCents, taxCents: sum.taxCents + taxCents })
        }
        for (const [rate, { netCents, taxCents }] of sums) {
          const charged = groups.find((group) => group.rate === rate)
          const rounded = Math.floor((2 * netCents * Math.round(Number(rate) * 1e6) + 1e6) / 2e6)
          const due = netCents === charged?.taxableCents ? charged.taxCents : Math.min(rounded, charged?.taxCents ?? 0)
          const off = taxCents - due
          // A delivery that several rates share goes back as it was charged; the next credit note makes up for it. So do lines whose prices
          // include tax, each of which was charged whole cents.
          const isExact = !given.pricesIncludeTax && (!isShared || !withShipping)
          const most = given.pricesIncludeTax ? Math.max(1, given.lines.length / 2) : 1
          assert.ok(isExact ? off === 0 : Math.abs(off) <= most, `${taxCents} instead of ${due}`)
        }
        if (order.leftCents > 0)
          for (const [position, line] of credit.lines)
            if (line.units === 0) assert.equal(line.netCents, 0, `the price of line ${position} is not reduced`)
      }
      if (whole.leftCents > 0) assert.ok(isEmpty(order))
    }),
    runs,
  )
})

test('where prices include tax, what the buyer saw goes back to the cent, unit by unit and with the delivery, in whatever steps', () => {
  fc.assert(
    fc.property(placed, (given) => {
      const { order: whole } = place({ ...given, pricesIncludeTax: true })
      const shown = (position: number, count: number) => {
        const { amountCents = 0, quantity = 1 } = given.lines[position - 1] ?? {}
        return Math.floor((2 * amountCents * count + quantity) / (2 * quantity))
      }
      let order = whole
      let shippingCents = given.shippingCents
      for (const step of [...given.steps, undefined]) {
        const units = unitsOf(order, step?.shares)
        const withShipping = step?.shipping ?? true
        const prices = [...order.lines].map(([position, { returnedUnits }]) => {
          return shown(position, returnedUnits + (units.get(position) ?? 0)) - shown(position, returnedUnits)
        })
        const sum = sumOf(prices) + (withShipping ? shippingCents : 0)
        const amountCents = refundAmount(order, units, withShipping)
        if (amountCents === 0) continue
        const isRest = sum === grossOf(sumAmounts(leftOfTaxes(order)))
        assert.equal(
          amountCents,
          isRest ? order.leftCents : Math.min(roundPayable(sum, given.currency), order.leftCents),
        )
        const credit = take(order, { amountCents, units, withShipping })
        order = credit.rest
        // In a currency whose sums are rounded, the money may end before the units do.
        if (order.leftCents === 0) break
        for (const [position, line] of credit.lines) assert.equal(grossOf(line), prices[position - 1])
        assert.equal(grossOf(credit.shipping), withShipping ? shippingCents : 0)
        if (withShipping) shippingCents = 0
      }
      if (whole.leftCents > 0) assert.ok(isEmpty(order))
    }),
    runs,
  )
})

test('of three units for 10.99 each with tax, each brings 10.99 back, and a delivery for 16.00 brings 16.00', () => {
  const { order } = place({
    lines: [{ taxClass: 'standard', amountCents: 3297, quantity: 3 }],
    shippingCents: 1600,
    pricesIncludeTax: true,
    hasRates: true,
    currency: 'eur',
  })
  assert.equal(refundAmount(order, new Map([[1, 1]]), false), 1099)
  assert.equal(refundAmount(order, new Map(), true), 1600)
})

test('in which order units come back does not matter for the sum', () => {
  fc.assert(
    fc.property(placed, fc.array(fc.nat(4), { maxLength: 20 }), (given, turns) => {
      const { order: whole } = place({ ...given, currency: 'eur' })
      const restOf = (steps: readonly number[]) =>
        steps.reduce((order, turn) => {
          const position = (turn % given.lines.length) + 1
          const line = order.lines.get(position)
          const units = new Map([[position, line && line.returnedUnits < line.quantity ? 1 : 0]])
          const amountCents = refundAmount(order, units, false)
          return creditRefund(order, { amountCents, units, withShipping: false }).rest
        }, whole)
      const lefts = [restOf(turns), restOf(turns.toReversed())].map(leftOfTaxes)
      // How prices with tax are split may differ by a cent while only a part of them has come back.
      const [one, other] = given.pricesIncludeTax ? lefts.map((left) => left.map(grossOf)) : lefts
      assert.deepEqual(one, other)
    }),
    runs,
  )
})

test('whatever amounts are refunded, their tax is a cent off its rate at most, and the last of the money credits what is left of every part', () => {
  fc.assert(
    fc.property(placed, fc.array(fc.nat(1000), { maxLength: 6 }), (given, shares) => {
      let { order } = place(given)
      const hasMoney = order.leftCents > 0
      for (const [index, share] of [...shares, 1000].entries()) {
        const amountCents = Math.floor((order.leftCents * share) / 1000)
        if (amountCents === 0) continue
        const { shares: ofLines, shipping = false } = given.steps[index] ?? {}
        const units = ofLines ? unitsOf(order, ofLines) : new Map<number, number>()
        order = take(order, { amountCents, units, withShipping: shipping }).rest
        for (const [place_, left] of leftOfTaxes(order).entries()) {
          const { rate, whole } = order.taxes[place_] ?? { rate: null, whole: none }
          if (rate === null) continue
          const off = whole.taxCents - left.taxCents - ((whole.netCents - left.netCents) * rate) / 1e6
          assert.ok(Math.abs(off) <= 1.5, `${off}`)
        }
      }
      if (hasMoney) assert.ok(isEmpty(order))
    }),
    runs,
  )
})

test('less than units cost is shared among them, more reduces the price of all parts', () => {
  const { order } = place({
    lines: [
      { taxClass: 'standard', amountCents: 10_000, quantity: 10 },
      { taxClass: 'standard', amountCents: 1000, quantity: 1 },
    ],
    shippingCents: 1000,
    pricesIncludeTax: false,
    hasRates: true,
    currency: 'eur',
  })
  const units = new Map([[1, 3]])
  const creditOf = (amountCents: number) => {
    const { lines, shipping } = creditRefund(order, { amountCents, units, withShipping: false })
    return [...[...lines].map(([position, line]) => [position, line.units, grossOf(line)]), grossOf(shipping)]
  }
  assert.equal(refundAmount(order, units, false), 3570)
  assert.equal(refundAmount(order, units, true), 4760)
  assert.deepEqual(creditOf(3570), [[1, 3, 3570], 0])
  assert.deepEqual(creditOf(3000), [[1, 3, 3000], 0])
  assert.deepEqual(creditOf(3570 + 1071), [[1, 3, 4403], [2, 0, 119], 119])
})

test('a restocking fee is off its lines only, at their rates, and left of them until the last of the money', () => {
  fc.assert(
    fc.property(
      placed,
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      fc.nat(100),
      (given, marks, percent) => {
        let { order } = place(given)
        const hasMoney = order.leftCents > 0
        for (const step of given.steps) {
          const units = unitsOf(order, step.shares)
          const charged = new Map([...units].filter(([position, count]) => count > 0 && marks[position - 1]))
          const goodsCents = refundAmount(order, units, step.shipping)
          const costCents = Math.min(refundAmount(order, charged, false), goodsCents)
          const feeCents = Math.min(roundPayable(Math.floor((costCents * percent) / 100), given.currency), costCents)
          const amountCents = goodsCents - feeCents
          if (amountCents === 0) continue
          const known = { units, withShipping: step.shipping }
          const whole = take(order, { ...known, amountCents: goodsCents })
          const fee = { cents: feeCents, lines: new Set(charged.keys()) }
          const credit = take(order, { ...known, amountCents, fee })
          // The delivery and the other lines are as without a fee, and before the fee, its lines are, too.
          assert.deepEqual(credit.shipping, whole.shipping)
          for (const [position, line] of credit.lines) {
            const before = { ...line, ...sumAmounts([line, line.fee]), fee: none }
            assert.deepEqual(before, whole.lines.get(position))
            if (!charged.has(position)) assert.deepEqual(line.fee, none)
          }
          const taken = sumOf([...credit.lines.values()].map((line) => grossOf(line.fee)))
          // What lines cost may be some cents less than their fee, where its sum is rounded or tax is of other lines.
          const chargedLines = [...whole.lines].filter(([position]) => charged.has(position))
          assert.equal(taken, Math.min(feeCents, sumOf(chargedLines.map(([, line]) => grossOf(line)))))
          if (given.hasRates && percent < 90 && given.currency !== 'kwd')
            assert.equal(credit.roundingCents, whole.roundingCents)
          order = credit.rest
          for (const [place_, left] of leftOfTaxes(order).entries()) {
            const { rate, whole: charge } = order.taxes[place_] ?? { rate: null, whole: none }
            if (rate === null) continue
            const off = charge.taxCents - left.taxCents - ((charge.netCents - left.netCents) * rate) / 1e6
            assert.ok(Math.abs(off) <= 1.5, `${off}`)
          }
        }
        if (!hasMoney || order.leftCents === 0) return
        const last = { amountCents: order.leftCents, units: new Map<number, number>(), withShipping: false }
        assert.ok(isEmpty(take(order, last).rest))
      },
    ),
    runs,
  )
})

test('of two lines and the delivery, the fee of one of them is its own, with its tax', () => {
  const { order } = place({
    lines: [
      { taxClass: 'standard', amountCents: 10_000, quantity: 10 },
      { taxClass: 'reduced', amountCents: 1000, quantity: 1 },
    ],
    shippingCents: 1000,
    pricesIncludeTax: false,
    hasRates: true,
    currency: 'eur',
  })
  const units = new Map([
    [1, 2],
    [2, 1],
  ])
  const wholeCents = refundAmount(order, units, true)
  const fee = { cents: 357, lines: new Set([1]) }
  const { lines, shipping, rest } = creditRefund(order, {
    amountCents: wholeCents - 357,
    units,
    withShipping: true,
    fee,
  })
  assert.deepEqual(
    [...lines.values()],
    [
      { units: 2, netCents: 1700, taxCents: 323, fee: { netCents: 300, taxCents: 57 } },
      { units: 1, netCents: 1000, taxCents: 70, fee: none },
    ],
  )
  assert.equal(shipping.netCents, 1000)
  assert.ok(rest.taxes.every(({ shippingLeft }) => grossOf(shippingLeft) === 0))
})

test('a tax that no rate explains is in proportion to the net, and each group of taxes has its lines', () => {
  const whole = (netCents: number, taxCents: number) => ({ netCents, taxCents })
  const rate = (value: string, taxableCents: number, taxCents: number) => ({
    country: 'DE',
    region: '',
    name: value,
    rate: value,
    reason: 'standard' as const,
    taxableCents,
    taxCents,
  })
  const lines = [
    { taxClass: 'standard', whole: whole(1000, 190) },
    { taxClass: 'reduced', whole: whole(3000, 210) },
  ]
  const known = groupByTax([rate('0.19', 1100, 209), rate('0.07', 3300, 231)], lines, whole(400, 40))
  assert.deepEqual(
    known.groups.map((group) => [group.rate, grossOf(group.whole), grossOf(group.shippingLeft)]),
    [
      [190_000, 1309, 119],
      [70_000, 3531, 321],
    ],
  )
  assert.deepEqual(known.ofLines, [0, 1])
  const unknown = groupByTax([], lines, whole(400, 40))
  assert.deepEqual(
    unknown.groups.map((group) => [group.rate, grossOf(group.whole)]),
    [
      [null, 4400],
      [null, 440],
    ],
  )
})

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
