import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bestDiscount, type Discount, type DiscountLine, misfitOf, savedCents } from '#contract/apply-discount.ts'

const discountOf = (parts: Partial<Discount>): Discount => ({
  id: 'd',
  name: 'Discount',
  code: null,
  kind: 'percent',
  value: 1000,
  target: 'order',
  productIds: [],
  categoryIds: [],
  minimumCents: 0,
  version: '1',
  ...parts,
})
const lineOf = (totalCents: number, productId = 'p', categoryIds = ['1']): DiscountLine => ({
  productId,
  categoryIds,
  totalCents,
})
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const products = fc.constantFrom('a', 'b', 'c', 'd')
const categories = fc.constantFrom('1', '2', '3')
const lines = fc.array(
  fc.record({
    productId: products,
    categoryIds: fc.uniqueArray(categories, { maxLength: 2 }),
    totalCents: fc.oneof(fc.nat(10), fc.nat(100_000), fc.nat(10_000_000_000)),
  }),
  { minLength: 1, maxLength: 60 },
)
const discount = fc
  .record({
    kind: fc.constantFrom('percent', 'fixed', 'shipping'),
    value: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 2_000_000_000 })),
    target: fc.constantFrom('order', 'products', 'categories'),
    productIds: fc.uniqueArray(products, { maxLength: 3 }),
    categoryIds: fc.uniqueArray(categories, { maxLength: 2 }),
    minimumCents: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  })
  .map((parts) =>
    discountOf({
      ...parts,
      ...(parts.kind === 'percent' && { value: 1 + (parts.value % 10_000) }),
      ...(parts.kind === 'shipping' && { value: 0, target: 'order' }),
    } as Partial<Discount>),
  )
const discounts = fc.array(discount, { maxLength: 5 })
const suits = ({ target, productIds, categoryIds }: Discount, line: DiscountLine) =>
  target === 'order' ||
  (target === 'products' && productIds.includes(line.productId)) ||
  (target === 'categories' && line.categoryIds.some((id) => categoryIds.includes(id)))

test('shares add up to the discount to the cent, no line falls below zero, and lines that it is not for keep their price', () => {
  fc.assert(
    fc.property(discounts, lines, fc.nat(100_000), (list, cart, shippingCents) => {
      const applied = bestDiscount(list, cart, shippingCents)
      if (!applied) return
      const { discount: best, lineCents } = applied
      const suited = cart.filter((line) => suits(best, line))
      const sum = sumOf(suited.map(({ totalCents }) => totalCents))
      const exact =
        best.kind === 'percent' ? (sum * best.value) / 10_000 : best.kind === 'fixed' ? Math.min(best.value, sum) : 0
      assert.ok(Math.abs(sumOf(lineCents) - exact) <= 0.51, `${sumOf(lineCents)} of ${exact}`)
      assert.equal(applied.shippingCents, best.kind === 'shipping' ? shippingCents : 0)
      assert.ok(sum >= best.minimumCents)
      assert.equal(lineCents.length, cart.length)
      for (const [index, line] of cart.entries()) {
        const share = lineCents[index] ?? -1
        assert.ok(Number.isInteger(share) && share >= 0 && share <= line.totalCents, `${share} of ${line.totalCents}`)
        if (!suits(best, line)) assert.equal(share, 0)
        // Within a cent of its part: no line pays for the rounding of the others.
        else if (sum > 0) assert.ok(Math.abs(share - (line.totalCents / sum) * sumOf(lineCents)) < 1.001)
      }
    }),
    { seed: 20, numRuns: 3000 },
  )
})

test('the best discount is taken alone: none of the others saves more, and one that saves nothing is none', () => {
  fc.assert(
    fc.property(discounts, lines, fc.nat(100_000), (list, cart, shippingCents) => {
      const alone = list.map((one) => {
        const applied = bestDiscount([one], cart, shippingCents)
        return applied ? savedCents(applied) : 0
      })
      const best = bestDiscount(list, cart, shippingCents)
      assert.equal(best ? savedCents(best) : 0, Math.max(0, ...alone))
      if (best) assert.equal(best.discount, list[alone.indexOf(savedCents(best))], 'of equal ones the first')
      if (best) assert.ok(savedCents(best) > 0)
    }),
    { seed: 21, numRuns: 2000 },
  )
})

test('a discount says why it does not apply, and applies as soon as it has no reason', () => {
  fc.assert(
    fc.property(discount, lines, (one, cart) => {
      const misfit = misfitOf(one, cart)
      const applied = bestDiscount([one], cart, 700)
      if (misfit) assert.equal(applied, null)
      else if (cart.some((line) => line.totalCents > 10_000 && suits(one, line))) assert.ok(applied)
    }),
    { seed: 22, numRuns: 1000 },
  )
  const brakes = discountOf({ target: 'categories', categoryIds: ['7'], minimumCents: 5000 })
  assert.deepEqual(misfitOf(brakes, [lineOf(9000)]), { code: 'discount-no-products' })
  assert.deepEqual(misfitOf(brakes, [lineOf(90_000), lineOf(4200, 'b', ['7'])]), {
    code: 'discount-below-minimum',
    minimumCents: 5000,
    missingCents: 800,
  })
  assert.equal(misfitOf(brakes, [lineOf(2500, 'a', ['7']), lineOf(2500, 'b', ['7'])]), undefined)
})

test('worked examples: ten percent of 1,000 lines of five cents, a fixed amount above the price, half a cent, free shipping', () => {
  const many = Array.from({ length: 1000 }, () => lineOf(5))
  const shares = bestDiscount([discountOf({})], many, 0)?.lineCents ?? []
  assert.equal(sumOf(shares), 500)
  assert.deepEqual(new Set(shares), new Set([0, 1]))

  const all = bestDiscount([discountOf({ kind: 'fixed', value: 10_000 })], [lineOf(3000), lineOf(999)], 500)
  assert.deepEqual(all && [all.lineCents, all.shippingCents], [[3000, 999], 0])

  // 5 % of $0.10 is half a cent.
  assert.deepEqual(bestDiscount([discountOf({ value: 500 })], [lineOf(10)], 0)?.lineCents, [1])
  assert.deepEqual(bestDiscount([discountOf({ value: 10_000 })], [lineOf(0), lineOf(77)], 0)?.lineCents, [0, 77])

  const shipping = discountOf({ kind: 'shipping', value: 0 })
  assert.equal(bestDiscount([shipping], [lineOf(100)], 0), null)
  assert.equal(bestDiscount([discountOf({ value: 1000 }), shipping], [lineOf(1000)], 500)?.shippingCents, 500)
  // A product beyond the exact range of floats: 10^11 cents × 10^4.
  assert.deepEqual(
    bestDiscount([discountOf({ value: 3333 })], [lineOf(99_999_999_999)], 0)?.lineCents,
    [33_330_000_000],
  )
})
