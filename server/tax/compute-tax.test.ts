import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeTax, type TaxRequest } from '#server/tax/compute-tax.ts'
import { countriesOfTaxIds, type TaxRules } from '#server/tax/tax-rules.ts'
import { search } from '#server/testing/random-search.ts'

const at = new Date('2026-03-01T12:00:00Z')
const classes = ['standard', 'reduced', 'food', 'exempt'] as const
const countries = ['US', 'DE', 'FR', 'CA', 'GB', 'CH']
const regions = ['', 'TX', 'BC']

const day = fc.constantFrom('2020-01-01', '2026-03-01', '2026-03-02')
const rate = fc.record({
  country: fc.constantFrom('US', 'DE', 'FR', 'CA'),
  region: fc.constantFrom(...regions),
  postalPrefix: fc.constantFrom('', '', '7', '78'),
  taxClass: fc.constantFrom('standard', 'standard', 'reduced', 'food'),
  name: fc.constantFrom('VAT', 'City', 'County'),
  rate: fc
    .oneof(fc.constant(0), fc.integer({ min: 0, max: 330_000 }))
    .map((millionths) => (millionths / 1e6).toFixed(6)),
  startsOn: day,
  onShipping: fc.boolean(),
})
const registration = fc.record({
  country: fc.constantFrom(...countries),
  region: fc.constantFrom(...regions),
  scheme: fc.constantFrom('normal', 'normal', 'oss'),
  startsOn: day,
  endsOn: fc.option(fc.constantFrom('2026-02-28', '2026-03-01')),
  reverseCharge: fc.boolean(),
})
const certificate = fc.record({
  country: fc.constantFrom(...countries),
  region: fc.constantFrom(...regions),
  startsOn: day,
  endsOn: fc.option(fc.constantFrom('2026-02-28', '2026-03-01')),
})
const rules: fc.Arbitrary<TaxRules> = fc.record({
  pricesIncludeTax: fc.boolean(),
  shippingTax: fc.constantFrom('proportional', 'highest'),
  home: fc.record({ country: fc.constantFrom('', 'US', 'DE', 'CA'), region: fc.constantFrom(...regions) }),
  registrations: fc.array(registration, { maxLength: 4 }),
  exemptClasses: fc.constantFrom([], ['exempt']),
  rates: fc.array(rate, { maxLength: 8 }),
  verifiedCountries: fc.subarray(['DE', 'FR', 'GB', 'XI']),
  certificates: fc.array(certificate, { maxLength: 1 }),
})
const amount = fc.oneof(fc.nat(20), fc.nat(100_000), fc.integer({ min: 0, max: 100_000_000_000 }))
const request: fc.Arbitrary<TaxRequest> = fc.record({
  lines: fc.array(
    fc.record({ taxClass: fc.constantFrom(...classes), taxCode: fc.constant(null), amountCents: amount }),
    {
      maxLength: 12,
    },
  ),
  shippingCents: fc.oneof(fc.constant(0), fc.nat(50_000)),
  place: fc.record({
    country: fc.constantFrom(...countries),
    region: fc.constantFrom(...regions),
    postalCode: fc.constantFrom('', '78701', '10115'),
  }),
  buyerId: fc.constant(undefined),
  at: fc.constant(at),
})

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const millionthsOf = (fraction: string) => BigInt(Math.round(Number(fraction) * 1e6))

test('a number takes the tax away exactly where its country is said to count', () => {
  const registered = fc.record({
    country: fc.constantFrom('DE', 'FR', 'GB', 'US'),
    region: fc.constant(''),
    scheme: fc.constantFrom('normal', 'normal', 'oss'),
    startsOn: fc.constantFrom('2020-01-01', '2026-03-02'),
    endsOn: fc.constant(null),
    reverseCharge: fc.boolean(),
  })
  const registeredRules = fc.record({
    rules,
    home: fc.record({ country: fc.constantFrom('', 'DE', 'US'), region: fc.constant('') }),
    registrations: fc.array(registered, { minLength: 1, maxLength: 3 }),
  })
  const countryOfNumber = fc.constantFrom('DE', 'FR', 'GB', 'US', 'XI')
  fc.assert(
    fc.property(registeredRules, request, countryOfNumber, ({ rules: others, ...registrations }, asked, country) => {
      const stored = { ...others, ...registrations }
      const taxWith = (verifiedCountries: readonly string[]) =>
        computeTax({ ...stored, verifiedCountries }, asked).groups.map(({ reason }) => reason)
      const before = taxWith([])
      fc.pre(before.length > 0 && !before.includes('customer_exempt'))
      const isSaid = countriesOfTaxIds(stored, asked.place, asked.at).includes(country)
      const isFree = taxWith([country]).some((reason) => reason === 'intra_community' || reason === 'reverse_charge')
      assert.equal(isFree, isSaid)
    }),
    search(1000),
  )
})

test('a sale inside the country of a registration is taxed as if the buyer had no number of it, unless the registration is marked', () => {
  fc.assert(
    fc.property(rules, request, (stored, asked) => {
      const { country } = asked.place
      const unmarked = stored.registrations.map((one) => ({ ...one, reverseCharge: false }))
      const taxOf = (registrations: TaxRules['registrations'], verifiedCountries: string[]) =>
        computeTax({ ...stored, registrations, verifiedCountries }, asked)
      const isOfEu = ['DE', 'FR'].includes(country)
      // The number of another member state is for intra-community supplies.
      fc.pre(!isOfEu || !['DE', 'FR'].includes(stored.home.country) || country === stored.home.country)
      assert.deepEqual(taxOf(unmarked, [country]), taxOf(unmarked, []))
      const isReversed = taxOf(stored.registrations, [country]).groups.some(({ reason }) => reason === 'reverse_charge')
      const isMarked = stored.registrations.some((one) => one.reverseCharge && one.country === country)
      if (isReversed) assert.ok(isMarked && country !== stored.home.country)
    }),
    search(2000),
  )
})

test('whatever is in the tables, taxes add up, each group is rounded once, and every zero has its reason', () => {
  fc.assert(
    fc.property(rules, request, (stored, asked) => {
      const { lines, shipping, groups, taxCents, includesTax } = computeTax(stored, asked)
      const parts = [...lines, shipping]
      const amounts = [...asked.lines.map(({ amountCents }) => amountCents), asked.shippingCents]
      assert.equal(sumOf(groups.map((group) => group.taxCents)), taxCents)
      assert.equal(sumOf(parts.map((part) => part.taxCents)), taxCents)
      for (const { netCents, taxCents: tax } of parts) assert.ok(netCents >= 0 && tax >= 0)
      for (const [index, { netCents, taxCents: tax }] of parts.entries()) {
        const given = amounts[index] ?? 0
        if (includesTax) assert.ok(netCents + tax <= given, `${netCents} + ${tax} of ${given}`)
        else assert.equal(netCents, given)
      }
      for (const { rate: fraction, reason, taxableCents, taxCents: tax } of groups) {
        const isTaxed = reason === 'standard' || reason === 'reduced'
        assert.equal(isTaxed, fraction !== '0', `${reason} at ${fraction}`)
        // Half up; 10^11 cents by a rate of six decimals are beyond 2^53.
        const exact = Number((BigInt(taxableCents) * millionthsOf(fraction) * 2n + 1_000_000n) / 2_000_000n)
        // The nets of prices with several taxes are rounded, too.
        const tolerance = new Set(groups.map(({ name }) => name)).size > 1 ? groups.length : 1
        if (includesTax) assert.ok(Math.abs(exact - tax) <= tolerance, `${tax}, not about ${exact}`)
        else assert.equal(tax, exact)
      }
      // Untaxed amounts and amounts with one of several taxes are in the groups to the cent.
      const nets = sumOf(parts.map(({ netCents }) => netCents))
      const untaxed = sumOf(groups.filter(({ rate: fraction }) => fraction === '0').map((group) => group.taxableCents))
      assert.ok(untaxed <= nets)
      if (taxCents === 0 && groups.every(({ rate: fraction }) => fraction === '0')) assert.equal(untaxed, nets)
    }),
    search(10_000),
  )
})

test('the order of lines changes no group, and equal lines differ by at most a cent', () => {
  fc.assert(
    fc.property(rules, request, (stored, asked) => {
      const { groups } = computeTax(stored, asked)
      const reversed = computeTax(stored, { ...asked, lines: asked.lines.toReversed() })
      const sorted = (list: typeof groups) =>
        list.map((group) => JSON.stringify({ ...group, taxableCents: undefined })).toSorted()
      // The cent that is left of shipping goes to the first of equal amounts.
      if (asked.shippingCents === 0) assert.deepEqual(sorted(reversed.groups), sorted(groups))
      const [first] = asked.lines
      if (!first) return
      const equal = computeTax(stored, { ...asked, lines: [first, ...asked.lines, first] }).lines
      const [one, other] = [equal[0], equal.at(-1)]
      assert.ok(one && other && Math.abs(one.taxCents - other.taxCents) <= 1)
    }),
    search(1000),
  )
})

test('shipping at the highest rate is never taxed less than in proportion, but for the rounding', () => {
  fc.assert(
    fc.property(rules, request, (stored, asked) => {
      const inProportion = computeTax({ ...stored, shippingTax: 'proportional' }, asked)
      const highest = computeTax({ ...stored, shippingTax: 'highest' }, asked)
      const rounding = 1 + inProportion.groups.length
      assert.ok(highest.taxCents + rounding >= inProportion.taxCents)
    }),
    search(1000),
  )
})
