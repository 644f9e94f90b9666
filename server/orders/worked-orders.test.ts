import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestDiscount, type Discount } from '#contract/apply-discount.ts'
import { lineTotalCents } from '#contract/assess-line.ts'
import { orderAmounts } from '#server/orders/order-amounts.ts'
import { computeTax } from '#server/tax/compute-tax.ts'
import worked from './worked-orders.json' with { type: 'json' }

/** Describes an example as the file has it; amounts are in cents. */
interface Example {
  name: string
  /** The calculation by hand. */
  why: string
  setup: string
  lines: [priceCents: number, pricePer: number, quantity: number, taxClass: string][]
  /** How often the lines come. */
  times?: number
  discount?: Pick<Discount, 'kind' | 'value'>
  shipping: number
  expected: { items: number; shares?: number[]; discount?: number; shipping: number; tax: number; total: number }
}

interface Setup {
  pricesIncludeTax: boolean
  rates: Record<string, string>
}

// The file is JSON, which TypeScript reads as unions of tuples.
const { setups, examples } = worked as unknown as { setups: Record<string, Setup>; examples: Example[] }

const sum = (list: readonly number[]) => list.reduce((total, cents) => total + cents, 0)

test('orders cost what was calculated by hand in each worked example', () => {
  for (const { name, setup, times = 1, discount, expected, ...example } of examples) {
    const rules = setups[setup]
    assert.ok(rules, setup)
    const lines = Array.from({ length: times }, () => example.lines)
      .flat()
      .map(([priceCents, pricePer, quantity, taxClass]) => ({
        productId: 'any',
        categoryIds: [],
        taxClass,
        totalCents: lineTotalCents({ priceCents, pricePer }, quantity),
      }))
    const applied = bestDiscount(discount ? [describe(discount)] : [], lines, example.shipping)
    const taxes = computeTax(taxRulesOf(rules), {
      lines: lines.map(({ taxClass, totalCents }, index) => ({
        taxClass,
        taxCode: null,
        amountCents: totalCents - (applied?.lineCents[index] ?? 0),
      })),
      shippingCents: example.shipping - (applied?.shippingCents ?? 0),
      place: { country: 'DE' },
      buyerId: undefined,
      at: new Date('2026-06-01T12:00:00Z'),
    })
    const amounts = orderAmounts({
      lines,
      discount: applied && { ...applied.discount, lineCents: applied.lineCents, shippingCents: applied.shippingCents },
      shipping: null,
      shippingCents: example.shipping,
      taxes,
    })
    const { shares = lines.map((_, index) => applied?.lineCents[index] ?? 0) } = expected
    assert.deepEqual(
      {
        items: amounts.itemsCents,
        shares: amounts.lines.map(({ discountCents }) => discountCents),
        discount: amounts.discountCents,
        shipping: amounts.shippingCents,
        tax: amounts.taxCents,
        total: amounts.totalCents,
      },
      { ...expected, shares, discount: expected.discount ?? sum(shares) },
      name,
    )
  }
})

const describe = (discount: Pick<Discount, 'kind' | 'value'>): Discount => ({
  ...discount,
  id: 'any',
  name: 'Any',
  code: null,
  version: '1',
  target: 'order',
  productIds: [],
  categoryIds: [],
  minimumCents: 0,
})

/** Makes the rules of a shop in Germany that has one tax of each class. */
const taxRulesOf = ({ pricesIncludeTax, rates }: Setup): Parameters<typeof computeTax>[0] => ({
  pricesIncludeTax,
  shippingTax: 'proportional',
  home: { country: 'DE', region: '' },
  registrations: [
    { country: 'DE', region: '', scheme: 'normal', startsOn: '2020-01-01', endsOn: null, reverseCharge: false },
  ],
  exemptClasses: [],
  rates: Object.entries(rates).map(([taxClass, rate]) => ({
    country: 'DE',
    region: '',
    postalPrefix: '',
    taxClass,
    name: 'VAT',
    rate,
    startsOn: '2020-01-01',
    onShipping: true,
  })),
  verifiedCountries: [],
  certificates: [],
})
