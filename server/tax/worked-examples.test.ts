import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTax, type TaxAmounts } from '#server/tax/compute-tax.ts'
import type { TaxRules } from '#server/tax/tax-rules.ts'
import type { Place } from '#contract/place.ts'
import worked from './worked-examples.json' with { type: 'json' }

/** Describes an example as the file has it; amounts are in cents, and a third number of a line is how often it comes. */
interface Example {
  name: string
  setup: string
  at: string
  place: Place
  verifiedCountries?: string[]
  /** The country whose registration is marked. */
  reverseCharge?: string
  certificates?: TaxRules['certificates']
  lines: [taxClass: string, amountCents: number, times?: number][]
  shipping?: number
  expected: {
    lines: [netCents: number, taxCents: number, times?: number][]
    shipping: [netCents: number, taxCents: number]
    groups: unknown[][]
    tax: number
    note?: string
  }
}

const repeat = <Each>(times: number | undefined, each: Each) => Array.from({ length: times ?? 1 }, () => each)

// The file is JSON, which TypeScript reads as unions of tuples.
const { setups, examples } = worked as unknown as { setups: Record<string, TaxRules>; examples: Example[] }

test('tax is as calculated by hand in each worked example', () => {
  assert.ok(examples.length >= 40)
  for (const { name, setup, at, place, lines, shipping = 0, expected, ...buyer } of examples) {
    const rules = setups[setup]
    assert.ok(rules, setup)
    const registrations = rules.registrations.map((one) => ({
      ...one,
      reverseCharge: one.country === buyer.reverseCharge,
    }))
    const amounts = computeTax(
      {
        ...rules,
        registrations,
        verifiedCountries: buyer.verifiedCountries ?? [],
        certificates: buyer.certificates ?? [],
      },
      {
        lines: lines.flatMap(([taxClass, amountCents, times]) =>
          repeat(times, { taxClass, taxCode: null, amountCents }),
        ),
        shippingCents: shipping,
        place,
        buyerId: undefined,
        at: new Date(`${at}T12:00:00Z`),
      },
    )
    assert.deepEqual(shorten(amounts), { note: undefined, ...expected, lines: expand(expected.lines) }, name)
  }
})

const expand = (lines: Example['expected']['lines']) => lines.flatMap(([net, tax, times]) => repeat(times, [net, tax]))

const shorten = ({ lines, shipping, groups, taxCents, note }: TaxAmounts) => ({
  lines: lines.map((line) => [line.netCents, line.taxCents]),
  shipping: [shipping.netCents, shipping.taxCents],
  groups: groups.map(({ country, region, name, rate, reason, taxableCents, taxCents: tax }) => [
    country,
    region,
    name,
    rate,
    reason,
    taxableCents,
    tax,
  ]),
  tax: taxCents,
  note,
})
