import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocate } from '#contract/allocate.ts'
import { orderAmounts } from '#server/orders/order-amounts.ts'

const sum = (list: readonly number[]) => list.reduce((total, cents) => total + cents, 0)

test('the total is what nets and taxes add up to, whatever the discount, the shipping and the tax', () => {
  const input = fc.record({
    totals: fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 50 }),
    discountPermille: fc.nat(1000),
    shippingCents: fc.nat(100_000),
    taxPermille: fc.nat(300),
    includesTax: fc.boolean(),
  })
  fc.assert(
    fc.property(input, ({ totals, discountPermille, shippingCents, taxPermille, includesTax }) => {
      const lineCents = allocate(Math.floor((sum(totals) * discountPermille) / 1000), totals)
      const payable = [...totals.map((cents, index) => cents - (lineCents[index] ?? 0)), shippingCents]
      const taxed = payable.map((cents) => {
        const taxCents = includesTax
          ? Math.round((cents * taxPermille) / (1000 + taxPermille))
          : Math.round((cents * taxPermille) / 1000)
        return { netCents: includesTax ? cents - taxCents : cents, taxCents }
      })
      const amounts = orderAmounts({
        lines: totals.map((totalCents) => ({ totalCents, taxClass: 'standard' })),
        discount: { id: 'any', version: '1', code: null, name: 'Any', kind: 'percent', lineCents, shippingCents: 0 },
        shipping: { id: 'any', name: 'Any', kind: 'flat' },
        shippingCents,
        taxes: {
          includesTax,
          lines: taxed.slice(0, -1),
          shipping: taxed.at(-1) ?? { netCents: 0, taxCents: 0 },
          groups: [],
          taxCents: sum(taxed.map(({ taxCents }) => taxCents)),
          provider: 'tables',
        },
      })
      const shown = amounts.itemsCents - amounts.discountCents + amounts.shippingCents
      assert.equal(amounts.totalCents, includesTax ? shown : shown + amounts.taxCents)
      assert.equal(
        amounts.totalCents,
        sum(amounts.lines.map(({ netCents, taxCents }) => netCents + taxCents)) +
          amounts.shippingNetCents +
          amounts.shippingTaxCents,
      )
      assert.equal(amounts.discountCents, sum(amounts.lines.map(({ discountCents }) => discountCents)))
    }),
    { seed: 20, numRuns: 500 },
  )
})
