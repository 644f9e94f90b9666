import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextBreak } from '#contract/next-break.ts'
import { unitPriceAt } from '#contract/unit-price.ts'

const breaks = [
  { from: 1, price: 10 },
  { from: 10, price: 9.5 },
  { from: 50, price: 8.33 },
]

test('the price of a quantity is that of the last break below it; without breaks it is the price', () => {
  const product = { price: 12, breaks }
  assert.deepEqual(
    [1, 9, 10, 49, 50, 1000].map((quantity) => unitPriceAt(product, quantity)),
    [10, 10, 9.5, 9.5, 8.33, 8.33],
  )
  assert.equal(unitPriceAt({ price: 12 }, 50), 12)
})

test('the next break says from how many units on each is cheaper, unless it cannot be ordered', () => {
  const product = { price: 10, breaks, available: 100 }
  assert.deepEqual(nextBreak(product, 4), { quantity: 10, price: 9.5 })
  assert.deepEqual(nextBreak(product, 10), { quantity: 50, price: 8.33 })
  assert.equal(nextBreak(product, 50), undefined)
  assert.equal(nextBreak({ ...product, available: 49 }, 10), undefined)
  assert.equal(nextBreak({ ...product, maxOrder: 48 }, 10), undefined)
  // Steps of 12 reach the break of 50 with 60 units.
  assert.deepEqual(nextBreak({ ...product, orderMultiple: 12 }, 12), { quantity: 60, price: 8.33 })
})
