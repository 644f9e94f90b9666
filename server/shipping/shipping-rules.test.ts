import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RateBase } from '#contract/shipping.ts'
import { findRowFaults } from '#server/shipping/check-setup.ts'
import {
  compareSpecificity,
  consignmentOf,
  findFreightLines,
  findMissingPart,
  findRow,
  findZone,
  type Method,
  priceMethod,
  type Rate,
  surchargesOf,
  type Zone,
  type ZoneMember,
} from '#server/shipping/shipping-rules.ts'

const member = (country: string, part: Partial<ZoneMember> = {}): ZoneMember => ({
  country,
  region: '',
  from: part.from ?? '',
  to: part.from ?? '',
  ...part,
})
const zones = (...lists: ZoneMember[][]): Zone[] =>
  lists.map((members, index) => ({ id: index + 1, name: `zone ${index + 1}`, members }))
const rate = (part: Partial<Rate> = {}): Rate => ({
  zoneId: 1,
  from: 0,
  to: null,
  priceCents: 0,
  perKgCents: 0,
  freeFromCents: null,
  ...part,
})
const method = (part: Partial<Method> = {}): Method => ({
  id: 1,
  name: 'Method',
  names: {},
  kind: 'table',
  by: 'weight',
  days: null,
  carrier: '',
  active: true,
  rates: [],
  classRules: [],
  ...part,
})
const excluding = (code: string) => ({ class: code, isExcluded: true, surchargeCents: 0, perUnit: false })
const goods = (weightGrams: number | null, valueCents = 0, shipClass = 'standard', quantity = 1) =>
  consignmentOf([{ quantity, weightGrams, shipClass, amountCents: valueCents }], null)

test('the most specific member of all zones decides, whatever the order of the zones', () => {
  const list = zones(
    [member('*')],
    [member('US')],
    [member('US', { region: 'AK' })],
    [member('US', { from: '995' })],
    [member('US', { from: '99500', to: '99520' })],
    [member('CA', { from: 'X0A' })],
    [member('CA')],
  )
  const zoneOf = (place: Parameters<typeof findZone>[1]) => {
    const found = findZone(list, place)?.id
    assert.equal(findZone(list.toReversed(), place)?.id, found)
    return found
  }
  assert.equal(zoneOf({ country: 'FR' }), 1)
  assert.equal(zoneOf({ country: 'US', region: 'TX', postalCode: '78701' }), 2)
  assert.equal(zoneOf({ country: 'US', region: 'ak', postalCode: '99901' }), 3)
  assert.equal(zoneOf({ country: 'US', region: 'AK', postalCode: '99540' }), 4)
  // The range covers 21 of 100,000 codes, the prefix 100; a code of nine digits begins with one of five.
  assert.equal(zoneOf({ country: 'US', region: 'AK', postalCode: '99501-1234' }), 5)
  assert.equal(zoneOf({ country: 'CA', postalCode: 'x0a 0h0' }), 6)
  assert.equal(zoneOf({ country: 'CA', postalCode: 'M5V 2T6' }), 7)
  assert.equal(findZone(zones([member('DE')]), { country: 'FR' }), undefined)
})

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, '0'))
const anyMember = fc.oneof(
  fc.constantFrom(
    member('*'),
    member('US'),
    member('DE'),
    member('US', { region: 'TX' }),
    member('US', { region: 'AK' }),
  ),
  fc.tuple(fc.constantFrom('US', 'DE'), fc.integer({ min: 1, max: 5 })).chain(([country, length]) =>
    fc.tuple(digits(length), digits(length), fc.constantFrom('', 'TX')).map(([one, other, region]) => {
      const [from = '', to = ''] = [one, other].toSorted()
      return { country, region, from, to }
    }),
  ),
)
const anyZones = fc
  .array(fc.array(anyMember, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((lists) => zones(...lists))
const anyPlace = fc.record({
  country: fc.constantFrom('US', 'DE', 'FR'),
  region: fc.constantFrom('TX', 'AK'),
  postalCode: digits(5),
})

/** Counts the five-digit codes of a member, one by one. */
const codesOf = ({ from, to }: ZoneMember) =>
  from === '' ? 100_000 : (Number(to) - Number(from) + 1) * 10 ** (5 - from.length)

test('no other matching member is more specific than the one that decides, and a smaller area comes first', () => {
  fc.assert(
    fc.property(anyZones, anyPlace, (list, place) => {
      const found = findZone(list, place)
      const fits = ({ country, region, from, to }: ZoneMember) =>
        country === '*' ||
        (country === place.country &&
          (region === '' || region === place.region) &&
          from <= place.postalCode.slice(0, from.length) &&
          place.postalCode.slice(0, from.length) <= to)
      const fitting = list.flatMap(({ id, members }) => members.filter(fits).map((each) => ({ id, each })))
      if (fitting.length === 0) return assert.equal(found, undefined)
      const best = fitting.toSorted((one, other) => compareSpecificity(one.each, other.each) || one.id - other.id)[0]
      assert.equal(found?.id, best?.id)
      const withCodes = fitting.filter(({ each }) => each.from !== '')
      const fewest = Math.min(...withCodes.map(({ each }) => codesOf(each)))
      if (withCodes.length > 0)
        assert.ok(withCodes.some(({ id, each }) => id === found?.id && codesOf(each) === fewest))
    }),
    { seed: 44, numRuns: 1000 },
  )
})

test('a part of the place is asked for exactly if some value of it leads to another zone', () => {
  fc.assert(
    fc.property(anyZones, fc.constantFrom('US', 'DE', 'FR'), (list, country) => {
      const needed = findMissingPart(list, { country })
      const zone = findZone(list, { country })?.id
      if (needed === undefined) {
        for (const code of ['00000', '12345', '50000', '99999'])
          for (const region of ['TX', 'AK', 'NY'])
            assert.equal(findZone(list, { country, region, postalCode: code })?.id, zone)
      } else assert.ok(list.some(({ id, members }) => id !== zone && members.some((each) => each.country === country)))
    }),
    { seed: 45, numRuns: 1000 },
  )
})

/** Makes rows of a table that follow on each other. */
const limits = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 8 })
  .map((list) => list.toSorted((a, b) => a - b))
const tableOf = (ends: readonly number[]) =>
  [0, ...ends].map((from, index) => rate({ from, to: ends[index] ?? null, priceCents: 100 * (index + 1) }))

test('a table without faults has one row for every amount; a missing row is a gap, a row twice an overlap', () => {
  fc.assert(
    fc.property(
      limits,
      fc.constantFrom<RateBase>('weight', 'value'),
      fc.nat(2_000_000),
      fc.nat(8),
      (ends, by, amount, at) => {
        const table = tableOf(ends)
        assert.deepEqual(findRowFaults(table), [])
        const holds = table.filter((row) => findRow([row], by, amount))
        assert.equal(holds.length, 1)
        assert.deepEqual(findRow(table, by, amount), holds[0])
        const index = at % table.length
        const removed = table[index]
        const faults = findRowFaults(table.toSpliced(index, 1))
        assert.deepEqual(
          faults.map(({ from, to }) => ({ from, to })),
          [{ from: removed?.from, to: removed?.to }],
        )
        assert.equal(faults[0]?.kind, removed?.to === null ? 'end' : 'gap')
        assert.equal(findRow(table.toSpliced(index, 1), by, amount) === undefined, holds[0] === removed)
        assert.deepEqual(findRowFaults([...table, ...table.slice(index, index + 1)]), [
          { kind: 'overlap', from: removed?.from, to: removed?.to },
        ])
      },
    ),
    { seed: 46, numRuns: 1000 },
  )
})

test('the end of a row belongs to it by weight, and to the next one by value', () => {
  const table = tableOf([5000, 10_000])
  assert.deepEqual([findRow(table, 'weight', 5000)?.priceCents, findRow(table, 'weight', 5001)?.priceCents], [100, 200])
  assert.deepEqual([findRow(table, 'value', 4999)?.priceCents, findRow(table, 'value', 5000)?.priceCents], [100, 200])
})

test('each kilogram begun above the row is charged; more weight never costs less within a row', () => {
  const table = method({
    rates: [rate({ to: 30_000, priceCents: 900 }), rate({ from: 30_000, priceCents: 4000, perKgCents: 80 })],
  })
  const priceOf = (grams: number) => priceMethod(table, 1, goods(grams))
  assert.deepEqual(priceOf(30_000), { priceCents: 900 })
  assert.deepEqual(priceOf(30_000.001), { priceCents: 4080 })
  assert.deepEqual(priceOf(31_000), { priceCents: 4080 })
  assert.deepEqual(priceOf(31_001), { priceCents: 4160 })
  fc.assert(
    fc.property(fc.integer({ min: 30_001, max: 10_000_000 }), fc.nat(1_000_000), (grams, more) => {
      const [lower, upper] = [priceOf(grams), priceOf(grams + more)]
      assert.ok(lower?.omitted === undefined && upper?.omitted === undefined)
      assert.ok((lower?.priceCents ?? 0) <= (upper?.priceCents ?? 0))
    }),
    { seed: 47, numRuns: 300 },
  )
})

test('weights of lines add up to the milligram, whatever their order', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    mg: fc.integer({ min: 1, max: 5_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const asked = lines.map(({ quantity, mg }) => ({
        quantity,
        weightGrams: mg / 1000,
        shipClass: 'standard',
        amountCents: 7,
      }))
      const exact = lines.reduce((sum, { quantity, mg }) => sum + quantity * mg, 0)
      assert.equal(consignmentOf(asked, null).weightMg, exact)
      assert.equal(consignmentOf(asked.toReversed(), null).weightMg, exact)
      assert.equal(consignmentOf(asked, null).valueCents, 7 * lines.length)
    }),
    { seed: 48, numRuns: 300 },
  )
})

test('free delivery begins at its amount and waives the row, never the surcharge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.nat(200_000),
      fc.nat(5000),
      fc.nat(50),
      (freeFrom, value, surcharge, units) => {
        const flat = method({
          kind: 'flat',
          rates: [rate({ priceCents: 900, freeFromCents: freeFrom })],
          classRules: [{ class: 'bulky', isExcluded: false, surchargeCents: surcharge, perUnit: true }],
        })
        const parcel = goods(100, value, units > 0 ? 'bulky' : 'standard', units)
        const price = priceMethod(flat, 1, parcel)
        assert.equal(surchargesOf(flat, parcel), surcharge * units)
        assert.deepEqual(
          price,
          value >= freeFrom
            ? { priceCents: surcharge * units }
            : { priceCents: 900 + surcharge * units, missingForFreeCents: freeFrom - value },
        )
      },
    ),
    { seed: 49, numRuns: 500 },
  )
})

test('freight on request has no price, and so has what depends on an unknown weight; a default weight gives it one', () => {
  const byWeight = method({ rates: tableOf([5000]) })
  assert.deepEqual(priceMethod(method({ kind: 'quoted', rates: [rate()] }), 1, goods(100)), { priceCents: null })
  assert.deepEqual(priceMethod(byWeight, 1, goods(null)), { priceCents: null })
  assert.deepEqual(priceMethod(method({ kind: 'flat', rates: [rate({ perKgCents: 10 })] }), 1, goods(null)), {
    priceCents: null,
  })
  assert.deepEqual(priceMethod(method({ kind: 'flat', rates: [rate({ priceCents: 500 })] }), 1, goods(null)), {
    priceCents: 500,
  })
  const [light, unknown] = [100, null].map((weightGrams) => ({
    quantity: 1,
    weightGrams,
    shipClass: 'standard',
    amountCents: 0,
  }))
  assert.ok(light && unknown)
  assert.equal(consignmentOf([light, unknown], null).weightMg, null)
  assert.deepEqual(priceMethod(byWeight, 1, consignmentOf([light, unknown], 2000)), { priceCents: 100 })
})

test('excluded classes and amounts above the table leave the method out, another zone is none of its business', () => {
  const table = method({
    rates: [rate({ to: 5000, priceCents: 900 })],
    classRules: [excluding('hazardous')],
  })
  assert.deepEqual(priceMethod(table, 1, goods(100, 0, 'hazardous')), { omitted: 'excluded-class' })
  assert.deepEqual(priceMethod(table, 1, goods(5001)), { omitted: 'no-row' })
  assert.equal(priceMethod(table, 2, goods(100)), undefined)
})

test('lines that alone leave goods to freight on request are named where the others have a price without them', () => {
  const parcel = method({ kind: 'flat', rates: [rate({ priceCents: 500 })], classRules: [excluding('freight')] })
  const byWeight = method({ id: 2, rates: [rate({ priceCents: 900, to: 30_000 })], classRules: [excluding('freight')] })
  const quoted = method({ id: 3, kind: 'quoted', rates: [rate()] })
  const pickup = method({ id: 4, kind: 'pickup', rates: [rate()] })
  const carrier = method({ id: 5, kind: 'carrier', rates: [rate()], classRules: [excluding('freight')] })
  const line = (shipClass: string, weightGrams: number | null = 500) => ({
    quantity: 1,
    weightGrams,
    shipClass,
    amountCents: 100,
  })
  const [small, lift] = [line('standard'), line('freight')]
  const find = (methods: Method[], ...lines: (typeof small)[]) =>
    findFreightLines(methods, 1, { lines, defaultWeightGrams: null })
  for (const priced of [parcel, byWeight, carrier])
    assert.deepEqual(find([priced, quoted, pickup], small, lift, small), [1])
  assert.deepEqual(find([byWeight, quoted], small, line('standard', null)), [1])
  // Nothing is gained without it.
  assert.deepEqual(find([parcel, quoted], lift, lift), [])
  assert.deepEqual(find([quoted, pickup], small, lift), [])
  assert.deepEqual(find([byWeight, quoted], line('standard', 20_000), line('standard', 20_000), lift), [])
})

test('a price above what can be charged is freight on request, not a number that is wrong', () => {
  const table = method({ rates: [rate({ priceCents: 1, perKgCents: 99_999_999 })] })
  assert.deepEqual(priceMethod(table, 1, goods(1_000_000_000, 0, 'standard', 1_000_000)), { priceCents: null })
})
