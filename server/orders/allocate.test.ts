import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocate } from '#contract/allocate.ts'

const weights = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 1, maxLength: 1000 })

test('shares add up to the amount, and each is within a cent of its exact share and on the side of zero of the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), weights, (amount, list) => {
      const shares = allocate(amount, list)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        amount,
      )
      const sum = BigInt(list.reduce((total, weight) => total + weight, 0))
      for (const [index, share] of shares.entries()) {
        assert.ok(share === 0 || Math.sign(share) === Math.sign(amount))
        const weight = BigInt(list[index] ?? 0)
        const off = BigInt(share) * sum - BigInt(amount) * weight
        assert.ok(sum === 0n || (off < 0n ? -off : off) < sum, `${share} of ${amount} for ${weight} of ${sum}`)
      }
    }),
    { seed: 20, numRuns: 300 },
  )
})

test('larger weights get no smaller shares, and an amount of no more than the weights exceeds none of them', () => {
  fc.assert(
    fc.property(weights, fc.nat(1000), (list, permille) => {
      const sum = list.reduce((total, weight) => total + weight, 0)
      const shares = allocate(Math.floor((sum * permille) / 1000), list)
      const sorted = list
        .map((weight, index) => ({ weight, share: shares[index] ?? 0 }))
        .toSorted((a, b) => a.weight - b.weight)
      for (const [index, { weight, share }] of sorted.entries()) {
        const next = sorted[index + 1]
        assert.ok(!next || next.weight === weight || next.share >= share)
        assert.ok(share <= weight)
      }
    }),
    { seed: 20, numRuns: 300 },
  )
})
