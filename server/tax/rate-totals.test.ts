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
  startsOn: fc.constantFrom('2020-01-01', today, '2026-07-01'),
  onShipping: fc.boolean(),
})
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

test('the largest total of a registration is the most that a line is charged in it', () => {
  fc.assert(
    fc.property(rates(6), fc.constantFrom('', 'TX'), (stored, region) => {
      const [largest] = largestTotals(stored, [{ country: 'US', region }], today)
      const inside = stored.filter((each) => region === '' || each.region.toUpperCase() === region)
      const places: PlaceOfRate[] = [{ country: 'US', region, postalPrefix: '' }, ...inside]
      const most = Math.max(...places.map((place) => sumOf(charge(stored, place, 'standard', today))))
      assert.equal(largest === undefined ? 0 : sumOf([{ rate: largest.total }]), most)
    }),
    search(500),
  )
})
