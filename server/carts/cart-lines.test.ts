import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CartLine, changeLines, mergeLines } from '#contract/cart-lines.ts'
import { search } from '#server/testing/random-search.ts'

const productId = fc.constantFrom('a', 'b', 'c', 'd')
const job = fc.constantFrom(undefined, 'van')
const line = fc.record({ productId, job, quantity: fc.integer({ min: 1, max: 9 }), seenPrice: fc.constantFrom(1, 2) })
const cart = fc.array(line).map((lines) => changeLines([], lines).lines)
const change = fc.record(
  { productId, job, quantity: fc.nat(9), add: fc.boolean(), was: fc.option(fc.nat(9), { nil: undefined }) },
  { requiredKeys: ['productId', 'quantity'] },
)
const quantities = (lines: readonly CartLine[]) =>
  Object.fromEntries(lines.map(({ productId: id, job: of = '', quantity }) => [`${id} ${of}`, quantity]))

test('changes of two devices reach the same cart in either order unless both touch a line, and then the larger quantity stays', () => {
  fc.assert(
    fc.property(cart, fc.array(line), fc.array(line), (start, mine, theirs) => {
      const was = quantities(start)
      const seen = (lines: readonly CartLine[]) =>
        changeLines([], lines).lines.map((one) => ({ ...one, was: was[`${one.productId} ${one.job ?? ''}`] ?? 0 }))
      const after = (first: readonly CartLine[], second: readonly CartLine[]) =>
        changeLines(changeLines(start, seen(first)).lines, seen(second))
      const [one, other] = [after(mine, theirs), after(theirs, mine)]
      const [ours, others] = [quantities(seen(mine)), quantities(seen(theirs))]
      for (const [key, quantity] of Object.entries(quantities(one.lines))) {
        const [my, their] = [ours[key], others[key]]
        const isBoth = my !== undefined && their !== undefined && my !== was[key] && their !== was[key]
        assert.equal(
          quantity,
          isBoth ? Math.max(my, their) : their !== undefined && their !== was[key] ? their : (my ?? their ?? was[key]),
        )
      }
      assert.deepEqual(quantities(one.lines), quantities(other.lines))
    }),
    search(200),
  )
})

test('a change leaves one line for each product and job, in their order, and no line without units', () => {
  fc.assert(
    fc.property(cart, fc.array(change), (start, changes) => {
      const { lines } = changeLines(start, changes)
      const keys = Object.keys(quantities(lines))
      assert.equal(keys.length, lines.length)
      assert.ok(lines.every(({ quantity }) => quantity > 0))
      const touched = new Set(changes.map(({ productId: id, job: of = '' }) => `${id} ${of}`))
      const kept = Object.keys(quantities(start)).filter((key) => !touched.has(key))
      assert.deepEqual(
        keys.filter((key) => kept.includes(key)),
        kept,
      )
    }),
    search(200),
  )
})

test('a merge loses no line, keeps the larger quantity of both and names it, and says nothing when repeated', () => {
  fc.assert(
    fc.property(cart, cart, (account, browser) => {
      const { lines, conflicts } = mergeLines(account, browser)
      const [there, here, merged] = [quantities(account), quantities(browser), quantities(lines)]
      for (const key of Object.keys({ ...there, ...here }))
        assert.equal(merged[key], Math.max(there[key] ?? 0, here[key] ?? 0))
      const both = Object.keys(here).filter((key) => key in there)
      assert.deepEqual(
        conflicts.map(({ productId: id, job: of = '' }) => `${id} ${of}`),
        both,
      )
      assert.deepEqual(quantities(mergeLines(lines, browser).lines), merged)
    }),
    search(200),
  )
})
