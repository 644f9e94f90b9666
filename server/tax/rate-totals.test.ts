import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeTax } from '#server/tax/compute-tax.ts'
import { largestTotals, totalsWith } from '#server/tax/rate-totals.ts'
import type { Rate } from '#server/tax/tax-rules.ts'
import { search } from '#server/testing/random-search.ts'

const today = '2026-03-01'
const rate = fc.record({
  country: fc.constant('US'),
  region: fc.constantFrom('', 'TX', 'tx', 'CA'),
  postalPrefix: fc.constantFrom('', '', '7', '78'),
  taxClass: fc.constantFrom('standard', 'standard', 'food'),
  name: fc.constantFrom('State', 'City', 'County'),
  rate: fc.integer({ min: 1, max: 330_000 }).map((millionths) => (millionths / 1e6).toFixed(6)),
  startsOn: fc.constantFrom('2020-01-01', today, '2026-07-01', '2026-12-15'),
  onShipping: fc.boolean(),
})
const days = ['2020-01-01', today, '2026-07-01', '2026-12-15']
const keyOf = ({ country, region, postalPrefix, taxClass, name, startsOn }: Rate) =>
  [country, region.toUpperCase(), postalPrefix, taxClass, name, startsOn].join()
const rates = (maxLength: number) => fc.uniqueArray(rate, { selector: keyOf, maxLength })

type PlaceOfRate = Pick<Rate, 'country' | 'region' | 'postalPrefix'>

/** Returns the taxes of one line in a place on a day. */
function charge(ofShop: readonly Rate[], place: PlaceOfRate, taxClass: string, day: string) {
  const { country, region, postalPrefix } = place
  const registration = { country, region: '', scheme: 'normal', startsOn: '2000-01-01', endsOn: null } as const
  const { groups } = computeTax(
    {
      pricesIncludeTax: false,
      shippingTax: 'highest',
      home: { country, region: '' },
      registrations: [{ ...registration, reverseCharge: false }],
      exemptClasses: [],
      rates: ofShop,
      verifiedCountries: [],
      certificates: [],
    },
    {
      lines: [{ taxClass, taxCode: null, amountCents: 1_000_000 }],
      shippingCents: 0,
      place: { country, region, postalCode: postalPrefix },
      buyerId: undefined,
      at: new Date(`${day}T12:00:00Z`),
    },
  )
  return groups.filter(({ reason }) => reason === 'standard' || reason === 'reduced')
}

const sumOf = (taxes: readonly { rate: string }[]) =>
  taxes.reduce((sum, each) => sum + Math.round(Number(each.rate) * 1e6), 0)

test('a total that is said is what a line is charged there, and a tax that adds up is said', () => {
  fc.assert(
    fc.property(rates(6), rates(2), (stored, added) => {
      const replaced = new Set(added.map(keyOf))
      const after = [...added, ...stored.filter((each) => !replaced.has(keyOf(each)))]
      const said = totalsWith(stored, added, today)
      for (const total of said) {
        const holds = added.filter(({ country, region, postalPrefix, taxClass }) => {
          const isThere = region === '' || region.toUpperCase() === total.region.toUpperCase()
          return (
            isThere &&
            country === total.country &&
            total.postalPrefix.startsWith(postalPrefix) &&
            taxClass === total.taxClass
          )
        })
        const first =
          [
            today,
            ...holds
              .map(({ startsOn }) => startsOn)
              .sort()
              .slice(0, 1),
          ]
            .sort()
            .at(-1) ?? today
        const most = Math.max(
          ...days.filter((day) => day >= first).map((day) => sumOf(charge(after, total, total.taxClass, day))),
        )
        assert.equal(sumOf([{ rate: total.total }]), most, 'a place is charged more on another day')
        const charged = charge(after, total, total.taxClass, total.startsOn)
        assert.equal(sumOf([{ rate: total.total }]), sumOf(charged))
        assert.deepEqual(total.rates.map(({ name }) => name).toSorted(), charged.map(({ name }) => name).toSorted())
      }
      for (const one of added) {
        const day = one.startsOn > today ? one.startsOn : today
        const before = charge(stored, one, one.taxClass, day).map(({ name }) => name)
        const charged = charge(after, one, one.taxClass, day)
        if (charged.length < 2 || charged.every(({ name }) => before.includes(name))) continue
        const isSaid = said.some(
          ({ region, postalPrefix, taxClass, isNew }) =>
            region.toUpperCase() === one.region.toUpperCase() &&
            postalPrefix === one.postalPrefix &&
            taxClass === one.taxClass &&
            isNew,
        )
        assert.ok(isSaid, 'a tax that adds up is not said')
      }
    }),
    search(1000),
  )
})

test('the largest total of a registration is the most that a line is charged in it, on a day while it holds', () => {
  const period = fc.constantFrom<{ startsOn: string; endsOn?: string }>(
    { startsOn: '2000-01-01' },
    { startsOn: '2000-01-01', endsOn: '2026-10-01' },
    { startsOn: '2026-07-01' },
    { startsOn: '2000-01-01', endsOn: '2025-01-01' },
  )
  fc.assert(
    fc.property(rates(6), fc.constantFrom('', 'TX'), period, (stored, region, held) => {
      const [largest] = largestTotals(stored, [{ country: 'US', region, ...held }], today)
      const inside = stored.filter((each) => region === '' || each.region.toUpperCase() === region)
      const places: PlaceOfRate[] = [{ country: 'US', region, postalPrefix: '' }, ...inside]
      const open = days.filter((day) => day >= today && held.startsOn <= day && (!held.endsOn || day <= held.endsOn))
      const charged = open.flatMap((day) => places.map((place) => sumOf(charge(stored, place, 'standard', day))))
      assert.equal(largest === undefined ? 0 : sumOf([{ rate: largest.total }]), Math.max(0, ...charged))
    }),
    search(500),
  )
})

test('the largest total of a paste counts all its rows and those that begin later', () => {
  const texan = { country: 'US', region: 'TX', postalPrefix: '', taxClass: 'standard', onShipping: true }
  const stored = [{ ...texan, name: 'State tax', rate: '0.0825', startsOn: '2020-01-01' }]
  const added = [
    { ...texan, postalPrefix: '787', name: 'City tax', rate: '0.02', startsOn: '2026-01-01' },
    { ...texan, name: 'State tax new', rate: '0.0625', startsOn: '2026-12-15' },
  ]
  const said = totalsWith(stored, added, today).map(({ postalPrefix, total, startsOn }) => [
    postalPrefix,
    total,
    startsOn,
  ])
  assert.deepEqual(said, [
    ['787', '0.165', '2026-12-15'],
    ['', '0.145', '2026-12-15'],
  ])
  const [largest] = largestTotals([...stored, ...added], [{ ...texan, startsOn: '2020-01-01' }], today)
  assert.deepEqual([largest?.total, largest?.startsOn], ['0.165', '2026-12-15'])
})
